// Signing keys: the RSA pairs of this environment (service.md, Authentication 5). A key is upcoming, current, then retired; it is published
// before its first use and after its last, and a retired one still verifies ID token hints. Private halves are stored encrypted.
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';

/** Our choice: a new key is published for a day before it signs, and an old one for a day after, so that clients with cached keys follow. */
export const SIGNING_KEY_OVERLAP_SECONDS = 24 * 3600;

export interface SigningKey {
  /** The `kid` of the tokens it signs. */
  id: string;
  /** JSON of the public JWK. */
  publicJwk: string;
  /** PKCS #8, encrypted under SECRET_KEY. */
  privateKeyEncrypted: string | null;
  createdAt: number;
  /** Milliseconds; signs from here on. */
  activeFrom: number;
  /** Milliseconds; signs no more from here on. */
  retiredAt: number | null;
}

export type SigningKeyState = 'upcoming' | 'current' | 'retired';

const all = statement<SigningKey>(
  'signing_keys',
  `select id, public_jwk, private_key_encrypted, created_at,
    active_from, retired_at from signing_keys order by active_from desc, id desc`,
);
const insert = statement(
  'insert_signing_key',
  'insert into signing_keys (id, public_jwk, private_key_encrypted, created_at, active_from) values (?, ?, ?, ?, ?)',
);
const retire = statement(
  'retire_signing_keys',
  'update signing_keys set retired_at = ? where id <> ? and (retired_at is null or retired_at > ?)',
);
const removeOthers = statement('remove_other_signing_keys', 'delete from signing_keys where id <> ?');
/** SQLite has one writer anyway; on PostgreSQL instances that add a key at the same time queue on this lock. */
const lock = statement('lock_signing_keys', { sqlite: 'select 1', postgres: 'select pg_advisory_xact_lock(7043882)' });

/** The latest to become active first. */
export function listSigningKeyRecords(connection: Connection): Promise<SigningKey[]> {
  return connection.all(all, []);
}

/** Stores the first key of an environment; does nothing when there is one, so that of instances starting at once one wins. */
export async function addFirstSigningKey(transaction: Transaction, key: SigningKey): Promise<void> {
  await transaction.first(lock, []);
  const [known] = await transaction.all(all, []);
  if (known === undefined) await insertKey(transaction, key);
}

/** Stores the next key and retires every other from the moment it becomes active. */
export async function addNextSigningKey(transaction: Transaction, key: SigningKey): Promise<void> {
  await transaction.first(lock, []);
  await insertKey(transaction, key);
  await transaction.run(retire, [key.activeFrom, key.id, key.activeFrom]);
}

/** Stores the next key and removes every other: nothing that a stolen key signed is believed any more. */
export async function replaceSigningKeys(transaction: Transaction, key: SigningKey): Promise<void> {
  await transaction.first(lock, []);
  await insertKey(transaction, key);
  await transaction.run(removeOthers, [key.id]);
}

export function stateOf(key: SigningKey, now: Date): SigningKeyState {
  if (key.retiredAt !== null && key.retiredAt <= now.getTime()) return 'retired';
  return key.activeFrom > now.getTime() ? 'upcoming' : 'current';
}

/** Whether the key belongs into the published set: the current, upcoming and recently retired ones do. */
export function isPublished(key: SigningKey, now: Date): boolean {
  return key.retiredAt === null || key.retiredAt + SIGNING_KEY_OVERLAP_SECONDS * 1000 > now.getTime();
}

async function insertKey(transaction: Transaction, key: SigningKey): Promise<void> {
  await transaction.run(insert, [key.id, key.publicJwk, key.privateKeyEncrypted, key.createdAt, key.activeFrom]);
}
