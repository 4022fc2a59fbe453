// What a handler of the provider is given beyond the request.
import type { FastifyBaseLogger } from 'fastify';

export interface OauthContext {
  /** Of this request; never handed a code, token, secret, hint or address. */
  readonly log: FastifyBaseLogger;
}
