// Signing keys: the RSA pairs of this environment (service.md, Authentication 5). A key is upcoming, current, then retired; it is published
// before its first use and after its last, and a retired one still verifies ID token hints. Private halves are stored encrypted.
import { Model, type QueryBuilder } from 'objection';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';

/** Our choice: a new key is published for a day before it signs, and an old one for a day after, so that clients with cached keys follow. */
export const SIGNING_KEY_OVERLAP_SECONDS = 24 * 3600;

/** Of the deployment: no publication has keys of its own. */
class SigningKeyRecord extends Model {
  static override tableName = 'signing_keys';
  /** The `kid` of the tokens it signs. */
  declare id: string;
  /** JSON of the public JWK. */
  declare publicJwk: string;
  /** PKCS #8, encrypted under SECRET_KEY. */
  declare privateKeyEncrypted: string | null;
  declare createdAt: number;
  /** Milliseconds; signs from here on. */
  declare activeFrom: number;
  /** Milliseconds; signs no more from here on. */
  declare retiredAt: number | null;
}

export type SigningKey = Omit<SigningKeyRecord, keyof Model>;

export type SigningKeyState = 'upcoming' | 'current' | 'retired';

/** SQLite has one writer anyway; on PostgreSQL instances that add a key at the same time queue on this lock. */
const lock = statement('lock_signing_keys', { sqlite: 'select 1', postgres: 'select pg_advisory_xact_lock(7043882)' });

/** The latest to become active first. */
export async function listSigningKeyRecords(connection: Connection): Promise<SigningKey[]> {
  return records(connection).orderBy([
    { column: 'activeFrom', order: 'desc' },
    { column: 'id', order: 'desc' },
  ]);
}

/** Stores the first key of an environment; does nothing when there is one, so that of instances starting at once one wins. */
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

/** Stores the next key and removes every other: nothing that a stolen key signed is believed any more. */
export async function replaceSigningKeys(transaction: Transaction, key: SigningKey): Promise<void> {
  await transaction.first(lock, []);
  await records(transaction).insert(key);
  await records(transaction).whereNot({ id: key.id }).delete();
}

export function stateOf(key: SigningKey, now: Date): SigningKeyState {
  if (key.retiredAt !== null && key.retiredAt <= now.getTime()) return 'retired';
  return key.activeFrom > now.getTime() ? 'upcoming' : 'current';
}

/** Whether the key belongs into the published set: the current, upcoming and recently retired ones do. */
export function isPublished(key: SigningKey, now: Date): boolean {
  return key.retiredAt === null || key.retiredAt + SIGNING_KEY_OVERLAP_SECONDS * 1000 > now.getTime();
}

function records(connection: Connection): QueryBuilder<SigningKeyRecord> {
  return SigningKeyRecord.query(connection.knex);
}
