// Access tokens: opaque, accepted by userinfo only, and valid only while their session lives (decisions 18). Only the
// hash is stored, beside the hash of the authorization code that the token was issued for, so that a code redeemed
// twice revokes it.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { atHost } from '../../database/scope.ts';
import { hashSecret, randomSecret } from '../../database/secrets.ts';
import { statement, type Dialect } from '../../database/statement.ts';
import { checkNotAway, type MoveState } from '../move-state.ts';
import { identityColumns, toIdentity, type Identity, type IdentityRow } from '../people/identity.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import type { Grant } from './authorization-code.ts';

/** Decisions 18. */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 7200;

class AccessTokenRecord extends TenantRecord {
  static override tableName = 'access_tokens';
  static override idColumn = ['publicationId', 'hash'];
  declare hash: string;
  declare authorizationCodeHash: string;
  declare applicationId: string;
  declare sessionId: string;
  declare scope: string;
  declare createdAt: number;
  declare expiresAt: number;
  declare revokedAt: number | null;
}

/** The customer whom an access token stands for, as of now, and the scope that it grants. */
export interface TokenHolder extends Identity {
  readonly scope: string;
}

type HolderRow = IdentityRow & { publicationId: string; moveState: MoveState | null; scope: string | null };

const insert = statement(
  'insert_access_token',
  `insert into access_tokens (hash, publication_id, application_id, session_id, authorization_code_hash, scope, created_at, expires_at)
    values (:hash, :publicationId, :applicationId, :sessionId, :authorizationCodeHash, :scope, :createdAt, :expiresAt)`,
);
// Left joins from the publication, so that one statement tells an unknown host from an unknown token.
const holderText = (
  dialect: Dialect,
): string => `select p0.id as publication_id, p0.move_state, t.scope, ${identityColumns(dialect)}
    from publications p0
    left join access_tokens t on t.publication_id = p0.id and t.hash = :hash and t.revoked_at is null and t.expires_at > :now
      and exists (select 1 from oauth_applications a where a.publication_id = t.publication_id and a.id = t.application_id and a.disabled_at is null)
    left join sessions b on b.publication_id = t.publication_id and b.id = t.session_id and b.ended_at is null and b.expires_at > :now
    left join customers c on c.publication_id = b.publication_id and c.id = b.customer_id
    where p0.site_host = :siteHost`;
const holderByHash = statement<HolderRow>('access_token_holder', {
  sqlite: holderText('sqlite'),
  postgres: holderText('postgres'),
});

/** Returns the token, of which only the hash is stored: 256 bits of [0-9A-Za-z]. */
export async function issueAccessToken(
  publication: Tenant,
  transaction: Transaction,
  createdAt: Date,
  grant: Grant,
): Promise<string> {
  const accessToken = randomSecret();
  const { applicationId, sessionId, hash: authorizationCodeHash, scope } = grant;
  await transaction.run(insert, {
    publicationId: publication.id,
    hash: hashSecret(accessToken),
    authorizationCodeHash,
    applicationId,
    sessionId,
    scope,
    createdAt,
    expiresAt: addSeconds(createdAt, ACCESS_TOKEN_LIFETIME_SECONDS),
  });
  return accessToken;
}

/**
 * Finds the holder of a valid token of a live session. Returns 'unknown site' for a host that no publication has, and
 * undefined for any other token. Throws PublicationAway.
 */
export async function findTokenHolder(
  connection: Connection,
  clock: Clock,
  siteHost: string,
  accessToken: string,
): Promise<TokenHolder | 'unknown site' | undefined> {
  const host = siteHost.toLowerCase();
  const values = { siteHost: host, hash: hashSecret(accessToken), now: clock.now() };
  const row = await atHost(host, () => connection.first(holderByHash, values));
  if (row === undefined) return 'unknown site';
  checkNotAway(row);
  // Without a live session the customer's columns are null.
  return row.scope === null || row.customerId === null ? undefined : { ...toIdentity(row), scope: row.scope };
}

/** RFC 6749 section 4.1.2: a code that is used twice revokes the token issued for it. */
export async function revokeAccessTokenOfCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  authorizationCodeHash: string,
): Promise<void> {
  await AccessTokenRecord.in(publication, transaction, { authorizationCodeHash, revokedAt: null }).patch({
    revokedAt: clock.now().getTime(),
  });
}
