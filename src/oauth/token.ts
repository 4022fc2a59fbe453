// POST /oauth/token (service.md, Token endpoint; RFC 6749 section 4.1.3, Core 3.1.3). Order of checks: the body, the
// client, the grant type and parameters, then GRANT_CHECKS. The code is redeemed by one conditional write, in the
// transaction that issues the access token.
import { hash } from 'node:crypto';
import { toUnixSeconds } from '../database/clock.ts';
import { isEqualSecret } from '../database/secrets.ts';
import { readParameter, valueOf, type FormReading } from '../http/bodies/form.ts';
import type { Reply, SignInRequest } from '../http/operation.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  issueAccessToken,
  revokeAccessTokenOfCode,
} from '../models/sign-in/access-token.ts';
import { findGrant, isExpired, redeemAuthorizationCode, type Grant } from '../models/sign-in/authorization-code.ts';
import { recordClientSecretUse } from '../models/sign-in/client-secret.ts';
import type { Client } from '../models/sign-in/client.ts';
import type { Service } from '../service.ts';
import { signIdToken } from '../tokens/id-token.ts';
import { authenticateClient, type Authenticated } from './client-authentication.ts';
import type { OauthContext } from './context.ts';
import { NO_STORE, TokenError, TooManyAttempts } from './errors.ts';
import { claimsOf } from './scope.ts';

const PARAMETERS = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
];
const CHALLENGE = { 'www-authenticate': 'Basic realm="Masthead", charset="UTF-8"' };

interface TokenRequest {
  readonly authorizationCode: string;
  readonly redirectUri: string;
  readonly codeVerifier: string | undefined;
  readonly now: Date;
  /** Where it came from. */
  readonly from: Pick<SignInRequest, 'id' | 'ip'>;
}

/** In order of precedence; each throws TokenError, and none of them uses the code up. */
const GRANT_CHECKS: readonly ((grant: Grant, request: TokenRequest) => void)[] = [
  checkExpiry,
  checkRedirectUri,
  checkVerifier,
  checkSession,
];

export async function issueToken(
  service: Service,
  request: SignInRequest,
  context: OauthContext,
): Promise<Reply<'issueToken'>> {
  try {
    const form = checkForm(request);
    const authenticated = await authenticateClient(service, request, form);
    try {
      const tokenRequest = readTokenRequest(service, authenticated.client, form, request);
      return await redeem(service, authenticated, tokenRequest);
    } finally {
      noteSecretUse(service, authenticated, context);
    }
  } catch (error) {
    if (error instanceof TokenError) return toErrorReply(error);
    if (error instanceof TooManyAttempts)
      return {
        status: 429,
        headers: { ...NO_STORE, 'retry-after': error.resetsIn },
        body: { error: 'temporarily_unavailable' },
      };
    throw error;
  }
}

function noteSecretUse(
  { clock }: Service,
  { publication, client, slot }: Authenticated,
  { log, lastUse }: OauthContext,
): void {
  lastUse.note(
    `${client.id} ${slot}`,
    (transaction) => recordClientSecretUse(publication, transaction, clock, { ...client, slot }),
    (error) => log.error({ err: error }, 'the use of a client secret was not recorded'),
  );
}

/** service.md: the body is form-encoded; a missing, repeated or malformed parameter is invalid_request. */
function checkForm({ form, hasOtherBody }: SignInRequest): FormReading {
  if (form === undefined || hasOtherBody)
    throw new TokenError('invalid_request', 'The body must be application/x-www-form-urlencoded');
  if (form.faults.length > 0)
    throw new TokenError('invalid_request', 'The body holds text that is not percent-encoded UTF-8');
  const repeated = PARAMETERS.find((name) => readParameter(form, name).state === 'repeated');
  if (repeated !== undefined) throw new TokenError('invalid_request', `${repeated} was sent more than once`);
  return form;
}

function readTokenRequest(
  { clock }: Service,
  client: Client,
  form: FormReading,
  from: TokenRequest['from'],
): TokenRequest {
  // service.md: unauthorized_client, client not authorized for this grant type.
  if (client.disabledAt !== null) throw new TokenError('unauthorized_client', 'This application is disabled');
  const grantType = valueOf(form, 'grant_type');
  if (grantType === undefined) throw new TokenError('invalid_request', 'grant_type is required');
  if (grantType !== 'authorization_code')
    throw new TokenError('unsupported_grant_type', 'grant_type must be authorization_code');
  const authorizationCode = valueOf(form, 'code');
  const redirectUri = valueOf(form, 'redirect_uri');
  if (authorizationCode === undefined) throw new TokenError('invalid_request', 'code is required');
  if (redirectUri === undefined) throw new TokenError('invalid_request', 'redirect_uri is required');
  return { authorizationCode, redirectUri, codeVerifier: valueOf(form, 'code_verifier'), now: clock.now(), from };
}

async function redeem(
  service: Service,
  { publication, client }: Authenticated,
  request: TokenRequest,
): Promise<Reply<'issueToken'>> {
  const { database, clock } = service;
  const grant = await findGrant(publication, database, clock, request.authorizationCode);
  // service.md: invalid_grant, issued to another client. The answer is that for an unknown code, and the owner can
  // still redeem it.
  if (grant === undefined || grant.applicationId !== client.id) throw invalidGrant('The code is not known');
  if (grant.redeemedAt !== null) return refuseReplay(service, publication, grant, request);
  for (const check of GRANT_CHECKS) check(grant, request);
  // Signed before the code is redeemed: a transaction awaits nothing but statements, and a failure to sign does not use
  // up the code.
  const idToken = await signGrantedIdToken(service, publication, client, grant);
  const accessToken = await database.transaction(async (transaction) =>
    (await redeemAuthorizationCode(publication, transaction, clock, grant.hash))
      ? issueAccessToken(publication, transaction, request.now, grant)
      : undefined,
  );
  return accessToken === undefined
    ? refuseReplay(service, publication, grant, request)
    : toReply(grant, accessToken, idToken, request.now);
}

/** RFC 6749 section 4.1.2: a code used more than once is refused, and the token issued from it is revoked. */
async function refuseReplay(
  { database, clock, securityLog }: Service,
  publication: PublicationRow,
  grant: Grant,
  { from }: TokenRequest,
): Promise<never> {
  securityLog.record('authorization_code_replayed', { publication, request: from, record: grant.applicationId });
  await database.transaction((transaction) => revokeAccessTokenOfCode(publication, transaction, clock, grant.hash));
  throw invalidGrant('The code was used before');
}

function signGrantedIdToken(
  { signingKeys, clock }: Service,
  publication: PublicationRow,
  client: Client,
  grant: Grant,
): Promise<string> {
  return signIdToken(signingKeys, clock, {
    issuer: publication.siteUrl,
    audience: client.clientId,
    sub: grant.customerId,
    sid: grant.sessionId,
    authenticatedAt: new Date(grant.authenticatedAt),
    nonce: grant.nonce ?? undefined,
    acr: grant.acr ?? undefined,
    claims: { ...claimsOf(grant, grant.scope) },
  });
}

function toReply(grant: Grant, accessToken: string, idToken: string, createdAt: Date): Reply<'issueToken'> {
  const body = {
    access_token: accessToken,
    token_type: 'Bearer' as const,
    expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
    scope: grant.scope,
    created_at: toUnixSeconds(createdAt),
    id_token: idToken,
  };
  return { status: 200, headers: NO_STORE, body };
}

/** service.md: status 400 or 401; 401 where client authentication failed (RFC 6749 section 5.2). */
function toErrorReply({ code, message }: TokenError): Reply<'issueToken'> {
  const body = { error: code, error_description: message };
  return code === 'invalid_client'
    ? { status: 401, headers: { ...NO_STORE, ...CHALLENGE }, body }
    : { status: 400, headers: NO_STORE, body };
}

function checkExpiry(grant: Grant, { now }: TokenRequest): void {
  if (isExpired(grant, now)) throw invalidGrant('The code has expired');
}

/** service.md: redirect_uri, same as used in the authorization request, character for character. */
function checkRedirectUri(grant: Grant, { redirectUri }: TokenRequest): void {
  if (grant.redirectUri !== redirectUri) throw invalidGrant('redirect_uri is not the one of the authorization request');
}

/**
 * RFC 7636 section 4.6; RFC 9700 section 2.1.1: a verifier without a challenge shows that the challenge was stripped.
 */
function checkVerifier({ codeChallenge }: Grant, { codeVerifier }: TokenRequest): void {
  if (codeChallenge === null) {
    if (codeVerifier === undefined) return;
    throw invalidGrant('code_verifier was sent for a request without code_challenge');
  }
  const isWellFormed = codeVerifier !== undefined && /^[A-Za-z0-9\-._~]{43,128}$/.test(codeVerifier);
  if (!isWellFormed || !isEqualSecret(hash('sha256', codeVerifier, 'base64url'), codeChallenge))
    throw invalidGrant('code_verifier does not fit code_challenge');
}

/** Decisions 18: what was issued in a session is valid only while the session is live. */
function checkSession({ isSessionLive }: Grant): void {
  if (!isSessionLive) throw invalidGrant('The customer has signed out');
}

function invalidGrant(description: string): TokenError {
  return new TokenError('invalid_grant', description);
}
