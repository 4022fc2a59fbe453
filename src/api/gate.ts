// Admits a request to the data API: no other site's page sent it, then the API key (service.md, Authentication 1), then
// the rate limit of the key. HTTPS is checked before, for every door (http/https.ts). So is the version, by routing: a
// path with an unsupported version matches no route (refuseUnknown in routes.ts).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { enterPublication } from '../database/scope.ts';
import { readBasicCredentials } from '../http/basic-credentials.ts';
import { bucketOf } from '../models/ceiling.ts';
import { LastUse } from '../models/last-use.ts';
import { apiKeyTitle, isApiKeyShaped, recordApiKeyUse, type KnownApiKey } from '../models/publication/api-key.ts';
import { countedNetworkOf } from '../security/network.ts';
import type { Service } from '../service.ts';
import { ApiKeyCache } from './api-key-cache.ts';
import type { Caller } from './caller.ts';
import { checkNotCrossSite } from './cross-site.ts';
import { rateLimited, unauthorized } from './errors.ts';
import { RateLimiter } from './rate-limit.ts';

export class Gate {
  readonly #service: Service;
  readonly #limiter: RateLimiter | undefined;
  readonly #writes: Pick<Caller, 'write' | 'singleWrite'>;
  readonly #apiKeys: ApiKeyCache;
  readonly #lastUse: LastUse;

  constructor(service: Service) {
    const { config, database, clock } = service;
    this.#service = service;
    this.#apiKeys = new ApiKeyCache(database);
    this.#lastUse = new LastUse(database);
    this.#writes = { write: (work) => database.transaction(work), singleWrite: (work) => database.singleWrite(work) };
    this.#limiter = config.apiRateLimit > 0 ? new RateLimiter(database, clock, config.apiRateLimit) : undefined;
  }

  /** Authenticates the caller and counts the request. Sets RateLimit-*. Throws ApiError. */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    checkNotCrossSite(this.#service.config, request);
    const publication = await this.#authenticate(request);
    enterPublication(publication);
    if (this.#limiter !== undefined) await this.#count(publication, this.#limiter, reply);
    this.#noteUse(publication, request);
    const { apiKeyId, apiKeyName: name, hint, scope } = publication;
    return {
      apiKeyId,
      apiKeyName: apiKeyTitle({ name, hint }),
      scope,
      ip: request.ip,
      publication,
      ...this.#writes,
    };
  }

  /** Resolves once the last uses of keys are recorded. */
  settle(): Promise<void> {
    return this.#lastUse.settle();
  }

  #noteUse(publication: KnownApiKey, { log }: FastifyRequest): void {
    const { clock } = this.#service;
    const { apiKeyId } = publication;
    this.#lastUse.note(
      apiKeyId,
      (transaction) => recordApiKeyUse(publication, transaction, clock, apiKeyId),
      (error) => log.error({ err: error }, 'the use of an API key was not recorded'),
    );
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

  /**
   * Our choice (reliability R-A19): beyond the limit of a network wrong keys are answered 429; valid keys still pass. A
   * flood is logged as what exceeds the limit, once for each time that the limiter asks the database.
   */
  async #countWrongKey(request: FastifyRequest, apiKey: string): Promise<void> {
    const { config, limiter, secretKeys, securityLog } = this.#service;
    const bucket = bucketOf(secretKeys, 'wrong-api-key', countedNetworkOf(request.ip).near);
    const limit = config.limits.networkApiKeysPerMinute;
    const counted = this.#limiter === undefined ? undefined : await limiter.count(bucket, limit);
    if (counted?.isExceeded !== true) {
      securityLog.record('api_key_wrong', { request, who: apiKey });
      return;
    }
    if (!counted.isRemembered) securityLog.record('api_key_limited', { request });
    throw rateLimited(counted.resetsIn);
  }
}
