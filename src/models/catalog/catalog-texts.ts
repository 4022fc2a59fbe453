// What plans, offers, newsletters and the free offering may say in other languages than the publication's own.
import type { Transaction } from '../../database/connection.ts';
import { parseName } from '../email-address.ts';
import { NotFound } from '../errors.ts';
import { changeTexts, type GivenTexts, type Speaker, type TextParsers } from '../publication/texts.ts';
import { first, type Tenant } from '../record.ts';
import { parseDescription } from '../text-fields.ts';
import { parseBenefits, toBenefits } from './benefits.ts';
import type { PlacedRecord } from './placed.ts';

export const PLAN_TEXTS: TextParsers = { name: parseName };
/** Of newsletters and of the free offering. */
export const DESCRIBED_TEXTS: TextParsers = { name: parseName, description: parseDescription };
export const OFFER_TEXTS: TextParsers = {
  ...DESCRIBED_TEXTS,
  benefits: (text) => toBenefits(parseBenefits(text)),
};

/** Whose record it is, and which language its own words are in. */
export type SpeakingTenant = Tenant & Speaker;

/** Changes what is given, and only the record's texts, which it returns. Throws InvalidValue and NotFound. */
export async function changeTextsOf(
  kind: typeof PlacedRecord,
  parsers: TextParsers,
  publication: SpeakingTenant,
  transaction: Transaction,
  { idOrSlug, texts: given }: { readonly idOrSlug: string; readonly texts: GivenTexts },
): Promise<string | null> {
  const one = kind
    .in(publication, transaction)
    .where((either) => either.where('id', idOrSlug).orWhere('slug', idOrSlug));
  // Locked, so that of two editors of different languages neither undoes the other's words.
  const found = await first(one.select(['id', 'texts']).forNoKeyUpdate());
  if (found === undefined) throw new NotFound(`No such record: ${idOrSlug}`);
  const texts = changeTexts(found.texts, given, publication, parsers);
  await kind.in(publication, transaction, { id: found.id }).patch({ texts });
  return texts;
}
