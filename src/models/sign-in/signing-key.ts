// Signing keys: the RSA key pairs of the deployment (service.md, Authentication 5). A key is upcoming, then current,
// then retired. It is published before its first use and after its last, and a retired key still verifies ID token
// hints. Private keys are stored encrypted.
import { Model, type QueryBuilder } from 'objection';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';

/**
 * Our choice: a key is published for a day before it signs and for a day after, so that clients that cache keys keep
 * up.
 */
export const SIGNING_KEY_OVERLAP_SECONDS = 24 * 3600;

/** A record of the deployment: no publication has keys of its own. */
class SigningKeyRecord extends Model {
  static override tableName = 'signing_keys';
  /** The `kid` of the tokens that it signs. */
  declare id: string;
  /** The public JWK, as JSON. */
  declare publicJwk: string;
  /** PKCS #8, encrypted with SECRET_KEY. */
  declare privateKeyEncrypted: string | null;
  declare createdAt: number;
  /** When it begins to sign, in milliseconds. */
  declare activeFrom: number;
  /** When it stops signing, in milliseconds. */
  declare retiredAt: number | null;
}

export type SigningKey = Omit<SigningKeyRecord, keyof Model>;

export type SigningKeyState = 'upcoming' | 'current' | 'retired';

/** SQLite has one writer anyway; on PostgreSQL, instances that add a key at the same time wait for this lock. */
const lock = statement('lock_signing_keys', { sqlite: 'select 1', postgres: 'select pg_advisory_xact_lock(7043882)' });

/** Lists the keys, the latest to become active first. */
export async function listSigningKeyRecords(connection: Connection): Promise<SigningKey[]> {
  return records(connection).orderBy([
    { column: 'activeFrom', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]);
}

/**
 * Stores the first key of a deployment, and does nothing if there is one: of instances that start together, one adds
 * it.
 */
export async function addFirstSigningKey(transaction: Transaction, key: SigningKey): Promise<void> {
  await transaction.first(lock, []);
  if ((await records(transaction).resultSize()) === 0) await records(transaction).insert(key);
}

/** Stores the next key and retires every other from the moment it becomes active. */
export async function addNextSigningKey(transaction: Transaction, key: SigningKey): Promise<void> {
  await transaction.first(lock, []);
  await records(transaction).insert(key);
  const { id, activeFrom } = key;
  await records(transaction)
    .whereNot({ id })
    .where((either) => either.whereNull('retiredAt').orWhere('retiredAt', '>', activeFrom))
    .patch({ retiredAt: activeFrom });
}

/** Stores the next key and deletes every other, so that nothing signed with a stolen key is accepted any more. */
export async function replaceSigningKeys(transaction: Transaction, key: SigningKey): Promise<void> {
  await transaction.first(lock, []);
  await records(transaction).insert(key);
  await records(transaction).whereNot({ id: key.id }).delete();
}

export function stateOf(key: SigningKey, now: Date): SigningKeyState {
  if (key.retiredAt !== null && key.retiredAt <= now.getTime()) return 'retired';
  return key.activeFrom > now.getTime() ? 'upcoming' : 'current';
}

/** Returns whether the key is in the published set: the current, upcoming and recently retired ones are. */
export function isPublished(key: SigningKey, now: Date): boolean {
  return key.retiredAt === null || key.retiredAt + SIGNING_KEY_OVERLAP_SECONDS * 1000 > now.getTime();
}

function records(connection: Connection): QueryBuilder<SigningKeyRecord> {
  return SigningKeyRecord.query(connection.knex);
}
