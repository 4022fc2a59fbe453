// The logout token that the service posts when a reader signs out there: the nine checks, each of which must pass before any session ends.
import { createRemoteJWKSet, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Older tokens are refused. */
const MAX_AGE_SECONDS = 300;

export interface Expected {
  readonly issuer: string;
  readonly clientId: string;
}

/** The service's signing keys, fetched when needed and kept for a while. */
export function keysAt(jwksUri: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(jwksUri));
}

/** Returns the `sid` of the session to end. Throws when a check fails. */
export async function verifyLogoutToken(
  logoutToken: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId }: Expected,
): Promise<string> {
  const { payload } = await jwtVerify(logoutToken, keys, {
    algorithms: ['RS256'], //              1. the signature is by the service's key
    issuer, //                             2. iss is the publication's site URL
    audience: clientId, //                 3. aud is our client ID
    maxTokenAge: MAX_AGE_SECONDS, //       4. iat is in the past, and not long ago
    requiredClaims: ['sub', 'sid'], //     5. and 6. sub and sid are there
    typ: 'logout+jwt', //                  9. the header's typ is logout+jwt
  });
  if (!hasEvent(payload)) throw new Error('events does not hold the logout event'); // 7.
  if ('nonce' in payload) throw new Error('a logout token has no nonce'); // 8.
  const { sub, sid } = payload;
  if (typeof sub !== 'string' || typeof sid !== 'string' || sid === '') throw new Error('sub and sid must be text');
  return sid;
}

function hasEvent({ events }: JWTPayload): boolean {
  return typeof events === 'object' && events !== null && EVENT in events;
}
