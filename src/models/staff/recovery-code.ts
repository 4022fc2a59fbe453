// Recovery codes: with them somebody who switched e-mailed codes off gets in without a passkey. Ten, each good once, shown
// once and stored as hashes. They have 140 bits, so that no change of SECRET_KEY ends them and nobody guesses one.
import { Model } from 'objection';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { hashSecret, randomReadable } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';

/** Our choice: as many as such a list has elsewhere. */
const RECOVERY_CODES = 10;
const CODE_LENGTH = 28;
const GROUP_LENGTH = 7;

class StaffRecoveryCodeRecord extends Model {
  static override tableName = 'staff_recovery_codes';
  static override idColumn = 'hash';
  declare hash: string;
  declare staffId: string;
  declare createdAt: number;
  declare usedAt: number | null;
}

// One statement for known and unknown addresses, so that both take the same time.
const redeem = statement<{ staffId: string }>(
  'redeem_staff_recovery_code',
  `update staff_recovery_codes set used_at = :now where hash = :hash and used_at is null
    and staff_id = (select id from staff_members where email_normalized = :emailNormalized) returning staff_id`,
);

/** Makes new codes, which end the former ones. They are returned in groups that can be written down. */
export async function makeRecoveryCodes(transaction: Transaction, clock: Clock, staffId: string): Promise<string[]> {
  await deleteRecoveryCodes(transaction, staffId);
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomReadable(CODE_LENGTH));
  const createdAt = clock.now().getTime();
  const rows = codes.map((code) => ({ hash: hashSecret(code), staffId, createdAt, usedAt: null }));
  for (const row of rows) await StaffRecoveryCodeRecord.query(transaction.knex).insert(row);
  return codes.map((code) => (code.match(new RegExp(`.{${GROUP_LENGTH}}`, 'g')) ?? []).join('-'));
}

export async function deleteRecoveryCodes(transaction: Transaction, staffId: string): Promise<void> {
  await StaffRecoveryCodeRecord.query(transaction.knex).where({ staffId }).delete();
}

/** Returns how many of the codes can still be used. */
export async function countRecoveryCodes(connection: Connection, staffId: string): Promise<number> {
  return StaffRecoveryCodeRecord.query(connection.knex).where({ staffId, usedAt: null }).resultSize();
}

/** Returns the code as it is stored, without its groups; undefined for text that cannot be one. */
export function parseRecoveryCode(text: string): string | undefined {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '');
  // Letters that codes do not have stand for the digits that they look like.
  const code = plain.replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return new RegExp(`^[0-9a-z]{${CODE_LENGTH}}$`).test(code) ? code : undefined;
}

/** Returns whom the code signs in, for exactly one of several concurrent callers; undefined for one that is over. */
export async function redeemRecoveryCode(
  transaction: Transaction,
  clock: Clock,
  { code, emailNormalized }: { readonly code: string; readonly emailNormalized: string },
): Promise<string | undefined> {
  const found = await transaction.first(redeem, { hash: hashSecret(code), emailNormalized, now: clock.now() });
  return found?.staffId;
}
