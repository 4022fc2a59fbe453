// E-mailed codes, by which a visitor verifies an address (decisions 26): six digits, valid for ten minutes, five tries
// and one use, in the requesting browser only. A code is stored as a keyed hash over the record's id and the digits,
// never in clear.
import { addSeconds, isAlive, latestEnd, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret, randomDigits, type SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { takeFrom, type Ceiling } from '../ceiling.ts';
import type { EmailAddress } from '../email-address.ts';
import { liftBounces } from '../outbox/mail-problem.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { CustomerRecord } from './customer-record.ts';

const EMAIL_CODE_LENGTH = 6;
export const EMAIL_CODE_LIFETIME_SECONDS = 600;
const EMAIL_CODE_TRIES = 5;

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
  /** `over`: expired, replaced by a newer code, or out of tries, which isSpent says. */
  readonly state: 'open' | 'used' | 'over';
  readonly isSpent: boolean;
}

export interface EmailCodeRequest {
  readonly address: EmailAddress;
  /** The value of the browser cookie. */
  readonly browser: string;
  readonly intent: Intent;
  /** What the mail was counted towards and is taken back from once the code is entered. */
  readonly counted: readonly Ceiling[];
}

export interface IssuedEmailCode {
  readonly id: string;
  readonly digits: string;
  readonly expiresAt: Date;
  /** The spelling to mail the code to; pages show the one that was typed, so that nobody learns who is known. */
  readonly to: string;
}

export type Confirmed =
  | {
      readonly state: 'confirmed';
      readonly address: EmailAddress;
      readonly intent: Intent;
      readonly counted: readonly Ceiling[];
    }
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
  /** Ceilings as JSON. */
  declare counted: string;
  declare attempts: number;
  declare createdAt: number;
  declare expiresAt: number;
  declare usedAt: number | null;
}

type Row = RowOf<EmailCodeRecord>;

const countTry = statement<Row>(
  'try_email_code',
  `update email_codes set attempts = attempts + 1 where publication_id = :publicationId and id = :id and browser_hash = :browserHash
    and used_at is null and expires_at > :now and expires_at <= :latest and attempts < :tries returning *`,
);

/** Issues a code that replaces the browser's older ones, alike for known and unknown addresses: no person is recorded. */
export async function requestEmailCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  given: EmailCodeRequest,
): Promise<IssuedEmailCode> {
  const { address, intent, counted } = given;
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
    counted: JSON.stringify(counted),
    attempts: 0,
    createdAt: now.getTime(),
    expiresAt: expiresAt.getTime(),
  });
  return {
    id,
    digits,
    expiresAt,
    to: await spellingToMail(publication, transaction, address, intent),
  };
}

/**
 * Returns the spelling on file of a known person's address (decisions 35): a mail server may tell spellings apart that
 * are one address here. Who changes their own address proves the new spelling.
 */
async function spellingToMail(
  publication: Tenant,
  transaction: Transaction,
  { email, emailNormalized }: EmailAddress,
  intent: Intent,
): Promise<string> {
  const owner = await first(
    CustomerRecord.in(publication, transaction, { emailNormalized, goneAt: null }).select('id', 'email'),
  );
  return intent.purpose === 'email-change' && intent.customerId === owner?.id ? email : (owner?.email ?? email);
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
  if (row === undefined) return undefined;
  const isSpent = row.attempts >= EMAIL_CODE_TRIES && row.usedAt === null;
  return { id: row.id, address: addressOf(row), intent: toIntent(row), state: stateOf(row, clock), isSpent };
}

/**
 * Checks the digits and counts the try, for the code and towards the ceiling. Every write is conditional: of several concurrent calls exactly one is
 * confirmed.
 */
export async function confirmEmailCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  given: { id: string; browser: string; digits: string; ceiling: Ceiling },
): Promise<Confirmed> {
  const now = clock.now();
  const row = await transaction.first(countTry, {
    publicationId: publication.id,
    id: given.id,
    browserHash: hashSecret(given.browser),
    now,
    latest: latestEnd(now, EMAIL_CODE_LIFETIME_SECONDS),
    tries: EMAIL_CODE_TRIES,
  });
  if (row === undefined) return { state: 'over' };
  const refusal = await takeFrom(transaction, clock, [given.ceiling]);
  if (refusal !== undefined) return { state: 'limited', resetsIn: refusal.resetsIn };
  if (!secretKeys.isMac('email-code', `${row.id} ${given.digits}`, row.codeMac))
    return { state: 'wrong', triesLeft: EMAIL_CODE_TRIES - row.attempts };
  const unused = EmailCodeRecord.in(publication, transaction, { id: row.id, usedAt: null });
  const isFirst = (await unused.patch({ usedAt: now.getTime() })) === 1;
  if (!isFirst) return { state: 'over' };
  await liftBounces(publication, transaction, secretKeys, row.emailNormalized);
  // Written by requestEmailCode.
  const counted = JSON.parse(row.counted) as Ceiling[];
  return { state: 'confirmed', address: addressOf(row), intent: toIntent(row), counted };
}

/** The open code that this browser asked for with this address and for the same purpose. */
export async function findOpenEmailCode(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  { address, browser, intent }: Pick<EmailCodeRequest, 'address' | 'browser' | 'intent'>,
): Promise<{ readonly id: string } | undefined> {
  const { emailNormalized } = address;
  const asked = { browserHash: hashSecret(browser), emailNormalized, purpose: intent.purpose, usedAt: null };
  const [earliest, latest] = [clock.now(), latestEnd(clock.now(), EMAIL_CODE_LIFETIME_SECONDS)];
  return first(
    EmailCodeRecord.in(publication, connection, asked)
      .whereBetween('expiresAt', [earliest.getTime() + 1, latest.getTime()])
      .where('attempts', '<', EMAIL_CODE_TRIES)
      .select('id')
      .orderBy('id', 'desc'),
  );
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

function stateOf(row: Row, clock: Clock): EmailCode['state'] {
  if (row.usedAt !== null) return 'used';
  const isOpen = isAlive(row.expiresAt, clock.now(), EMAIL_CODE_LIFETIME_SECONDS);
  return isOpen && row.attempts < EMAIL_CODE_TRIES ? 'open' : 'over';
}

function addressOf({ email, emailNormalized }: Row): EmailAddress {
  return { email, emailNormalized };
}

function toIntent(row: Row): Intent {
  // Written by requestEmailCode from an Intent.
  return JSON.parse(row.intent) as Intent;
}
