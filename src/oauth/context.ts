// What a handler of the provider is given beside the request.
import type { FastifyBaseLogger } from 'fastify';
import type { LastUse } from '../models/last-use.ts';

export interface OauthContext {
  /** The log of this request; no code, token, secret, hint or address is passed to it. */
  readonly log: FastifyBaseLogger;
  /** Of client secrets. */
  readonly lastUse: LastUse;
  /** Writes what was refused after the answer, the same at most once a minute. */
  readonly refusals: LastUse;
}
