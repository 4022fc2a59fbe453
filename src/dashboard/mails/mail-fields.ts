// The fields of the page of a mail: an opening and a closing in each language, what of them was changed, and their faults.
import { InvalidValue } from '../../models/errors.ts';
import { languagesOf, PAGE_LANGUAGES, type PageLanguage } from '../../models/publication/languages.ts';
import {
  NO_WORDS,
  parseMailWords,
  READER_MAILS,
  unknownPlaceholders,
  WORDS_MAX_LENGTH,
  type MailWords,
  type ReaderMail,
} from '../../models/publication/mail-words.ts';
import { fieldOf } from '../../site/form.ts';
import type { Language } from '../../views/language.ts';
import type { FormError } from '../../views/page-data.ts';
import type { FormVisit } from '../visit.ts';

const WORD_FIELDS = ['opening', 'closing'] as const satisfies readonly (keyof MailWords)[];

export type WordsByLanguage = Readonly<Record<PageLanguage, MailWords>>;

/** @param wordsOf returns undefined where there are none */
export function byLanguage(wordsOf: (language: PageLanguage) => MailWords | undefined): WordsByLanguage {
  const words = PAGE_LANGUAGES.map((language) => [language, wordsOf(language) ?? NO_WORDS]);
  // Each language once.
  return Object.fromEntries(words) as Record<PageLanguage, MailWords>;
}

export function hasWords({ opening, closing }: MailWords): boolean {
  return opening !== '' || closing !== '';
}

/** The languages in which the words can be changed: those that the publication speaks, and those that have some already. */
export function languagesOn(
  publication: Parameters<typeof languagesOf>[0],
  words: WordsByLanguage,
): readonly PageLanguage[] {
  const spoken = languagesOf(publication);
  return PAGE_LANGUAGES.filter((language) => spoken.includes(language) || hasWords(words[language]));
}

export function readTyped({ form }: Pick<FormVisit, 'form'>): WordsByLanguage {
  // Browsers end the lines of a text field with both characters.
  const typed = (name: string): string => fieldOf(form, name).replaceAll('\r\n', '\n');
  return byLanguage((language) => ({ opening: typed(`opening_${language}`), closing: typed(`closing_${language}`) }));
}

/** What the form showed when it was opened, for its hidden field. */
export function writeShown(words: WordsByLanguage): string {
  const pairs = PAGE_LANGUAGES.flatMap((language) =>
    WORD_FIELDS.map((field) => [`${field}_${language}`, words[language][field]] as [string, string]),
  );
  return new URLSearchParams(pairs).toString();
}

export function readShown(text: string): WordsByLanguage {
  const fields = new URLSearchParams(text);
  const shown = (name: string): string => fields.get(name) ?? '';
  return byLanguage((language) => ({ opening: shown(`opening_${language}`), closing: shown(`closing_${language}`) }));
}

/** Only what differs from what the form showed, so that two people who change different texts at once both have their way. */
export function changesOf(
  typed: WordsByLanguage,
  shown: WordsByLanguage,
): readonly ({ readonly language: PageLanguage } & Partial<MailWords>)[] {
  return PAGE_LANGUAGES.flatMap((language) => {
    const changed = WORD_FIELDS.filter((field) => typed[language][field] !== shown[language][field]);
    const words: Partial<MailWords> = Object.fromEntries(changed.map((field) => [field, typed[language][field]]));
    return changed.length === 0 ? [] : [{ language, ...words }];
  });
}

/** What is wrong, with the language in which it is. */
export function faultsOf(
  language: Language,
  mail: ReaderMail,
  typed: WordsByLanguage,
): readonly (FormError & { readonly of: PageLanguage })[] {
  return PAGE_LANGUAGES.flatMap((of) =>
    WORD_FIELDS.flatMap((field) => {
      const message = faultOf(language, mail, typed[of][field]);
      return message === undefined ? [] : [{ field: `${field}_${of}`, message, of }];
    }),
  );
}

/** The placeholders of a mail, as they are typed. */
export function placeholdersOf(mail: ReaderMail): string {
  return READER_MAILS[mail].map((name) => `{${name}}`).join(', ');
}

function faultOf({ t }: Language, mail: ReaderMail, text: string): string | undefined {
  try {
    parseMailWords(mail, { opening: text });
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    if (error.reason === 'long') return t('dashboard.mails.too-long', { count: WORDS_MAX_LENGTH });
    const unknown = unknownPlaceholders(mail, text).join(', ');
    return unknown === ''
      ? t('dashboard.mails.no-text')
      : t('dashboard.mails.unknown-placeholder', { unknown, known: placeholdersOf(mail) });
  }
}
