// Warns of proxies and settings that do not fit together. Without X-Forwarded-For from a proxy that is trusted, or without that trust, every visitor
// has the proxy's own address, and all of them share the limits of one network.
import type { FastifyInstance, FastifyRequest } from 'fastify';

const WITHOUT_ADDRESS =
  'the proxy in TRUST_PROXY sends X-Forwarded-Proto without X-Forwarded-For: all visitors count as one network, and its limits stop them';
const WITHOUT_TRUST =
  'a request came with X-Forwarded-For from an address that is not in TRUST_PROXY, so it counts as the visitor: where that is your proxy, name it in TRUST_PROXY';

/** Warns once of each in the life of the process. */
export function warnOfProxies(app: FastifyInstance): void {
  const warned = new Set<string>();
  app.addHook('onRequest', (request, _reply, done) => {
    const warning = warningOf(request);
    if (warning !== undefined && !warned.has(warning)) {
      warned.add(warning);
      request.log.warn(warning);
    }
    done();
  });
}

function warningOf({ headers, protocol, ips }: FastifyRequest): string | undefined {
  const { 'x-forwarded-for': address, 'x-forwarded-proto': scheme } = headers;
  // Of a proxy that is not trusted neither the scheme nor the address is believed: the only address is its own.
  if (address !== undefined) return (ips ?? []).length < 2 ? WITHOUT_TRUST : undefined;
  return scheme !== undefined && ips !== undefined && protocol === 'https' ? WITHOUT_ADDRESS : undefined;
}
