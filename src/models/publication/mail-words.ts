// The words that a publication adds to the mails to its readers: an opening and a closing of its own for each mail, by
// language. A mail keeps all its own sentences between the two.
import type { Connection, Transaction } from '../../database/connection.ts';
import { InvalidValue, NotFound } from '../errors.ts';
import type { TurnMail } from '../outbox/turn.ts';
import { TenantRecord, type RowOf, type Tenant } from '../record.ts';
import { isPageLanguage, PAGE_LANGUAGES, type PageLanguage } from './languages.ts';

export type Placeholder = 'name' | 'plan' | 'publication';

const OF_PLAN = ['name', 'plan', 'publication'] as const;
/**
 * Our choice: what gives access to an account names nobody, since whoever has got into one could write into its name
 * whatever they like. A gift goes to somebody whose name is not known.
 */
const OF_ACCESS = ['publication'] as const;

/** The mails about a turn that is recorded where it happens (src/models/outbox/turn.ts). */
const TURN_MAILS = {
  welcome: ['name', 'publication'],
  trial_begun: OF_PLAN,
  change_planned: OF_PLAN,
  change_undone: OF_PLAN,
  cancel_confirmed: OF_PLAN,
  cancel_undone: OF_PLAN,
  pause_confirmed: OF_PLAN,
  pause_undone: OF_PLAN,
  payment_ended: OF_PLAN,
  ended: OF_PLAN,
  gift_bought: OF_PLAN,
  gift_claimed: OF_PLAN,
  gift_begun: OF_PLAN,
  activated: OF_ACCESS,
} as const satisfies Readonly<Record<TurnMail, readonly Placeholder[]>>;

/** The mails to readers, with the placeholders that their added words may have. */
export const READER_MAILS = {
  ...TURN_MAILS,
  new_browser: OF_ACCESS,
  paid: OF_PLAN,
  trial: OF_PLAN,
  renewal: OF_PLAN,
  pause_ending: OF_PLAN,
  price_change: OF_PLAN,
  price_change_undone: OF_PLAN,
  payment_failed: OF_PLAN,
  refund: OF_PLAN,
  complimentary: OF_PLAN,
  gift: ['plan', 'publication'],
  gift_ending: OF_PLAN,
  gift_refund: OF_PLAN,
  email_code: OF_ACCESS,
  sign_in_link: OF_ACCESS,
  activation_code_typed: OF_ACCESS,
  new_address: OF_ACCESS,
  address_changed: OF_ACCESS,
  account_erased: OF_ACCESS,
} as const satisfies Readonly<Record<string, readonly Placeholder[]>>;
export type ReaderMail = keyof typeof READER_MAILS;
export const READER_MAIL_NAMES = Object.keys(READER_MAILS) as readonly ReaderMail[];

/** Our choice: a few paragraphs. What is longer is a newsletter. */
export const WORDS_MAX_LENGTH = 1000;
/** The letters, digits and signs between two braces. */
const PLACEHOLDER = /\{([^{}\n]*)\}/g;
/** Line breaks and tabs are the only control characters of a text. */
const CONTROL = /[^\P{Cc}\n\t]/u;

class MailWordsRecord extends TenantRecord {
  static override tableName = 'mail_words';
  static override idColumn = ['publicationId', 'mail', 'language'];
  declare mail: ReaderMail;
  declare language: PageLanguage;
  declare opening: string;
  declare closing: string;
}

/** Either text is empty where there is none. */
export interface MailWords {
  readonly opening: string;
  readonly closing: string;
}
type StoredMailWords = Pick<RowOf<MailWordsRecord>, 'mail' | 'language'> & MailWords;

export const NO_WORDS: MailWords = { opening: '', closing: '' };

export function isReaderMail(name: string): name is ReaderMail {
  return Object.hasOwn(READER_MAILS, name);
}

export function listMailWords(publication: Tenant, connection: Connection): Promise<StoredMailWords[]> {
  return MailWordsRecord.in(publication, connection)
    .select('mail', 'language', 'opening', 'closing')
    .orderBy(['mail', 'language'])
    .execute();
}

export async function findMailWords(
  publication: Tenant,
  connection: Connection,
  mail: ReaderMail,
  language: PageLanguage,
): Promise<MailWords> {
  const found = await MailWordsRecord.find(publication, connection, { mail, language });
  return found === undefined ? NO_WORDS : { opening: found.opening, closing: found.closing };
}

/**
 * Replaces the words that are given; the others stay. Throws NotFound for a mail that is not one to readers, and
 * InvalidValue for another language, and for words that parseMailWords refuses.
 */
export async function setMailWords(
  publication: Tenant,
  transaction: Transaction,
  given: { readonly mail: string; readonly language: string } & { readonly [Field in keyof MailWords]?: string },
): Promise<void> {
  const mail = getReaderMail(given.mail);
  const { language } = given;
  if (!isPageLanguage(language))
    throw new InvalidValue('language', `language must be one of ${PAGE_LANGUAGES.join(', ')}`);
  const words = parseMailWords(mail, given);
  const one = () => MailWordsRecord.in(publication, transaction, { mail, language });
  const isThere =
    (await one().patch(words)) === 1 ||
    (await MailWordsRecord.add(publication, transaction, { mail, language, ...NO_WORDS, ...words }));
  // Somebody else has added it in between.
  if (!isThere) await one().patch(words);
  await one()
    .where({ ...NO_WORDS })
    .delete();
}

/** Takes all words of a mail away, in every language. Idempotent. Throws NotFound. */
export async function resetMailWords(publication: Tenant, transaction: Transaction, mail: string): Promise<void> {
  await MailWordsRecord.in(publication, transaction, { mail: getReaderMail(mail) }).delete();
}

/** Throws NotFound. */
export function getReaderMail(name: string): ReaderMail {
  if (!isReaderMail(name)) throw new NotFound(`No such mail: ${name}. There are: ${READER_MAIL_NAMES.join(', ')}`);
  return name;
}

/**
 * Returns the words as they are kept, of those that are given. Throws InvalidValue of the field, by the reason
 * `placeholder` for one that the mail does not have, and `long`.
 */
export function parseMailWords(
  mail: ReaderMail,
  given: { readonly [Field in keyof MailWords]?: string },
): Partial<MailWords> {
  const { opening, closing } = given;
  return {
    ...(opening === undefined ? {} : { opening: parseWords(mail, 'opening', opening) }),
    ...(closing === undefined ? {} : { closing: parseWords(mail, 'closing', closing) }),
  };
}

/** Returns the placeholders of a text that the mail does not have, with their braces. */
export function unknownPlaceholders(mail: ReaderMail, text: string): string[] {
  const known: readonly string[] = READER_MAILS[mail];
  return [...text.matchAll(PLACEHOLDER)].filter(([, name = '']) => !known.includes(name)).map(([whole]) => whole);
}

function parseWords(mail: ReaderMail, field: keyof MailWords, given: string): string {
  const text = given.replaceAll(/\r\n?/g, '\n').trim();
  const [unknown] = unknownPlaceholders(mail, text);
  if (unknown !== undefined) {
    const known = READER_MAILS[mail].map((name) => `{${name}}`).join(', ');
    throw new InvalidValue(field, `${field} has ${unknown}, but this mail has only ${known}`, 'placeholder');
  }
  if (text.length > WORDS_MAX_LENGTH)
    throw new InvalidValue(field, `${field} must have at most ${WORDS_MAX_LENGTH} characters`, 'long');
  if (CONTROL.test(text)) throw new InvalidValue(field, `${field} must be text`);
  return text;
}
