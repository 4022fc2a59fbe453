// A publication's own words on a page or in a mail: those in the reader's language where it has them, field by field,
// and otherwise the ones in its own language. Each comes with its language, which is the `lang` of its element.
import { chooseText } from '../models/publication/texts.ts';
import type { Language } from './language.ts';

export interface OwnWords {
  readonly text: string;
  readonly lang: string;
}

/** The lines of one text. */
export interface OwnLines {
  readonly lines: readonly string[];
  readonly lang: string;
}

type Wanted = Pick<Language, 'tag' | 'own'>;

interface Named {
  readonly name: string;
  readonly texts: string | null;
}

interface Described {
  readonly description: string | null;
  readonly texts: string | null;
}

export function nameIn({ name, texts }: Named, language: Wanted): OwnWords {
  const { value, lang } = chooseText({ texts, field: 'name', own: name }, language);
  return { text: typeof value === 'string' ? value : name, lang };
}

/** The name of the plan of a record that was read with it. */
export function planNameIn(
  { planName, planTexts }: { readonly planName: string; readonly planTexts?: string | null },
  language: Wanted,
): OwnWords {
  return nameIn({ name: planName, texts: planTexts ?? null }, language);
}

export function descriptionIn({ description, texts }: Described, language: Wanted): OwnWords | null {
  const { value, lang } = chooseText({ texts, field: 'description', own: description }, language);
  return typeof value === 'string' ? { text: value, lang } : null;
}

export function benefitsIn(
  { benefits, texts }: { readonly benefits: readonly string[]; readonly texts: string | null },
  language: Wanted,
): OwnLines {
  const { value, lang } = chooseText({ texts, field: 'benefits', own: benefits }, language);
  return { lines: typeof value === 'string' ? [value] : value, lang };
}

interface DescribedWords {
  readonly name: OwnWords;
  readonly description: OwnWords | null;
}

export function describedIn(record: Named & Described, language: Wanted): DescribedWords {
  return { name: nameIn(record, language), description: descriptionIn(record, language) };
}

export function freeOfferingIn(
  offering: Named & Described & { readonly newsletters: readonly (Named & Described)[] },
  language: Wanted,
): DescribedWords & { readonly newsletters: readonly DescribedWords[] } {
  const newsletters = offering.newsletters.map((newsletter) => describedIn(newsletter, language));
  return { ...describedIn(offering, language), newsletters };
}

/** A list of them as the language of the page joins one, such as "A, B and C". */
export function listOfWords(words: readonly OwnWords[], { tag }: Pick<Language, 'tag'>): OwnWords[] {
  const names = words.values();
  const parts = new Intl.ListFormat(tag, { type: 'conjunction' }).formatToParts(words.map(({ text }) => text));
  return parts.map(({ type, value }) => (type === 'element' && names.next().value) || { text: value, lang: tag });
}
