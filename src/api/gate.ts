// Admits a request to the data API: HTTPS, then the API key (service.md, Authentication 1), then the rate limit of the
// key. The version is checked before the key, by routing: a path with an unsupported version matches no route
// (refuseUnknown in routes.ts).
import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLocalDemo } from '../config.ts';
import { hashSecret } from '../database/secrets.ts';
import { isApiKeyShaped, type KnownApiKey } from '../models/publication/api-key.ts';
import type { Service } from '../service.ts';
import { ApiKeyCache } from './api-key-cache.ts';
import type { Caller } from './caller.ts';
import { httpsRequired, rateLimited, unauthorized } from './errors.ts';
import { RateLimiter } from './rate-limit.ts';

/**
 * Our choice (reliability R-A19): the rate limit of wrong keys from one address. Beyond it they are answered 429; valid
 * keys still pass.
 */
const WRONG_KEYS = { count: 10, seconds: 60 };
const BASIC = /^basic +([a-z0-9+/]+={0,2}) *$/i;

export class Gate {
  readonly #service: Service;
  readonly #limiter: RateLimiter | undefined;
  readonly #isHttpsRequired: boolean;
  readonly #writes: Pick<Caller, 'write' | 'singleWrite'>;
  readonly #apiKeys: ApiKeyCache;

  constructor(service: Service) {
    const { config, database, clock } = service;
    this.#service = service;
    this.#apiKeys = new ApiKeyCache(database);
    this.#writes = { write: (work) => database.transaction(work), singleWrite: (work) => database.singleWrite(work) };
    this.#isHttpsRequired = !isLocalDemo(config);
    this.#limiter = config.apiRateLimit > 0 ? new RateLimiter(database, clock, config.apiRateLimit) : undefined;
  }

  /** Decisions 7: plain HTTP is refused, not redirected, because a redirect would hide that the key has leaked. */
  checkHttps(request: FastifyRequest): void {
    if (this.#isHttpsRequired && request.protocol !== 'https') throw httpsRequired();
  }

  /** Authenticates the caller and counts the request. Sets RateLimit-*. Throws ApiError. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const publication = await this.#authenticate(request);
    if (this.#limiter !== undefined) await this.#count(publication, this.#limiter, reply);
    return { apiKeyId: publication.apiKeyId, publication, ...this.#writes };
  }

  async #count({ apiKeyId }: KnownApiKey, limiter: RateLimiter, reply: FastifyReply): Promise<void> {
    const rate = await limiter.take(apiKeyId);
    if (rate.isExceeded) throw rateLimited(rate.resetsIn, rate.headers);
    reply.headers(rate.headers);
  }

  async #authenticate(request: FastifyRequest): Promise<KnownApiKey> {
    const credentials = readBasic(request.headers.authorization);
    if (credentials === undefined) throw unauthorized('missing_api_key');
    const isShaped = credentials.password === '' && isApiKeyShaped(credentials.user, this.#service.config.environment);
    const known = isShaped ? await this.#apiKeys.find(credentials.user) : undefined;
    if (known === undefined) {
      await this.#countWrongKey(request, credentials.user);
      throw unauthorized('invalid_api_key');
    }
    if (known.revokedAt !== null) {
      const event = { publication: known, request, record: known.apiKeyId };
      this.#service.securityLog.record('api_key_revoked_used', event);
      throw unauthorized('revoked_api_key');
    }
    return known;
  }

  /** A flood is logged as what exceeds the limit, once for each time that the limiter asks the database. */
  async #countWrongKey(request: FastifyRequest, apiKey: string): Promise<void> {
    const { limiter, securityLog } = this.#service;
    const bucket = `wrong-api-key ${hashSecret(isIP(request.ip) ? request.ip : 'unknown')}`;
    const counted = this.#limiter === undefined ? undefined : await limiter.count(bucket, WRONG_KEYS);
    if (counted?.isExceeded !== true) {
      securityLog.record('api_key_wrong', { request, who: apiKey });
      return;
    }
    if (!counted.isRemembered) securityLog.record('api_key_limited', { request });
    throw rateLimited(counted.resetsIn);
  }
}

/**
 * Reads HTTP Basic credentials (RFC 7617): the key is the user name, the password is empty. Undefined where there are
 * none.
 */
function readBasic(authorization: string | undefined): { user: string; password: string } | undefined {
  const encoded = authorization === undefined ? undefined : BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const user = colon === -1 ? text : text.slice(0, colon);
  return user === '' ? undefined : { user, password: colon === -1 ? '' : text.slice(colon + 1) };
}
