// E-mailed codes: how a visitor proves an address (decisions 26). Six digits, ten minutes, five tries, good only in the browser that asked
// and only once. Stored as a keyed hash over the record's id and the code; never in clear.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret, randomDigits, type SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { EmailAddress } from '../email-address.ts';
import { countTowards, type Limit } from '../limit.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';

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
  readonly address: EmailAddress;
  readonly intent: Intent;
  /** `over`: too old, replaced by a newer code, or guessed at too often. */
  readonly state: 'open' | 'used' | 'over';
}

export interface EmailCodeRequest {
  readonly address: EmailAddress;
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
  | { readonly state: 'confirmed'; readonly address: EmailAddress; readonly intent: Intent }
  | { readonly state: 'wrong'; readonly triesLeft: number }
  | { readonly state: 'limited'; readonly resetsIn: number }
  | { readonly state: 'over' };

export class EmailCodeRecord extends PublicationRecord {
  static override tableName = 'email_codes';
  declare browserHash: string;
  declare purpose: Intent['purpose'];
  declare email: string;
  declare emailNormalized: string;
  declare codeMac: string;
  /** An Intent as JSON. */
  declare intent: string;
  declare attempts: number;
  declare createdAt: number;
  declare expiresAt: number;
  declare usedAt: number | null;
}

type Row = RowOf<EmailCodeRecord>;

const countTry = statement<Row>(
  'try_email_code',
  `update email_codes set attempts = attempts + 1 where publication_id = :publicationId and id = :id and browser_hash = :browserHash
    and used_at is null and expires_at > :now and attempts < :tries returning *`,
);

/** A new code, which replaces the browser's older ones. Works the same for every address, known or not, and records no person. */
export async function requestEmailCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  given: EmailCodeRequest,
): Promise<Requested> {
  const { address, intent } = given;
  const resetsIn = await countMail(publication, transaction, clock, secretKeys, given);
  if (resetsIn !== undefined) return { state: 'limited', resetsIn };
  const now = clock.now();
  const [id, digits, expiresAt] = [
    newId('emc', now),
    randomDigits(EMAIL_CODE_LENGTH),
    addSeconds(now, EMAIL_CODE_LIFETIME_SECONDS),
  ];
  const browserHash = hashSecret(given.browser);
  const codeMac = secretKeys.mac('email-code', `${id} ${digits}`);
  await EmailCodeRecord.in(publication, transaction, { browserHash, usedAt: null })
    .where('expiresAt', '>', now.getTime())
    .patch({ expiresAt: now.getTime() });
  await EmailCodeRecord.in(publication, transaction).insert({
    publicationId: publication.id,
    id,
    browserHash,
    purpose: intent.purpose,
    ...address,
    codeMac,
    intent: JSON.stringify(intent),
    attempts: 0,
    createdAt: now.getTime(),
    expiresAt: expiresAt.getTime(),
  });
  return { state: 'issued', id, digits, expiresAt };
}

/** The code that this browser asked for; undefined in every other browser. Looking changes nothing. */
export async function findEmailCode(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  given: { id: string; browser: string },
): Promise<EmailCode | undefined> {
  const { id, browser } = given;
  const row = await EmailCodeRecord.find(publication, connection, { id, browserHash: hashSecret(browser) });
  return row && { id: row.id, address: addressOf(row), intent: toIntent(row), state: stateOf(row, clock) };
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
  const row = await transaction.first(countTry, {
    publicationId: publication.id,
    id: given.id,
    browserHash: hashSecret(given.browser),
    now,
    tries: EMAIL_CODE_TRIES,
  });
  if (row === undefined) return { state: 'over' };
  const guesses = await countTowards(
    transaction,
    clock,
    bucket(publication, secretKeys, 'guesses', row),
    GUESSES_PER_ADDRESS_AND_DAY,
  );
  if (guesses.isExceeded) return { state: 'limited', resetsIn: guesses.resetsIn };
  if (!secretKeys.isMac('email-code', `${row.id} ${given.digits}`, row.codeMac))
    return { state: 'wrong', triesLeft: EMAIL_CODE_TRIES - row.attempts };
  const unused = EmailCodeRecord.in(publication, transaction, { id: row.id, usedAt: null });
  const isFirst = (await unused.patch({ usedAt: now.getTime() })) === 1;
  return isFirst ? { state: 'confirmed', address: addressOf(row), intent: toIntent(row) } : { state: 'over' };
}

/** Codes that were asked for with the address open nothing any more. */
export async function endEmailCodes(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  emailNormalized: string,
): Promise<void> {
  const now = clock.now().getTime();
  await EmailCodeRecord.in(publication, transaction, { emailNormalized, usedAt: null })
    .where('expiresAt', '>', now)
    .patch({ expiresAt: now });
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
  { address, source, browser }: EmailCodeRequest,
): Promise<number | undefined> {
  const limits: readonly (readonly [string, Limit])[] = [
    [sourceBucket(secretKeys, source), MAILS_PER_SOURCE_AND_HOUR],
    [`email-code browser ${secretKeys.mac('email-code', `browser ${browser}`)}`, MAILS_PER_BROWSER_AND_HOUR],
    [bucket(publication, secretKeys, 'mails an hour', address), MAILS_PER_ADDRESS_AND_HOUR],
    [bucket(publication, secretKeys, 'mails a day', address), MAILS_PER_ADDRESS_AND_DAY],
  ];
  for (const [name, limit] of limits) {
    const { isExceeded, resetsIn } = await countTowards(transaction, clock, name, limit);
    if (isExceeded) return resetsIn;
  }
  return undefined;
}

/** A bucket of one address, named by a keyed hash: without SECRET_KEY nobody can tell whose it is. */
function bucket(
  publication: Tenant,
  secretKeys: SecretKeys,
  what: string,
  { emailNormalized }: Pick<EmailAddress, 'emailNormalized'>,
): string {
  return `email-code ${what} ${secretKeys.mac('email-code', `${what} ${publication.id} ${emailNormalized}`)}`;
}

/** One for all publications: a source that mails through many of them is still one. */
function sourceBucket(secretKeys: SecretKeys, source: string): string {
  return `email-code source ${secretKeys.mac('email-code', `source ${source}`)}`;
}

function stateOf(row: Row, clock: Clock): EmailCode['state'] {
  if (row.usedAt !== null) return 'used';
  return row.expiresAt > clock.now().getTime() && row.attempts < EMAIL_CODE_TRIES ? 'open' : 'over';
}

function addressOf({ email, emailNormalized }: Row): EmailAddress {
  return { email, emailNormalized };
}

function toIntent(row: Row): Intent {
  // Written by requestEmailCode from an Intent.
  return JSON.parse(row.intent) as Intent;
}
