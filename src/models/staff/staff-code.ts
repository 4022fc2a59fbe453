// E-mailed codes by which staff sign in to the dashboard: six digits, ten minutes, five tries, one use, in the requesting
// browser only, like those of readers (decisions 26), and limited per address and network.
import { Model } from 'objection';
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret, randomDigits, type SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { Limits } from '../../limit-settings.ts';
import { bucketOf, takeFrom, type Ceiling } from '../ceiling.ts';
import type { EmailAddress } from '../email-address.ts';

const CODE_LENGTH = 6;
export const STAFF_CODE_LIFETIME_SECONDS = 600;
const TRIES = 5;

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

export interface IssuedStaffCode {
  readonly id: string;
  readonly digits: string;
  readonly expiresAt: Date;
}

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
    readonly returnTo: string;
  },
): Promise<IssuedStaffCode> {
  const { address, returnTo } = given;
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
  return { id, digits, expiresAt };
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
  typed: { readonly id: string; readonly browser: string; readonly digits: string; readonly limits: Limits },
): Promise<ConfirmedStaffCode> {
  const { id, browser, digits, limits } = typed;
  const now = clock.now();
  const row = await transaction.first(countTry, { id, browserHash: hashSecret(browser), now, tries: TRIES });
  if (row === undefined) return { state: 'over' };
  const refusal = await takeFrom(transaction, clock, [guessCeiling(limits, secretKeys, row.emailNormalized)]);
  if (refusal !== undefined) return { state: 'limited', resetsIn: refusal.resetsIn };
  if (!secretKeys.isMac('staff-code', `${row.id} ${digits}`, row.codeMac))
    return { state: 'wrong', triesLeft: TRIES - row.attempts };
  const unused = StaffCodeRecord.query(transaction.knex).where({ id, usedAt: null });
  if ((await unused.patch({ usedAt: now.getTime() })) === 0) return { state: 'over' };
  const { email, emailNormalized, returnTo } = row;
  return { state: 'confirmed', address: { email, emailNormalized }, returnTo };
}

/** The limits of a mail with a code, the network's first, so that one network cannot use up what others share. */
export function staffMailCeilings(
  limits: Limits,
  secretKeys: SecretKeys,
  { address, network }: { readonly address: EmailAddress; readonly network: string },
): Ceiling[] {
  const of = (name: keyof Limits, who: string): Ceiling => ({
    bucket: bucketOf(secretKeys, `staff-code ${name}`, who),
    limit: limits[name],
  });
  return [
    of('networkMailsPerHour', network),
    of('addressMailsPerHour', address.emailNormalized),
    of('addressMailsPerDay', address.emailNormalized),
  ];
}

function guessCeiling(limits: Limits, secretKeys: SecretKeys, emailNormalized: string): Ceiling {
  const name = 'addressGuessesPerDay';
  return { bucket: bucketOf(secretKeys, `staff-code ${name}`, emailNormalized), limit: limits[name] };
}
