// Admits a request to the data API: HTTPS, then the API key (service.md, Authentication 1), then the rate limit of the
// key. The version is checked before the key, by routing: a path with an unsupported version matches no route
// (refuseUnknown in routes.ts).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLocalDemo } from '../config.ts';
import { networkOf } from '../http/network.ts';
import { bucketOf } from '../models/ceiling.ts';
import { countTowards } from '../models/limit.ts';
import { isApiKeyShaped, type KnownApiKey } from '../models/publication/api-key.ts';
import type { Service } from '../service.ts';
import { ApiKeyCache } from './api-key-cache.ts';
import type { Caller } from './caller.ts';
import { httpsRequired, rateLimited, unauthorized } from './errors.ts';
import { RateLimiter } from './rate-limit.ts';

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
      await this.#countWrongKey(request.ip);
      throw unauthorized('invalid_api_key');
    }
    if (known.revokedAt !== null) throw unauthorized('revoked_api_key');
    return known;
  }

  /** Our choice (reliability R-A19): beyond the limit of a network wrong keys are answered 429; valid keys still pass. */
  async #countWrongKey(ip: string): Promise<void> {
    if (this.#limiter === undefined) return;
    const { config, database, clock, secretKeys } = this.#service;
    const bucket = bucketOf(secretKeys, 'wrong-api-key', networkOf(ip).near);
    const limit = config.limits.networkApiKeysPerMinute;
    const counted = await database.transaction((transaction) => countTowards(transaction, clock, bucket, limit));
    if (counted.isExceeded) throw rateLimited(counted.resetsIn);
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
