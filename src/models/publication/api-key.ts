// API keys: access to one publication's data (service.md, Authentication 1), to everything or for reading only
// (decisions 38). A key is shown once, stored as a hash, and invalid as soon as it is revoked.
import { crc32 } from 'node:zlib';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import type { Environment } from '../../database/environment.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret, randomSecret } from '../../database/secrets.ts';
import { ofAllPublications, statement } from '../../database/statement.ts';
import { parseName } from '../email-address.ts';
import { InvalidValue } from '../errors.ts';
import { LAST_USE_MILLISECONDS } from '../last-use.ts';
import { checkNotAway } from '../move-state.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { publicationColumns } from './publication-columns.ts';
import type { FoundPublication, PublicationRow } from './publication.ts';

/** 36 characters of base62 are 214 bits. */
const SECRET_LENGTH = 36;
const CHECKSUM_LENGTH = 7;

/** `full` may do everything, `read` only read (decisions 38). */
export const API_KEY_SCOPES = ['full', 'read'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

export class ApiKeyRecord extends PublicationRecord {
  static override tableName = 'api_keys';
  declare hash: string;
  /** The last four characters, by which a publisher distinguishes keys. */
  declare hint: string;
  declare name: string | null;
  declare scope: ApiKeyScope;
  /** Who made it, as the audit log names them. */
  declare createdByKind: ApiKeyMaker['kind'] | null;
  declare createdByName: string | null;
  declare createdAt: number;
  /** Within a minute; null for a key that was never used. */
  declare lastUsedAt: number | null;
  declare revokedAt: number | null;
}

export type ApiKey = RowOf<ApiKeyRecord>;

export interface ApiKeyMaker {
  readonly kind: 'staff' | 'command_line';
  readonly name: string;
}

export interface NewApiKey {
  readonly environment: Environment;
  /** A key without a name is called by its last four characters. */
  readonly name?: string | undefined;
  readonly scope?: ApiKeyScope | undefined;
  readonly createdBy?: ApiKeyMaker | undefined;
}

export interface KnownApiKey extends PublicationRow {
  apiKeyId: string;
  hint: string;
  apiKeyName: string | null;
  scope: ApiKeyScope;
  revokedAt: number | null;
}

const byHash = ofAllPublications(
  statement<KnownApiKey & FoundPublication>(
    'api_key_by_hash',
    `select k.id as api_key_id, k.hint, k.name as api_key_name, k.scope, k.revoked_at, p.id, p.name,
    ${publicationColumns} from api_keys k join publications p on p.id = k.publication_id where k.hash = ?`,
  ),
);

/** Creates a key. The key itself is returned here and never again. Throws InvalidValue for a name that is too long. */
export async function createApiKey(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  { environment, name, scope, createdBy }: NewApiKey,
): Promise<{ apiKey: ApiKey; key: string }> {
  const createdAt = clock.now();
  const key = newKey(environment);
  const apiKey: ApiKey = {
    id: newId('key', createdAt),
    publicationId: publication.id,
    hash: hashSecret(key),
    hint: key.slice(-4),
    name: parseName(name ?? ''),
    // service.md, Authentication 1: a key gives full access, unless its publisher wanted less.
    scope: scope ?? 'full',
    createdByKind: createdBy?.kind ?? null,
    createdByName: createdBy?.name ?? null,
    createdAt: createdAt.getTime(),
    lastUsedAt: null,
    revokedAt: null,
  };
  await ApiKeyRecord.in(publication, connection).insert(apiKey);
  return { apiKey, key };
}

/**
 * Returns the key's record with its publication, revoked or not, or undefined for an unknown key. Throws
 * PublicationAway.
 */
export async function findApiKey(connection: Connection, key: string): Promise<KnownApiKey | undefined> {
  const found = await connection.first(byHash, [hashSecret(key)]);
  if (found !== undefined) checkNotAway(found);
  return found;
}

/** Ids of the keys that this process has revoked or tried to revoke. */
const revokedHere = new Set<string>();

/** Returns whether a cached record of the key must be read again. */
export function isRevokedHere(id: string): boolean {
  return revokedHere.has(id);
}

/** Revokes a key. Idempotent. Throws NotFound for an id that is not this publication's. */
export async function revokeApiKey(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<ApiKey> {
  revokedHere.add(id);
  const inUse = ApiKeyRecord.in(publication, transaction, { id, revokedAt: null });
  await inUse.patch({ revokedAt: clock.now().getTime() });
  return ApiKeyRecord.get(publication, transaction, id);
}

/** Records that the key was used, unless that was recorded within the last minute. */
export async function recordApiKeyUse(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<void> {
  const now = clock.now().getTime();
  await ApiKeyRecord.in(publication, transaction, { id })
    .where((due) => due.whereNull('lastUsedAt').orWhere('lastUsedAt', '<=', now - LAST_USE_MILLISECONDS))
    .patch({ lastUsedAt: now });
}

/** How the audit log and lists call a key. */
export function apiKeyTitle({ name, hint }: Pick<ApiKey, 'name' | 'hint'>): string {
  return name ?? `…${hint}`;
}

/** Throws InvalidValue. */
export function parseApiKeyScope(text: string): ApiKeyScope {
  const scope = API_KEY_SCOPES.find((known) => known === text);
  if (scope === undefined) throw new InvalidValue('scope', `scope must be one of ${API_KEY_SCOPES.join(', ')}`);
  return scope;
}

export function listApiKeys(publication: Tenant, connection: Connection): Promise<ApiKey[]> {
  return ApiKeyRecord.in(publication, connection).orderBy('id', 'desc').execute();
}

/**
 * Returns a new key, key_live_… or key_test_…. It ends in a checksum, by which secret scanners recognize a leaked key.
 */
export function newKey(environment: Environment): string {
  const body = prefixOf(environment) + randomSecret(SECRET_LENGTH);
  return body + checksum(body);
}

/**
 * Decisions 31: keys carry their environment. Text that cannot be a key of this environment is rejected without a
 * query.
 */
export function isApiKeyShaped(text: string, environment: Environment): boolean {
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return (
    text.startsWith(prefixOf(environment)) &&
    text.length === prefixOf(environment).length + SECRET_LENGTH + CHECKSUM_LENGTH &&
    text.endsWith(checksum(body))
  );
}

function prefixOf(environment: Environment): string {
  return environment === 'production' ? 'key_live_' : 'key_test_';
}

function checksum(body: string): string {
  return crc32(body).toString(36).padStart(CHECKSUM_LENGTH, '0');
}
