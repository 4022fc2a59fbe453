// Authorization codes: issued to one application for one session, redeemed once within a minute (RFC 6749 section
// 4.1.2; decisions 18 and 19). Only their hashes are stored.
import { addSeconds, isAlive, latestEnd, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { hashSecret, randomSecret } from '../../database/secrets.ts';
import { statement, type Dialect } from '../../database/statement.ts';
import { identityColumns, toIdentity, type Identity, type IdentityRow } from '../people/identity.ts';
import type { Tenant } from '../record.ts';

/** Decisions 18. */
const AUTHORIZATION_CODE_LIFETIME_SECONDS = 60;

/** What the authorization request asked for. */
export interface AuthorizationRequest {
  readonly applicationId: string;
  readonly sessionId: string;
  /** As the request sent it, including any added query. */
  readonly redirectUri: string;
  readonly scope: string;
  readonly nonce: string | null;
  /** S256 (RFC 7636). */
  readonly codeChallenge: string | null;
  /** The authentication context to name in the ID token; null where none was asked for. */
  readonly acr: string | null;
}

/** What was issued under a code: what decides whether it may be redeemed, and what the tokens will say. */
export interface Grant extends AuthorizationRequest, Identity {
  readonly hash: string;
  readonly expiresAt: number;
  readonly redeemedAt: number | null;
  /** When the customer signed in, in milliseconds. */
  readonly authenticatedAt: number;
  readonly isSessionLive: boolean;
}

type GrantRow = Omit<Grant, 'isSessionLive' | 'planSlugs'> &
  IdentityRow & { sessionEndedAt: number | null; sessionExpiresAt: number };

const insert = statement(
  'insert_authorization_code',
  `insert into authorization_codes (hash, publication_id, application_id, session_id, redirect_uri, scope, nonce, code_challenge, acr, created_at, expires_at)
    values (:hash, :publicationId, :applicationId, :sessionId, :redirectUri, :scope, :nonce, :codeChallenge, :acr, :now, :expiresAt)`,
);
const grantText = (dialect: Dialect): string => `select a.hash, a.application_id, a.session_id,
    a.redirect_uri, a.scope, a.nonce, a.code_challenge, a.acr, a.expires_at,
    a.redeemed_at, b.authenticated_at, b.ended_at as session_ended_at, b.expires_at as session_expires_at,
    ${identityColumns(dialect)} from authorization_codes a join sessions b on b.publication_id = a.publication_id and b.id = a.session_id join customers c on c.publication_id = b.publication_id and c.id = b.customer_id
    where a.publication_id = :publicationId and a.hash = :hash`;
const grantByHash = statement<GrantRow>('grant_by_hash', {
  sqlite: grantText('sqlite'),
  postgres: grantText('postgres'),
});
const redeem = statement(
  'redeem_authorization_code',
  `update authorization_codes set redeemed_at = :now where publication_id = :publicationId and hash = :hash and redeemed_at is null and expires_at > :now and expires_at <= :latest
    and exists (select 1 from sessions b where b.publication_id = authorization_codes.publication_id and b.id = authorization_codes.session_id and b.ended_at is null and b.expires_at > :now)`,
);

/** Returns the code, of which only the hash is stored: 256 bits of [0-9A-Za-z]. */
export async function issueAuthorizationCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  request: AuthorizationRequest,
): Promise<string> {
  const authorizationCode = randomSecret();
  const now = clock.now();
  const { applicationId, sessionId, redirectUri, scope, nonce, codeChallenge, acr } = request;
  await transaction.run(insert, {
    publicationId: publication.id,
    hash: hashSecret(authorizationCode),
    applicationId,
    sessionId,
    redirectUri,
    scope,
    nonce,
    codeChallenge,
    acr,
    now,
    expiresAt: addSeconds(now, AUTHORIZATION_CODE_LIFETIME_SECONDS),
  });
  return authorizationCode;
}

/** Finds what was issued under this code, even if it has been redeemed or has expired. */
export async function findGrant(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  authorizationCode: string,
): Promise<Grant | undefined> {
  const row = await connection.first(grantByHash, {
    publicationId: publication.id,
    hash: hashSecret(authorizationCode),
  });
  if (row === undefined) return undefined;
  const { sessionEndedAt, sessionExpiresAt, ...rest } = row;
  return {
    ...rest,
    ...toIdentity(row),
    isSessionLive: sessionEndedAt === null && sessionExpiresAt > clock.now().getTime(),
  };
}

/**
 * Returns true for exactly one of several concurrent callers, and for none once the session has ended: the row count of
 * one conditional update decides.
 */
export async function redeemAuthorizationCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  hash: string,
): Promise<boolean> {
  const now = clock.now();
  const latest = latestEnd(now, AUTHORIZATION_CODE_LIFETIME_SECONDS);
  return (await transaction.run(redeem, { publicationId: publication.id, hash, now, latest })) === 1;
}

/** Whether its minute is over, also where the clock was set back since. */
export function isExpired({ expiresAt }: Pick<Grant, 'expiresAt'>, now: Date): boolean {
  return !isAlive(expiresAt, now, AUTHORIZATION_CODE_LIFETIME_SECONDS);
}
