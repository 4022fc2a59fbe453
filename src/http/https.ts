// Decisions 7: a deployment answers over https only, on every host, and here alone says so to browsers. The local demo alone speaks
// plain http. Plain http is refused and never redirected, since a redirect would hide that a key or a code has leaked.
import type { FastifyInstance } from 'fastify';

/** Our choice: a year, without includeSubDomains, as other hosts of the domain may not be ours. */
export const STRICT_TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=31536000' };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers plain http, too. */
    isPlainHttpAnswered?: boolean;
  }
}

/** The request came over plain http. */
export class HttpsRequired extends Error {
  override readonly name = 'HttpsRequired';
  /** Named like the status of the framework's own errors. */
  readonly statusCode = 403;
}

export function requireHttps(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(STRICT_TRANSPORT_SECURITY);
    const isAnswered = request.protocol === 'https' || request.routeOptions.config.isPlainHttpAnswered === true;
    if (isAnswered) done();
    else done(new HttpsRequired('plain http'));
  });
}
