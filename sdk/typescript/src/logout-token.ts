// The logout token that the service posts to a publisher's site when a reader signs out there (OpenID Connect Back-Channel Logout 1.0): nine
// checks, each of which must pass before any session ends.
import { fromBase64 } from './base64.ts';
import { MastheadError } from './error.ts';
import { remoteKeys, type KeySource } from './keys.ts';

/** The checks, in the order in which they are made. */
export type LogoutTokenCheck =
  'signature' | 'typ' | 'iss' | 'aud' | 'iat' | 'exp' | 'sub' | 'sid' | 'events' | 'nonce' | 'replay';

/** A check failed: answer 400 and end no session. */
export class LogoutTokenError extends MastheadError {
  override name = 'LogoutTokenError';
  readonly check: LogoutTokenCheck;

  constructor(check: LogoutTokenCheck, message: string, options?: ErrorOptions) {
    super(message, options);
    this.check = check;
  }
}

/** Remembers tokens for as long as they could be sent a second time. */
export interface ReplayStore {
  /** Takes the token's id; false where it was taken before. One step, so that of two at once only one is true. */
  take(tokenId: string, expiresAt: Date): boolean | Promise<boolean>;
}

/** For a site of one process. */
export class MemoryReplayStore implements ReplayStore {
  readonly #taken = new Map<string, number>();

  take(tokenId: string, expiresAt: Date): boolean {
    const now = Date.now();
    for (const [id, end] of this.#taken) if (end < now) this.#taken.delete(id);
    if (this.#taken.has(tokenId)) return false;
    this.#taken.set(tokenId, expiresAt.getTime());
    return true;
  }
}

export interface VerifyLogoutTokenOptions {
  /** {site_url} of the publication. */
  readonly issuer: string;
  /** Client ID of the OAuth application. */
  readonly clientId: string;
  /** Default: remoteKeys of the issuer, kept for all calls. */
  readonly keys?: KeySource;
  /** Without one, the same token passes as often as it is sent. */
  readonly replayStore?: ReplayStore;
  /** Older tokens are refused. Default: 300. */
  readonly maxAgeSeconds?: number;
  /** How far the clocks may disagree. Default: 30. */
  readonly clockToleranceSeconds?: number;
  /** Default: the present. */
  readonly now?: Date;
}

export interface LogoutTokenClaims {
  readonly iss: string;
  readonly aud: string | readonly string[];
  readonly iat: number;
  readonly exp?: number;
  readonly jti?: string;
  /** The customer. */
  readonly sub: string;
  /** The session to end: the `sid` of its ID token. */
  readonly sid: string;
  readonly [name: string]: unknown;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const keysByIssuer = new Map<string, KeySource>();

type Json = Readonly<Record<string, unknown>>;
interface Token {
  readonly header: Json;
  readonly payload: Json;
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/**
 * The token's claims, once every check has passed. Throws LogoutTokenError, which names the check that failed.
 * What fails for another reason, such as signing keys that cannot be fetched, is thrown as it is: answer 400 to that as well.
 */
export async function verifyLogoutToken(
  logoutToken: string,
  options: VerifyLogoutTokenOptions,
): Promise<LogoutTokenClaims> {
  const { issuer, clientId, maxAgeSeconds = 300, clockToleranceSeconds = 30, now = new Date() } = options;
  const { header, payload, signed, signature } = decode(logoutToken);
  const check = (name: LogoutTokenCheck, passes: boolean, message: string): void => {
    if (!passes) throw new LogoutTokenError(name, message);
  };
  const seconds = now.getTime() / 1000;
  const { iss, aud, iat, exp, sub, sid, events, jti } = payload;
  check(
    'signature',
    await isSigned(header, signed, signature, options.keys ?? keysOf(issuer)),
    'the signature is not by a signing key of the service',
  ); // 1
  check(
    'typ',
    String(header['typ'])
      .toLowerCase()
      .replace(/^application\//, '') === 'logout+jwt',
    'typ is not logout+jwt',
  ); // 9
  check('iss', iss === issuer, 'iss is not the publication'); // 2
  check('aud', [aud].flat().includes(clientId), 'aud is not this application'); // 3
  check('iat', typeof iat === 'number' && iat <= seconds + clockToleranceSeconds, 'iat is not in the past'); // 4
  check(
    'iat',
    typeof iat === 'number' && iat >= seconds - maxAgeSeconds - clockToleranceSeconds,
    'the token is too old',
  ); // 4
  check(
    'exp',
    exp === undefined || (typeof exp === 'number' && exp > seconds - clockToleranceSeconds),
    'the token has expired',
  );
  check('sub', isText(sub), 'sub is missing'); // 5
  check('sid', isText(sid), 'sid is missing'); // 6
  check('events', isObject(events) && isObject(events[EVENT]), 'events does not hold the logout event'); // 7
  check('nonce', !('nonce' in payload), 'a logout token has no nonce'); // 8
  if (options.replayStore !== undefined)
    await takeOnce(
      options.replayStore,
      jti,
      new Date((Number(iat) + maxAgeSeconds + 2 * clockToleranceSeconds) * 1000),
    );
  return payload as LogoutTokenClaims;
}

async function takeOnce(store: ReplayStore, tokenId: unknown, expiresAt: Date): Promise<void> {
  if (!isText(tokenId)) throw new LogoutTokenError('replay', 'jti is missing');
  if (!(await store.take(tokenId, expiresAt))) throw new LogoutTokenError('replay', 'this token was used before');
}

function keysOf(issuer: string): KeySource {
  const keys = keysByIssuer.get(issuer) ?? remoteKeys(`${issuer.replace(/\/$/, '')}/.well-known/jwks.json`);
  keysByIssuer.set(issuer, keys);
  return keys;
}

function decode(token: string): Token {
  try {
    const [header = '', payload = '', signature = '', ...rest] = token.split('.');
    if (rest.length > 0) throw new TypeError('more than three parts');
    return {
      header: json(header),
      payload: json(payload),
      signed: new TextEncoder().encode(`${header}.${payload}`),
      signature: fromBase64(signature),
    };
  } catch (cause) {
    throw new LogoutTokenError('signature', 'this is no signed token', { cause });
  }
}

function json(part: string): Json {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(part)));
  if (!isObject(value)) throw new TypeError('not an object');
  return value;
}

/** RS256 only: the algorithm is never the token's to choose. `crit` names extensions that must be understood, and none is. */
async function isSigned(
  header: Json,
  signed: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  keys: KeySource,
): Promise<boolean> {
  const { alg, kid, crit } = header;
  if (alg !== 'RS256' || crit !== undefined || (kid !== undefined && typeof kid !== 'string')) return false;
  const jwk = await keys(kid);
  if (
    jwk?.kty !== 'RSA' ||
    (jwk.alg ?? alg) !== alg ||
    (jwk.use ?? 'sig') !== 'sig' ||
    jwk.n === undefined ||
    jwk.e === undefined
  )
    return false;
  const key = await crypto.subtle.importKey('jwk', { kty: 'RSA', n: jwk.n, e: jwk.e }, ALGORITHM, false, ['verify']);
  return crypto.subtle.verify(ALGORITHM, key, signature, signed);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
