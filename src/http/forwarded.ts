// Warns of a proxy that is trusted but tells only half: without X-Forwarded-For every visitor has the proxy's own address, and all of them share the
// limits of one network.
import type { FastifyInstance } from 'fastify';

/** Warns once in the life of the process. */
export function warnOfMissingAddress(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-for': address, 'x-forwarded-proto': scheme } = request.headers;
    // The scheme of a proxy that is not trusted is not believed, so that the request is not https then.
    if (!isWarned && scheme !== undefined && address === undefined && request.protocol === 'https') {
      isWarned = true;
      request.log.warn(
        'the proxy in TRUST_PROXY sends X-Forwarded-Proto without X-Forwarded-For: all visitors count as one network, and its limits stop them',
      );
    }
    done();
  });
}
