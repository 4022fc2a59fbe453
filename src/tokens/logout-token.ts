// Logout tokens, which applications are sent when a session ends (service.md, Events; Back-Channel Logout 2.4).
import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT, type JWTPayload } from 'jose';
import { toUnixSeconds, type Clock } from '../database/clock.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts';

/** Decisions 18; Back-Channel Logout 4 recommends at most two minutes. */
const LOGOUT_TOKEN_LIFETIME_SECONDS = 120;
/** service.md, Events, receiver verification 9. */
export const LOGOUT_TOKEN_HEADER = { alg: SIGNING_ALGORITHM, typ: 'logout+jwt' } as const;
/** service.md, Events, receiver verification 7. */
const BACKCHANNEL_LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

export interface LogoutTokenContent {
  /** {site_url} */
  readonly issuer: string;
  /** The client ID. */
  readonly audience: string;
  readonly sub: string;
  readonly sid: string;
}

/** Signs a new token at each call, with its own jti and times: every delivery attempt has its own. */
export async function signLogoutToken(
  signingKeys: SigningKeys,
  clock: Clock,
  content: LogoutTokenContent,
): Promise<string> {
  const { kid, privateKey } = await signingKeys.current();
  return new SignJWT(toClaims(clock, content)).setProtectedHeader({ ...LOGOUT_TOKEN_HEADER, kid }).sign(privateKey);
}

/**
 * The token as a log shows it. Our choice: without its signature, so that nobody who reads the log can send the token
 * again.
 */
export function withoutSignature(token: string): { header: Record<string, unknown>; claims: Record<string, unknown> } {
  return { header: { ...decodeProtectedHeader(token) }, claims: decodeJwt(token) };
}

/** Back-Channel Logout 2.4. */
export function toClaims(clock: Clock, content: LogoutTokenContent): JWTPayload {
  const issuedAt = toUnixSeconds(clock.now());
  return {
    iss: content.issuer,
    aud: content.audience,
    sub: content.sub,
    sid: content.sid,
    iat: issuedAt,
    exp: issuedAt + LOGOUT_TOKEN_LIFETIME_SECONDS,
    jti: randomUUID(),
    events: { [BACKCHANNEL_LOGOUT_EVENT]: {} },
  };
}
