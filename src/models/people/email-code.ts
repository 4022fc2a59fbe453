// E-mailed codes, by which a visitor verifies an address (decisions 26): six digits, valid for ten minutes, five tries
// and one use, in the requesting browser only. A code is stored as a keyed hash over the record's id and the digits,
// never in clear.
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
/** This limit also holds for a browser whose network address changes. */
const MAILS_PER_BROWSER_AND_HOUR: Limit = { count: 20, seconds: HOUR };
const GUESSES_PER_ADDRESS_AND_DAY: Limit = { count: 50, seconds: DAY };

/** An intent of a known customer, who is signed in for the first and named by an activation code or URL for the second. */
interface CustomerIntent<Purpose extends 'erasure' | 'activation'> {
  readonly purpose: Purpose;
  readonly customerId: string;
}

/** The code goes to the present address, of which a change asks for a proof first (decisions 35). */
interface EmailChangeProofIntent {
  readonly purpose: 'email-change-proof';
  readonly customerId: string;
  /** The new address, as typed. */
  readonly newEmail: string;
}

/** The code goes to the new address. */
interface EmailChangeIntent {
  readonly purpose: 'email-change';
  readonly customerId: string;
  /** The present address in canonical form, and when it was proved. */
  readonly from: string;
  readonly provedAt: number;
}

/**
 * What the visitor asked for, stored with the code so that the browser carries nothing but its cookie and the code's
 * id.
 */
export type Intent =
  | { readonly purpose: 'sign-in'; readonly returnTo: string | null }
  | EmailChangeProofIntent
  | EmailChangeIntent
  | CustomerIntent<'erasure'>
  | CustomerIntent<'activation'>
  | { readonly purpose: 'free-offering'; readonly name: string | null; readonly continueUrl: string | null }
  | SubscribeIntent
  /** `choice` has the format of the field in the gift form. */
  | { readonly purpose: 'gift'; readonly choice: string; readonly name: string | null }
  | GiftIntent;

/** The visitor typed a gift code. */
export interface GiftIntent {
  readonly purpose: 'gift-claim';
  /** The page of the gift under that code: it is void once the gift was sent to somebody else, with another code. */
  readonly path: string;
  readonly name: string | null;
}

export interface SubscribeIntent {
  readonly purpose: 'subscribe';
  /** The slug of the offer whose page was open. */
  readonly offer: string | null;
  /** An offer and a price, in the format of the form's field. */
  readonly choice: string | null;
  readonly name: string | null;
  readonly continueUrl: string | null;
  /** The discount code as typed; codes issued before this field existed lack it. */
  readonly discountCode?: string;
}

export interface EmailCode {
  readonly id: string;
  readonly address: EmailAddress;
  readonly intent: Intent;
  /** `over`: expired, replaced by a newer code, or out of tries. */
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

/**
 * Issues a code that replaces the browser's older ones. Known and unknown addresses are treated alike, and no person is
 * recorded.
 */
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

/**
 * Checks the digits and counts the try. Every write is conditional: of several concurrent calls exactly one is
 * confirmed.
 */
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

/** Ends the open codes that were requested with this address. */
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

/**
 * Returns the typed digits without grouping. Returns undefined for text that cannot be a code, so that a typing error
 * costs no try.
 */
export function parseEmailCode(text: string): string | undefined {
  const digits = text.normalize('NFKC').replaceAll(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}

/**
 * Returns the seconds to wait if the address, the source or the browser has reached its limit. The source is counted
 * first, so that one source cannot exhaust an address for ever.
 */
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

/**
 * Returns the rate limit bucket of an address. Its name is a keyed hash, which does not reveal the address without
 * SECRET_KEY.
 */
function bucket(
  publication: Tenant,
  secretKeys: SecretKeys,
  what: string,
  { emailNormalized }: Pick<EmailAddress, 'emailNormalized'>,
): string {
  return `email-code ${what} ${secretKeys.mac('email-code', `${what} ${publication.id} ${emailNormalized}`)}`;
}

/** Returns the rate limit bucket of a source, which all publications share. */
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
