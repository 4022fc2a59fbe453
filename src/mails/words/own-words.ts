// The words that a publisher adds to a mail, as paragraphs with their placeholders filled in. The templates escape them,
// and make no link of an address in them.
import type { Connection } from '../../database/connection.ts';
import { isPageLanguage, type PageLanguage } from '../../models/publication/languages.ts';
import {
  findMailWords,
  isReaderMail,
  NO_WORDS,
  READER_MAILS,
  type MailWords,
  type Placeholder,
} from '../../models/publication/mail-words.ts';
import type { Language } from '../../views/language.ts';
import type { Reader } from '../mail.ts';
import type { MailFrame } from '../templates.ts';

export type ShownWords = Pick<MailFrame, 'greeting' | 'opening' | 'closing'>;
type Values = { readonly [Name in Placeholder]?: string };

/** Fills each placeholder in once. One without a value, such as a name that is not known, takes the space before it along. */
export function fillWords(words: string, values: Values): string {
  const valueOf: Readonly<Record<string, string>> = values;
  return words.replaceAll(/( ?)\{(\w+)\}/g, (placeholder, space: string, name: string) => {
    const value = valueOf[name];
    if (value === undefined) return placeholder;
    return value === '' ? '' : space + value;
  });
}

/** The words of a mail in the reader's language; none for a mail that is not one to readers. */
export async function findWordsOf(
  { publication, tag }: Pick<Reader, 'publication' | 'tag'>,
  connection: Connection,
  mail: string,
): Promise<MailWords> {
  const language = mailLanguageOf({ tag });
  return isReaderMail(mail) && language !== undefined
    ? findMailWords(publication, connection, mail, language)
    : NO_WORDS;
}

/** The language of the texts, without a region. */
function mailLanguageOf({ tag }: Pick<Language, 'tag'>): PageLanguage | undefined {
  const [language = ''] = tag.split('-');
  return isPageLanguage(language) ? language : undefined;
}

/** What a mail to readers begins with. Our choice: one that gives access to an account greets nobody by name. */
export function greetingOf({ t }: Pick<Reader, 't'>, mail: string, name: string): string {
  if (!isReaderMail(mail)) return '';
  const isNamed = name !== '' && READER_MAILS[mail].some((placeholder) => placeholder === 'name');
  return isNamed ? t('mail.greeting-name', { name }) : t('mail.greeting');
}

export function showWords({ opening, closing }: MailWords, values: Values, greeting: string): ShownWords {
  const paragraphsOf = (words: string): string[][] =>
    words === '' ? [] : words.split(/\n\s*\n/).map((paragraph) => fillWords(paragraph, values).split('\n'));
  return { greeting, opening: paragraphsOf(opening), closing: paragraphsOf(closing) };
}
