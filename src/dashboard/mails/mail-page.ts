// Shows the page of a mail: the words that the publication adds, beside the mail as a reader gets it.
import type { FastifyReply } from 'fastify';
import type { Example } from '../../mails/mail.ts';
import { previewMail, type MailPreview } from '../../mails/words/preview.ts';
import { listPlans } from '../../models/catalog/plan.ts';
import { listPrices } from '../../models/catalog/price.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../models/publication/languages.ts';
import type { MailWords, ReaderMail } from '../../models/publication/mail-words.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import type { Service } from '../../service.ts';
import type { FormState } from '../../site/form.ts';
import { languageName } from '../../views/language-name.ts';
import { languageOf, type Language } from '../../views/language.ts';
import { nameIn } from '../../views/own-words.ts';
import { OWNERS } from '../navigation.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { hasWords, languagesOn, placeholdersOf, writeShown, type WordsByLanguage } from './mail-fields.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/mails/mail': DashboardData & {
      readonly name: string;
      readonly when: string;
      readonly action: string;
      readonly placeholders: string;
      /** The languages to choose from; none where there is only one. */
      readonly languages: readonly { readonly value: PageLanguage; readonly text: string; readonly isShown: boolean }[];
      /** The words in the language that is shown. */
      readonly words: MailWords;
      readonly languageName: string;
      /** What was typed in the other languages, by the names of the fields. */
      readonly others: readonly { readonly field: string; readonly value: string }[];
      /** What the form showed when it was opened. */
      readonly shown: string;
      /** The language of the fields and of the preview. */
      readonly language: PageLanguage;
      readonly preview: MailPreview;
      /** The address to which a test was sent just now; empty for none. */
      readonly sentTo: string;
      readonly hasWords: boolean;
      /** Whether the visitor may change anything here. */
      readonly isOwner: boolean;
    };
  }
}

/** Our choice: what stands for a plan and its price where the publication has none yet. */
const NO_PRICE = { amount: 500, currency: 'EUR' } as const;
/** The frame's content has the policy of the page that holds it, and mails have their styles in attributes. */
const POLICY = { 'connect-src': "'self'", 'style-src-attr': "'unsafe-inline'" } as const;

export interface MailOnPage {
  readonly mail: ReaderMail;
  readonly typed: WordsByLanguage;
  readonly shown: WordsByLanguage;
  /** What the preview has. */
  readonly previewed: WordsByLanguage;
  readonly language: PageLanguage;
  readonly sentTo?: string;
}

export async function showMailPage(
  service: Service,
  visit: Visit,
  { mail, typed, shown, previewed, language, sentTo = '' }: MailOnPage,
  state: FormState,
): Promise<FastifyReply> {
  const { t } = visit.language;
  const choices = languagesOn(visit.session.publication, typed).map((value) => ({
    value,
    text: languageName(value, visit.language),
    isShown: value === language,
  }));
  const data = {
    name: t(`dashboard.mail-name.${mail}`),
    when: t(`dashboard.mails.when.${mail}`),
    action: pathOf(visit, `/mails/${mail}`),
    placeholders: placeholdersOf(mail),
    languages: choices.length < 2 ? [] : choices,
    words: typed[language],
    languageName: languageName(language, visit.language),
    others: PAGE_LANGUAGES.flatMap((of) =>
      of === language
        ? []
        : [
            { field: `opening_${of}`, value: typed[of].opening },
            { field: `closing_${of}`, value: typed[of].closing },
          ],
    ),
    shown: writeShown(shown),
    language,
    preview: await toPreview(service, visit, mail, { words: previewed[language], language }),
    sentTo,
    hasWords: PAGE_LANGUAGES.some((value) => hasWords(shown[value])),
    isOwner: OWNERS.includes(visit.session.role),
  };
  return showDashboard(service, visit, 'dashboard/mails/mail', data, { ...state, script: 'preview', policy: POLICY });
}

/** The mail as a reader of this language gets it. */
export async function toPreview(
  service: Service,
  { session: { publication }, language: { t } }: Visit,
  mail: ReaderMail,
  { words, language }: { readonly words: MailWords; readonly language: PageLanguage },
): Promise<MailPreview> {
  const reader = { ...readerLanguage(publication, language), publication };
  const example = await exampleOf(service, publication, reader);
  return previewMail(mail, reader, { words, readerName: t('dashboard.mails.example-name'), example });
}

/** The language of the publication where it is one of its regions. */
function readerLanguage(publication: PublicationRow, language: PageLanguage): Language {
  const { locale } = publication;
  const tag = locale === language || locale.startsWith(`${language}-`) ? locale : language;
  return languageOf({ ...publication, languages: language }, { 'accept-language': tag });
}

/** A plan and a price of the publication's own, where it has one. */
async function exampleOf(
  { database, clock }: Service,
  publication: PublicationRow,
  language: Language,
): Promise<Example> {
  const [plans, prices] = await Promise.all([listPlans(publication, database), listPrices(publication, database)]);
  const now = clock.now().getTime();
  for (const plan of plans) {
    const price = prices.find(
      ({ planId, amount, ...of }) => planId === plan.id && amount > 0 && of.archivedAt === null,
    );
    if (plan.archivedAt === null && price !== undefined)
      return { now, planName: nameIn(plan, language).text, amount: price.amount, currency: price.currency };
  }
  return { now, planName: language.t('dashboard.mails.example-plan'), ...NO_PRICE };
}
