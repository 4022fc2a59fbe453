// Admits a request to the data API: no other site's page sent it, then the API key (service.md, Authentication 1), then
// the rate limit of the key. HTTPS is checked before, for every door (http/https.ts). So is the version, by routing: a
// path with an unsupported version matches no route (refuseUnknown in routes.ts).
import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from '../database/secrets.ts';
import { readBasicCredentials } from '../http/basic-credentials.ts';
import { countTowards } from '../models/limit.ts';
import { isApiKeyShaped, type KnownApiKey } from '../models/publication/api-key.ts';
import type { Service } from '../service.ts';
import { ApiKeyCache } from './api-key-cache.ts';
import type { Caller } from './caller.ts';
import { checkNotCrossSite } from './cross-site.ts';
import { rateLimited, unauthorized } from './errors.ts';
import { RateLimiter } from './rate-limit.ts';

/**
 * Our choice (reliability R-A19): the rate limit of wrong keys from one address. Beyond it they are answered 429; valid
 * keys still pass.
 */
const WRONG_KEYS = { count: 10, seconds: 60 };

export class Gate {
  readonly #service: Service;
  readonly #limiter: RateLimiter | undefined;
  readonly #writes: Pick<Caller, 'write' | 'singleWrite'>;
  readonly #apiKeys: ApiKeyCache;

  constructor(service: Service) {
    const { config, database, clock } = service;
    this.#service = service;
    this.#apiKeys = new ApiKeyCache(database);
    this.#writes = { write: (work) => database.transaction(work), singleWrite: (work) => database.singleWrite(work) };
    this.#limiter = config.apiRateLimit > 0 ? new RateLimiter(database, clock, config.apiRateLimit) : undefined;
  }

  /** Authenticates the caller and counts the request. Sets RateLimit-*. Throws ApiError. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    checkNotCrossSite(this.#service.config, request);
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
    const credentials = readBasicCredentials(request.headers.authorization);
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

  async #countWrongKey(ip: string): Promise<void> {
    if (this.#limiter === undefined) return;
    const { database, clock } = this.#service;
    const bucket = `wrong-api-key ${hashSecret(isIP(ip) ? ip : 'unknown')}`;
    const counted = await database.transaction((transaction) => countTowards(transaction, clock, bucket, WRONG_KEYS));
    if (counted.isExceeded) throw rateLimited(counted.resetsIn);
  }
}
