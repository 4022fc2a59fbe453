// Logout tokens that each fail one of the receiver's nine checks (service.md, Events) and are genuine otherwise, so that a publisher learns
// which check a receiver omits.
import { generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import type { Clock } from '../database/clock.ts';
import { LOGOUT_TOKEN_HEADER, toClaims, type LogoutTokenContent } from './logout-token.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts';

/** In the order of service.md; `unsigned` belongs to the first check. A receiver may accept the `old` one: service.md leaves that open. */
export const LOGOUT_TOKEN_FAULTS = [
  'signature',
  'unsigned',
  'iss',
  'aud',
  'iat',
  'old',
  'sub',
  'sid',
  'events',
  'nonce',
  'typ',
] as const;
export type LogoutTokenFault = (typeof LOGOUT_TOKEN_FAULTS)[number];

const FUTURE_SECONDS = 3600;
/** service.md's example threshold is 300 seconds. */
const OLD_SECONDS = 900;

const CHANGES: Partial<Record<LogoutTokenFault, (claims: JWTPayload) => JWTPayload>> = {
  iss: (claims) => ({ ...claims, iss: 'https://another-publication.example' }),
  aud: (claims) => ({ ...claims, aud: 'client_of_another_site' }),
  iat: (claims) => ({ ...claims, iat: Number(claims.iat) + FUTURE_SECONDS, exp: Number(claims.exp) + FUTURE_SECONDS }),
  old: (claims) => ({ ...claims, iat: Number(claims.iat) - OLD_SECONDS }),
  sub: ({ sub: _sub, ...claims }) => claims,
  sid: ({ sid: _sid, ...claims }) => claims,
  events: ({ events: _events, ...claims }) => claims,
  nonce: (claims) => ({ ...claims, nonce: 'a-nonce' }),
};

export async function signFaultyLogoutToken(
  signingKeys: SigningKeys,
  clock: Clock,
  content: LogoutTokenContent,
  fault: LogoutTokenFault,
): Promise<string> {
  const { kid, privateKey } = await signingKeys.current();
  const claims = CHANGES[fault]?.(toClaims(clock, content)) ?? toClaims(clock, content);
  if (fault === 'unsigned') return unsigned({ ...LOGOUT_TOKEN_HEADER, alg: 'none' }, claims);
  const typ = fault === 'typ' ? 'JWT' : LOGOUT_TOKEN_HEADER.typ;
  const key = fault === 'signature' ? (await generateKeyPair(SIGNING_ALGORITHM)).privateKey : privateKey;
  return new SignJWT(claims).setProtectedHeader({ alg: SIGNING_ALGORITHM, typ, kid }).sign(key);
}

/** RFC 7515, appendix A.5. */
function unsigned(header: object, claims: JWTPayload): string {
  const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${parts.join('.')}.`;
}
