// Passkeys of staff (WebAuthn Level 3): discoverable credentials, of which a person may have several. Only the public key is
// known here. What the ceremony checks is in src/dashboard/getting-in/passkey-ceremony.ts.
import { Model } from 'objection';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { parseName } from '../email-address.ts';
import { Conflict, InvalidValue } from '../errors.ts';
import { spendChallenge, type SignedChallenge } from './passkey-challenge.ts';
import { lockStaffMember } from './staff-member.ts';

/** Our choice: more than anybody has devices, and few enough to be listed. */
const PASSKEYS_MAX = 20;

class StaffPasskeyRecord extends Model {
  static override tableName = 'staff_passkeys';
  declare id: string;
  declare staffId: string;
  /** Base64url. */
  declare credentialId: string;
  /** A COSE key, in base64url. */
  declare publicKey: string;
  /** The signature counter; 0 for authenticators that do not count. */
  declare counter: number;
  /** How the browser reaches the authenticator, such as "internal,hybrid". */
  declare transports: string;
  declare name: string;
  declare createdAt: number;
  declare lastUsedAt: number | null;
}

export type Passkey = Omit<StaffPasskeyRecord, keyof Model>;

export interface NewPasskey extends Pick<
  Passkey,
  'staffId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'
> {
  readonly signed: SignedChallenge;
}

const use = statement(
  'use_staff_passkey',
  `update staff_passkeys set counter = :counter, last_used_at = :now
    where id = :id and (counter < :counter or (counter = 0 and :counter = 0))`,
);

/** Lists the person's passkeys, oldest first. */
export function listPasskeys(connection: Connection, staffId: string): Promise<Passkey[]> {
  return StaffPasskeyRecord.query(connection.knex).where({ staffId }).orderBy('id').execute();
}

export function findPasskey(connection: Connection, credentialId: string): Promise<Passkey | undefined> {
  return StaffPasskeyRecord.query(connection.knex).findOne({ credentialId }).execute();
}

/** The name under which a person tells passkeys apart. Throws InvalidValue. */
export function parsePasskeyName(text: string): string {
  const name = parseName(text);
  if (name === null) throw new InvalidValue('name', 'a passkey needs a name');
  return name;
}

/**
 * Adds a passkey, for a challenge that is used up. Throws InvalidValue for a challenge that does not count, Conflict for a
 * credential that is registered already and for more than twenty.
 */
export async function addPasskey(
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  { signed, ...given }: NewPasskey,
): Promise<Passkey> {
  if (!(await spendChallenge(transaction, clock, secretKeys, signed)))
    throw new InvalidValue('passkey', 'the challenge was used, is too old or is for something else');
  await lockStaffMember(transaction, given.staffId);
  const own = await listPasskeys(transaction, given.staffId);
  if (own.length >= PASSKEYS_MAX) throw new Conflict('passkeys', `at most ${PASSKEYS_MAX} passkeys`);
  if ((await findPasskey(transaction, given.credentialId)) !== undefined)
    throw new Conflict('passkey', 'this passkey is registered already');
  const now = clock.now();
  const passkey: Passkey = { ...given, id: newId('psk', now), createdAt: now.getTime(), lastUsedAt: null };
  await StaffPasskeyRecord.query(transaction.knex).insert(passkey);
  return passkey;
}

/**
 * Uses the challenge up and records that the passkey signed it, with this counter. Returns false for a challenge that does
 * not count, for a passkey that was removed meanwhile, and for a counter that did not grow: then there may be a copy of the
 * authenticator (WebAuthn section 6.1.1).
 */
export async function usePasskey(
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  { id, counter, signed }: Pick<Passkey, 'id' | 'counter'> & { readonly signed: SignedChallenge },
): Promise<boolean> {
  if (!(await spendChallenge(transaction, clock, secretKeys, signed))) return false;
  return (await transaction.run(use, { id, counter, now: clock.now() })) === 1;
}

/** Deletes a passkey of the person. Returns false for one that is somebody else's. sign-in-ways.ts has the rules. */
export async function deletePasskey(
  transaction: Transaction,
  { staffId, id }: Pick<Passkey, 'staffId' | 'id'>,
): Promise<boolean> {
  return (await StaffPasskeyRecord.query(transaction.knex).where({ staffId, id }).delete()) === 1;
}

export async function deleteAllPasskeys(transaction: Transaction, staffId: string): Promise<void> {
  await StaffPasskeyRecord.query(transaction.knex).where({ staffId }).delete();
}
