// What a publication says of itself beside its name and its look: where its own website is, how it is reached, what
// readers agree to, and as whom its mails come. All of it is optional, and read with the publication.
import { isLoopbackHost } from '../../loopback.ts';
import { parseEmailAddress, toMailbox } from '../email-address.ts';
import { InvalidValue } from '../errors.ts';
import { hasEncodedControlCharacter } from '../registered-uri.ts';
import { parsePlainText } from '../text-fields.ts';
import { parseLanguages } from './languages.ts';
import type { TextParsers } from './texts.ts';

/** The details that are text, by the names of their columns. */
export const DETAIL_COLUMNS = {
  homeUrl: 'home_url',
  contactEmail: 'contact_email',
  description: 'description',
  imprintUrl: 'imprint_url',
  termsUrl: 'terms_url',
  privacyUrl: 'privacy_url',
  withdrawalUrl: 'withdrawal_url',
  senderName: 'sender_name',
  replyTo: 'reply_to',
  mailFrom: 'mail_from',
} as const;
export type DetailName = keyof typeof DETAIL_COLUMNS;
export const DETAIL_NAMES = Object.keys(DETAIL_COLUMNS) as readonly DetailName[];

/** Whether a reader may pay for one plan at a time, or for several side by side (decisions 44). */
export const PLANS_PER_READER = ['one', 'several'] as const;
export type PlansPerReader = (typeof PLANS_PER_READER)[number];

/** Who pauses a subscription: the publisher alone, or readers their own as well (decisions 43). */
export const PAUSES_SET_BY = ['publisher', 'reader'] as const;
export type PausesSetBy = (typeof PAUSES_SET_BY)[number];

/** Null for what the publication does not say. */
export interface Details extends Record<DetailName, string | null> {
  /** The file of the cover picture (src/models/publication/logo.ts). */
  cover: string | null;
  plansPerReader: PlansPerReader;
  pausesSetBy: PausesSetBy;
  /** The languages of its pages and mails that it chose (languages.ts); empty for the usual ones. */
  languages: string;
  /** Its description in other languages than its own (texts.ts). */
  texts: string | null;
}

/** As given: an empty text removes a detail. */
export type GivenDetails = Partial<Record<DetailName | 'plansPerReader' | 'pausesSetBy' | 'languages', string>>;

export const NO_DETAILS: Details = {
  homeUrl: null,
  contactEmail: null,
  description: null,
  imprintUrl: null,
  termsUrl: null,
  privacyUrl: null,
  withdrawalUrl: null,
  senderName: null,
  replyTo: null,
  mailFrom: null,
  cover: null,
  plansPerReader: 'one',
  pausesSetBy: 'publisher',
  languages: '',
  texts: null,
};

const OTHER_COLUMNS = ['plans_per_reader', 'pauses_set_by', 'languages', 'texts'];

/** The columns of Details; publications must be selected as `p`. */
export const detailColumns = [...Object.values(DETAIL_COLUMNS), 'cover', ...OTHER_COLUMNS]
  .map((column) => `p.${column}`)
  .join(', ');

const URL_MAX_LENGTH = 2048;
/** Our choice: search engines and posts show no more of it. */
const DESCRIPTION_MAX_LENGTH = 200;
const SENDER_NAME_MAX_LENGTH = 100;

/** @param mailDomains the domains from which the operator lets mails come (MAIL_FROM_DOMAINS) */
type Parse = (field: string, text: string, mailDomains: readonly string[]) => string | null;

const PARSERS: Readonly<Record<DetailName, Parse>> = {
  homeUrl: parseLink,
  contactEmail: parseMailbox,
  description: (_field, text) => parseLineOfDescription(text),
  imprintUrl: parseLink,
  termsUrl: parseLink,
  privacyUrl: parseLink,
  withdrawalUrl: parseLink,
  senderName: (field, text) => parseLine(field, text, SENDER_NAME_MAX_LENGTH),
  replyTo: parseMailbox,
  mailFrom: parseSender,
};

/** What a publication may say of itself in other languages than its own. */
export const PUBLICATION_TEXTS: TextParsers = { description: parseLineOfDescription };

/** Parses the given details. Throws InvalidValue, of the column's name. */
export function parseDetails(given: GivenDetails, mailDomains: readonly string[]): Partial<Details> {
  const parsed = DETAIL_NAMES.flatMap((name) => {
    const text = given[name];
    return text === undefined ? [] : [[name, PARSERS[name](DETAIL_COLUMNS[name], text.trim(), mailDomains)] as const];
  });
  const { plansPerReader, pausesSetBy, languages } = given;
  return {
    ...Object.fromEntries(parsed),
    ...(plansPerReader !== undefined && {
      plansPerReader: parseOneOf('plans_per_reader', plansPerReader, PLANS_PER_READER),
    }),
    ...(pausesSetBy !== undefined && { pausesSetBy: parseOneOf('pauses_set_by', pausesSetBy, PAUSES_SET_BY) }),
    ...(languages === undefined ? {} : { languages: parseLanguages(languages) }),
  };
}

/** Whether mails may come from an address of this domain; asked again whenever one is sent. */
export function isAllowedSender(address: string, mailDomains: readonly string[]): boolean {
  const mailbox = toMailbox(address).toLowerCase();
  return mailDomains.includes(mailbox.slice(mailbox.lastIndexOf('@') + 1));
}

/**
 * Our choice: https, since readers are sent there to read what they agree to; http for loopback hosts, at which only
 * this machine answers. What stands in the page's address bar may be pasted, a fragment included.
 */
function parseLink(field: string, text: string): string | null {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  const isPlain =
    url !== undefined &&
    url.username === '' &&
    url.password === '' &&
    !/[\s\\]/.test(text) &&
    !hasEncodedControlCharacter(text);
  if (url === undefined || !isWeb || !isPlain || url.href.length > URL_MAX_LENGTH)
    throw new InvalidValue(field, `${field} must be an https address such as https://www.example.org/terms`);
  return url.href;
}

function parseMailbox(field: string, text: string): string | null {
  if (text === '') return null;
  try {
    return parseEmailAddress(text).email;
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new InvalidValue(field, `${field} must be an e-mail address such as post@example.org`);
  }
}

function parseSender(field: string, text: string, mailDomains: readonly string[]): string | null {
  const address = parseMailbox(field, text);
  if (address !== null && !isAllowedSender(address, mailDomains))
    throw new InvalidValue(
      field,
      mailDomains.length === 0
        ? `${field} needs a domain that the operator allows by MAIL_FROM_DOMAINS: there is none`
        : `${field} must be an address of a domain that the operator allows: ${mailDomains.join(', ')}`,
      'domain',
    );
  return address;
}

function parseLineOfDescription(text: string): string | null {
  return parseLine('description', text, DESCRIPTION_MAX_LENGTH);
}

function parseLine(field: string, text: string, maxLength: number): string | null {
  const line = parsePlainText(field, text, Infinity);
  if (line !== null && (line.includes('\n') || line.length > maxLength))
    throw new InvalidValue(field, `${field} must be one line of at most ${maxLength} characters`, 'line');
  return line;
}

function parseOneOf<Value extends string>(field: string, text: string, values: readonly Value[]): Value {
  const known = values.find((value) => value === text);
  if (known === undefined) throw new InvalidValue(field, `${field} must be one of ${values.join(', ')}`);
  return known;
}
