// E-mailed codes by which staff sign in to the dashboard: six digits, ten minutes, five tries, one use, in the requesting
// browser only, like those of readers (decisions 26), and limited per address and network.
import { Model } from 'objection';
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret, randomDigits, type SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { EmailAddress } from '../email-address.ts';
import { countTowards, type Limit } from '../limit.ts';

const CODE_LENGTH = 6;
export const STAFF_CODE_LIFETIME_SECONDS = 600;
const TRIES = 5;

const HOUR = 3600;
const DAY = 24 * HOUR;
const MAILS_PER_SOURCE_AND_HOUR: Limit = { count: 20, seconds: HOUR };
const MAILS_PER_ADDRESS_AND_HOUR: Limit = { count: 5, seconds: HOUR };
const GUESSES_PER_ADDRESS_AND_DAY: Limit = { count: 50, seconds: DAY };

class StaffCodeRecord extends Model {
  static override tableName = 'staff_codes';
  declare id: string;
  declare browserHash: string;
  declare email: string;
  declare emailNormalized: string;
  declare codeMac: string;
  /** The path on the dashboard that the person asked for. */
  declare returnTo: string;
  declare attempts: number;
  declare createdAt: number;
  declare expiresAt: number;
  declare usedAt: number | null;
}

type Row = Omit<StaffCodeRecord, keyof Model>;

export interface StaffCode {
  readonly id: string;
  readonly email: string;
  readonly returnTo: string;
}

export type RequestedStaffCode =
  | { readonly state: 'issued'; readonly id: string; readonly digits: string; readonly expiresAt: Date }
  | { readonly state: 'limited'; readonly resetsIn: number };

export type ConfirmedStaffCode =
  | { readonly state: 'confirmed'; readonly address: EmailAddress; readonly returnTo: string }
  | { readonly state: 'wrong'; readonly triesLeft: number }
  | { readonly state: 'limited'; readonly resetsIn: number }
  | { readonly state: 'over' };

const countTry = statement<Row>(
  'try_staff_code',
  `update staff_codes set attempts = attempts + 1 where id = :id and browser_hash = :browserHash
    and used_at is null and expires_at > :now and attempts < :tries returning *`,
);

/** Issues a code that replaces the browser's older ones. Known and unknown addresses are treated alike. */
export async function requestStaffCode(
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  given: {
    readonly address: EmailAddress;
    readonly browser: string;
    readonly source: string;
    readonly returnTo: string;
  },
): Promise<RequestedStaffCode> {
  const { address, returnTo } = given;
  for (const [bucket, limit] of [
    [bucketOf(secretKeys, 'source', given.source), MAILS_PER_SOURCE_AND_HOUR],
    [bucketOf(secretKeys, 'mails', address.emailNormalized), MAILS_PER_ADDRESS_AND_HOUR],
  ] as const) {
    const { isExceeded, resetsIn } = await countTowards(transaction, clock, bucket, limit);
    if (isExceeded) return { state: 'limited', resetsIn };
  }
  const now = clock.now();
  const [id, digits] = [newId('stc', now), randomDigits(CODE_LENGTH)];
  const [browserHash, expiresAt] = [hashSecret(given.browser), addSeconds(now, STAFF_CODE_LIFETIME_SECONDS)];
  await StaffCodeRecord.query(transaction.knex)
    .where({ browserHash, usedAt: null })
    .where('expiresAt', '>', now.getTime())
    .patch({ expiresAt: now.getTime() });
  await StaffCodeRecord.query(transaction.knex).insert({
    id,
    browserHash,
    email: address.email,
    emailNormalized: address.emailNormalized,
    codeMac: secretKeys.mac('staff-code', `${id} ${digits}`),
    returnTo,
    attempts: 0,
    createdAt: now.getTime(),
    expiresAt: expiresAt.getTime(),
    usedAt: null,
  });
  return { state: 'issued', id, digits, expiresAt };
}

/** The open code that this browser asked for; undefined for one that is over, and in every other browser. */
export async function findStaffCode(
  connection: Connection,
  clock: Clock,
  { id, browser }: { readonly id: string; readonly browser: string },
): Promise<StaffCode | undefined> {
  return StaffCodeRecord.query(connection.knex)
    .select('id', 'email', 'returnTo')
    .where({ id, browserHash: hashSecret(browser), usedAt: null })
    .where('expiresAt', '>', clock.now().getTime())
    .where('attempts', '<', TRIES)
    .first();
}

/** Checks the digits and counts the try. Of several concurrent calls exactly one is confirmed. */
export async function confirmStaffCode(
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  { id, browser, digits }: { readonly id: string; readonly browser: string; readonly digits: string },
): Promise<ConfirmedStaffCode> {
  const now = clock.now();
  const row = await transaction.first(countTry, { id, browserHash: hashSecret(browser), now, tries: TRIES });
  if (row === undefined) return { state: 'over' };
  const guesses = bucketOf(secretKeys, 'guesses', row.emailNormalized);
  const { isExceeded, resetsIn } = await countTowards(transaction, clock, guesses, GUESSES_PER_ADDRESS_AND_DAY);
  if (isExceeded) return { state: 'limited', resetsIn };
  if (!secretKeys.isMac('staff-code', `${row.id} ${digits}`, row.codeMac))
    return { state: 'wrong', triesLeft: TRIES - row.attempts };
  const unused = StaffCodeRecord.query(transaction.knex).where({ id, usedAt: null });
  if ((await unused.patch({ usedAt: now.getTime() })) === 0) return { state: 'over' };
  const { email, emailNormalized, returnTo } = row;
  return { state: 'confirmed', address: { email, emailNormalized }, returnTo };
}

/** The name of a bucket is a keyed hash, which reveals neither address nor network without SECRET_KEY. */
function bucketOf(secretKeys: SecretKeys, what: string, of: string): string {
  return `staff-code ${what} ${secretKeys.mac('staff-code', `${what} ${of}`)}`;
}
