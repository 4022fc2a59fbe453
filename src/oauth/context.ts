// What a handler of the provider is given beside the request.
import type { FastifyBaseLogger } from 'fastify';

export interface OauthContext {
  /** The log of this request; no code, token, secret, hint or address is passed to it. */
  readonly log: FastifyBaseLogger;
}
