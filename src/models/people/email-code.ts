// E-mailed codes: how a visitor proves an address (decisions 26). Six digits, ten minutes, five tries, good only in the browser that asked
// and only once. Stored as a keyed hash over the record's id and the code; never in clear.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret, randomDigits, type SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { normalizeEmail, parseEmailAddress } from '../email-address.ts';
import { countTowards, type Limit } from '../limit.ts';
import type { Tenant } from '../record.ts';

const EMAIL_CODE_LENGTH = 6;
export const EMAIL_CODE_LIFETIME_SECONDS = 600;
const EMAIL_CODE_TRIES = 5;

const HOUR = 3600;
const DAY = 24 * HOUR;
// Decisions 33: tighter limits on codes and sign-in mails per address and source.
const MAILS_PER_ADDRESS_AND_HOUR: Limit = { count: 5, seconds: HOUR };
const MAILS_PER_ADDRESS_AND_DAY: Limit = { count: 10, seconds: DAY };
const MAILS_PER_SOURCE_AND_HOUR: Limit = { count: 20, seconds: HOUR };
/** A browser that changes its address counts all the same. */
const MAILS_PER_BROWSER_AND_HOUR: Limit = { count: 20, seconds: HOUR };
const GUESSES_PER_ADDRESS_AND_DAY: Limit = { count: 50, seconds: DAY };

/** Of a known customer: signed in for the first two, named by an activation code or URL for the third. */
interface CustomerIntent<
  Purpose extends 'email-change' | 'erasure' | 'activation' = 'email-change' | 'erasure' | 'activation',
> {
  readonly purpose: Purpose;
  readonly customerId: string;
}

/** What the visitor was about to do, kept here so that the address is all that the browser has to carry. */
export type Intent =
  | { readonly purpose: 'sign-in'; readonly returnTo: string | null }
  | CustomerIntent<'email-change'>
  | CustomerIntent<'erasure'>
  | CustomerIntent<'activation'>
  | { readonly purpose: 'free-offering'; readonly name: string | null; readonly continueUrl: string | null }
  | SubscribeIntent
  /** `choice`: as the form of gifts has it. */
  | { readonly purpose: 'gift'; readonly choice: string; readonly name: string | null }
  | GiftIntent;

/** Somebody typed the code of that gift. */
export interface GiftIntent {
  readonly purpose: 'gift-claim';
  readonly giftId: string;
  readonly name: string | null;
}

export interface SubscribeIntent {
  readonly purpose: 'subscribe';
  /** The slug of the one whose page it was. */
  readonly offer: string | null;
  /** Of an offer and a price, as the form has it. */
  readonly choice: string | null;
  readonly name: string | null;
  readonly continueUrl: string | null;
  /** A discount code, as typed. Codes that were mailed before there were any have none. */
  readonly discountCode?: string;
}

export interface EmailCode {
  readonly id: string;
  /** As typed. */
  readonly email: string;
  readonly intent: Intent;
  /** `over`: too old, replaced by a newer code, or guessed at too often. */
  readonly state: 'open' | 'used' | 'over';
}

export interface EmailCodeRequest {
  readonly email: string;
  /** The value of the browser cookie. */
  readonly browser: string;
  /** The network the request came from. */
  readonly source: string;
  readonly intent: Intent;
}

export type Requested =
  | { readonly state: 'issued'; readonly id: string; readonly digits: string; readonly expiresAt: Date }
  | { readonly state: 'limited'; readonly resetsIn: number };

export type Confirmed =
  | { readonly state: 'confirmed'; readonly email: string; readonly intent: Intent }
  | { readonly state: 'wrong'; readonly triesLeft: number }
  | { readonly state: 'limited'; readonly resetsIn: number }
  | { readonly state: 'over' };

interface Row {
  id: string;
  email: string;
  codeMac: string;
  intent: string;
  attempts: number;
  expiresAt: number;
  usedAt: number | null;
}

const columns = 'id, email, code_mac, intent, attempts, expires_at, used_at';
const replaceOlder = statement(
  'replace_email_codes',
  'update email_codes set expires_at = ? where publication_id = ? and browser_hash = ? and used_at is null and expires_at > ?',
);
const insert = statement(
  'insert_email_code',
  `insert into email_codes (id, publication_id, browser_hash, purpose, email, email_normalized, code_mac, intent, attempts, created_at, expires_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`,
);
const byId = statement<Row>(
  'email_code',
  `select ${columns} from email_codes where publication_id = ? and id = ? and browser_hash = ?`,
);
const countTry = statement<Row>(
  'try_email_code',
  `update email_codes set attempts = attempts + 1 where publication_id = ? and id = ? and browser_hash = ? and used_at is null
    and expires_at > ? and attempts < ? returning ${columns}`,
);
const use = statement(
  'use_email_code',
  'update email_codes set used_at = ? where publication_id = ? and id = ? and used_at is null',
);

/**
 * A new code, which replaces the browser's older ones. Works the same for every address, known or not, and records no person.
 * Throws InvalidValue for text that can be no e-mail address.
 */
export async function requestEmailCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  given: EmailCodeRequest,
): Promise<Requested> {
  const { email, emailNormalized } = parseEmailAddress(given.email);
  const resetsIn = await countMail(publication, transaction, clock, secretKeys, {
    email,
    source: given.source,
    browser: given.browser,
  });
  if (resetsIn !== undefined) return { state: 'limited', resetsIn };
  const now = clock.now();
  const [id, digits, expiresAt] = [
    newId('emc', now),
    randomDigits(EMAIL_CODE_LENGTH),
    addSeconds(now, EMAIL_CODE_LIFETIME_SECONDS),
  ];
  const browserHash = hashSecret(given.browser);
  const codeMac = secretKeys.mac('email-code', `${id} ${digits}`);
  await transaction.run(replaceOlder, [now, publication.id, browserHash, now]);
  const { intent } = given;
  await transaction.run(insert, [
    id,
    publication.id,
    browserHash,
    intent.purpose,
    email,
    emailNormalized,
    codeMac,
    JSON.stringify(intent),
    now,
    expiresAt,
  ]);
  return { state: 'issued', id, digits, expiresAt };
}

/** The code that this browser asked for; undefined in every other browser. Looking changes nothing. */
export async function findEmailCode(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  given: { id: string; browser: string },
): Promise<EmailCode | undefined> {
  const row = await connection.first(byId, [publication.id, given.id, hashSecret(given.browser)]);
  return row && { id: row.id, email: row.email, intent: toIntent(row), state: stateOf(row, clock) };
}

/** Counts one try, and lets one right try win: every write is conditional, so that of many at once a single one is confirmed. */
export async function confirmEmailCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  given: { id: string; browser: string; digits: string },
): Promise<Confirmed> {
  const now = clock.now();
  const row = await transaction.first(countTry, [
    publication.id,
    given.id,
    hashSecret(given.browser),
    now,
    EMAIL_CODE_TRIES,
  ]);
  if (row === undefined) return { state: 'over' };
  const guesses = await countTowards(
    transaction,
    clock,
    bucket(publication, secretKeys, 'guesses', row.email),
    GUESSES_PER_ADDRESS_AND_DAY,
  );
  if (guesses.isExceeded) return { state: 'limited', resetsIn: guesses.resetsIn };
  if (!secretKeys.isMac('email-code', `${row.id} ${given.digits}`, row.codeMac))
    return { state: 'wrong', triesLeft: EMAIL_CODE_TRIES - row.attempts };
  const isFirst = (await transaction.run(use, [now, publication.id, row.id])) === 1;
  return isFirst ? { state: 'confirmed', email: row.email, intent: toIntent(row) } : { state: 'over' };
}

/** The digits of what was typed, however they are grouped; undefined when they can be no code, so that a slip costs no try. */
export function parseEmailCode(text: string): string | undefined {
  const digits = text.normalize('NFKC').replaceAll(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}

/** Returns the seconds to wait when the address, the source or the browser has had enough. The source is counted first, so that it cannot use up an address for ever. */
async function countMail(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  { email, source, browser }: { email: string; source: string; browser: string },
): Promise<number | undefined> {
  const limits: readonly (readonly [string, Limit])[] = [
    [sourceBucket(secretKeys, source), MAILS_PER_SOURCE_AND_HOUR],
    [`email-code browser ${secretKeys.mac('email-code', `browser ${browser}`)}`, MAILS_PER_BROWSER_AND_HOUR],
    [bucket(publication, secretKeys, 'mails an hour', email), MAILS_PER_ADDRESS_AND_HOUR],
    [bucket(publication, secretKeys, 'mails a day', email), MAILS_PER_ADDRESS_AND_DAY],
  ];
  for (const [name, limit] of limits) {
    const { isExceeded, resetsIn } = await countTowards(transaction, clock, name, limit);
    if (isExceeded) return resetsIn;
  }
  return undefined;
}

/** A bucket of one address, named by a keyed hash: without SECRET_KEY nobody can tell whose it is. */
function bucket(publication: Tenant, secretKeys: SecretKeys, what: string, email: string): string {
  return `email-code ${what} ${secretKeys.mac('email-code', `${what} ${publication.id} ${normalizeEmail(email)}`)}`;
}

/** One for all publications: a source that mails through many of them is still one. */
function sourceBucket(secretKeys: SecretKeys, source: string): string {
  return `email-code source ${secretKeys.mac('email-code', `source ${source}`)}`;
}

function stateOf(row: Row, clock: Clock): EmailCode['state'] {
  if (row.usedAt !== null) return 'used';
  return row.expiresAt > clock.now().getTime() && row.attempts < EMAIL_CODE_TRIES ? 'open' : 'over';
}

function toIntent(row: Row): Intent {
  // Written by requestEmailCode from an Intent.
  return JSON.parse(row.intent) as Intent;
}
