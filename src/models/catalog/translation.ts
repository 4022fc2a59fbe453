// Everything of a publication that can have words in other languages: itself, what it sells, its newsletters.
import type { Connection, Transaction } from '../../database/connection.ts';
import { PUBLICATION_TEXTS } from '../publication/details.ts';
import { baseOf, languagesOf, PAGE_LANGUAGES, type PageLanguage } from '../publication/languages.ts';
import { changePublicationTexts, getPublication, type PublicationRow } from '../publication/publication.ts';
import { readTexts, type GivenTexts, type TextParsers, type Texts, type TextValue } from '../publication/texts.ts';
import { DESCRIBED_TEXTS, OFFER_TEXTS, PLAN_TEXTS, type SpeakingTenant } from './catalog-texts.ts';
import { changeFreeOfferingTexts, findKeptFreeOffering } from './free-offering.ts';
import { changeNewsletterTexts, listNewsletters } from './newsletter.ts';
import { changeOfferTexts, listOffers } from './offer.ts';
import { changePlanTexts, listPlans } from './plan.ts';

/** What is translated. There is one publication and at most one free offering, which need no id. */
export const TRANSLATED = ['publication', 'offer', 'plan', 'newsletter', 'free-offering'] as const;
export type Translated = (typeof TRANSLATED)[number];

interface Definition {
  readonly parsers: TextParsers;
  /** Returns the texts as they are stored. Throws InvalidValue and NotFound. */
  change(
    publication: SpeakingTenant,
    transaction: Transaction,
    idOrSlug: string,
    texts: GivenTexts,
  ): Promise<string | null>;
}

const DEFINITIONS: Readonly<Record<Translated, Definition>> = {
  publication: {
    parsers: PUBLICATION_TEXTS,
    change: async (publication, transaction, _id, texts) =>
      (await changePublicationTexts(transaction, publication.id, texts)).texts,
  },
  offer: { parsers: OFFER_TEXTS, change: changeOfferTexts },
  plan: { parsers: PLAN_TEXTS, change: changePlanTexts },
  newsletter: { parsers: DESCRIBED_TEXTS, change: changeNewsletterTexts },
  'free-offering': {
    parsers: DESCRIBED_TEXTS,
    change: async (publication, transaction, _id, texts) =>
      (await changeFreeOfferingTexts(publication, transaction, texts)).texts,
  },
};

/** The fields of a kind, in their order. */
export function translatedFields(kind: Translated): readonly string[] {
  return Object.keys(DEFINITIONS[kind].parsers);
}

/**
 * Changes the words of one record, and returns all that it has. Throws InvalidValue and NotFound.
 * @param given.idOrSlug empty for the publication and the free offering
 */
export async function translate(
  publication: SpeakingTenant,
  transaction: Transaction,
  given: { readonly kind: Translated; readonly idOrSlug: string; readonly texts: GivenTexts },
): Promise<Texts> {
  return readTexts(await DEFINITIONS[given.kind].change(publication, transaction, given.idOrSlug, given.texts));
}

export interface Translatable {
  readonly kind: Translated;
  /** Empty for the publication and the free offering. */
  readonly id: string;
  /** What it is called in the publication's language. */
  readonly name: string;
  /** The words in the publication's language by field, without those that it has not. */
  readonly own: Readonly<Record<string, TextValue>>;
  readonly texts: Texts;
}

/** Lists all that readers see now, in the order of the pages. */
export async function listTranslatable(publication: PublicationRow, connection: Connection): Promise<Translatable[]> {
  const itself = await getPublication(connection, publication.id);
  const offers = await listOffers(publication, connection);
  const plans = await listPlans(publication, connection);
  const newsletters = await listNewsletters(publication, connection);
  const offering = await findKeptFreeOffering(publication, connection);
  const kept = [
    ...plans.map((plan) => toTranslatable('plan', plan)),
    ...newsletters.map((one) => toTranslatable('newsletter', one)),
  ];
  return [
    toTranslatable('publication', { ...itself, id: '' }),
    ...offers.map((offer) => toTranslatable('offer', offer)),
    ...kept,
    ...(offering === undefined ? [] : [toTranslatable('free-offering', { ...offering, id: '' })]),
  ];
}

interface Worded {
  readonly id: string;
  readonly name: string;
  readonly texts: string | null;
  readonly description?: string | null;
  readonly benefits?: readonly string[];
}

function toTranslatable(kind: Translated, record: Worded): Translatable {
  const own: Record<string, TextValue> = {};
  for (const field of translatedFields(kind)) {
    const value = valueOf(record, field);
    if (value !== undefined && value !== null && value.length > 0) own[field] = value;
  }
  return { kind, id: record.id, name: record.name, own, texts: readTexts(record.texts) };
}

function valueOf({ name, description, benefits }: Worded, field: string): TextValue | null | undefined {
  return field === 'name' ? name : field === 'benefits' ? benefits : description;
}

/** The languages to translate into: those of the pages, and those in which there are words already. */
export function languagesToTranslate(
  publication: Pick<PublicationRow, 'locale' | 'languages'>,
  all: readonly Translatable[],
): PageLanguage[] {
  const spoken = languagesOf(publication);
  return PAGE_LANGUAGES.filter(
    (language) =>
      language !== baseOf(publication.locale) &&
      (spoken.includes(language) || all.some(({ texts }) => texts[language] !== undefined)),
  );
}
