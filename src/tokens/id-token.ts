// ID tokens: signed for an application at sign-in (service.md, ID token content; Core 2), and accepted as a hint of who was signed in
// (Core 3.1.2.1, RP-Initiated Logout 2).
import { compactVerify, decodeProtectedHeader, SignJWT } from 'jose';
import { z } from 'zod';
import { toUnixSeconds, type Clock } from '../database/clock.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts';

/** Decisions 18. */
const ID_TOKEN_LIFETIME_SECONDS = 3600;

export interface IdTokenContent {
  /** {site_url} */
  readonly issuer: string;
  /** The client ID. */
  readonly audience: string;
  readonly sub: string;
  readonly sid: string;
  readonly authenticatedAt: Date;
  readonly nonce?: string | undefined;
  readonly acr?: string | undefined;
  /** Claims about the customer, as the granted scopes allow; undefined ones are left out. */
  readonly claims: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
}

/** The claims of a genuine hint. The caller checks that `audience` is an application of the publication. */
export interface IdTokenHint {
  readonly audience: string;
  readonly sub: string;
  readonly sid: string;
}

const hintClaims = z.object({ iss: z.string(), aud: z.string(), sub: z.string(), sid: z.string() });

export async function signIdToken(signingKeys: SigningKeys, clock: Clock, content: IdTokenContent): Promise<string> {
  const { kid, privateKey } = await signingKeys.current();
  const issuedAt = toUnixSeconds(clock.now());
  const protocolClaims = {
    iss: content.issuer,
    aud: content.audience,
    sub: content.sub,
    sid: content.sid,
    iat: issuedAt,
    exp: issuedAt + ID_TOKEN_LIFETIME_SECONDS,
    auth_time: toUnixSeconds(content.authenticatedAt),
    nonce: content.nonce,
    acr: content.acr,
  };
  return new SignJWT({ ...content.claims, ...protocolClaims })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'JWT', kid })
    .sign(privateKey);
}

/**
 * RP-Initiated Logout 4: checks the issuer and the signature by a key of this environment, retired keys included, but not the expiry.
 * Returns undefined for anything else, such as a logout token.
 */
export async function verifyIdTokenHint(
  signingKeys: SigningKeys,
  issuer: string,
  token: string,
): Promise<IdTokenHint | undefined> {
  const kid = kidOf(token);
  const key = kid && (await signingKeys.verificationKey(kid));
  if (!key) return undefined;
  try {
    const { payload } = await compactVerify(token, key, { algorithms: [SIGNING_ALGORITHM] });
    const claims = hintClaims.safeParse(JSON.parse(Buffer.from(payload).toString('utf8')));
    return claims.success && claims.data.iss === issuer
      ? { audience: claims.data.aud, sub: claims.data.sub, sid: claims.data.sid }
      : undefined;
  } catch {
    return undefined;
  }
}

function kidOf(token: string): string | undefined {
  try {
    const { kid, typ } = decodeProtectedHeader(token);
    return typ === 'JWT' ? kid : undefined;
  } catch {
    return undefined;
  }
}
