// Answers a TLS proxy that asks whether a host is ours before it gets a certificate for it (Caddy's `on_demand_tls`): on
// every host, by plain http too, since proxies ask from beside the process.
import type { FastifyInstance } from 'fastify';
import { readQuery, valueOf } from './bodies/form.ts';

const TLS_QUESTION_PATH = '/tls/ask';
/** Our choice: so many look-ups at a time, so that names that strangers make up do not hold the database. */
const UNDER_WAY_MAX = 20;
/** As a TLS handshake names a host: no port, no IP address. */
const HOST = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** @param isOurs whether a certificate is wanted for the host, which is in lower case */
export function registerTlsQuestion(app: FastifyInstance, isOurs: (host: string) => Promise<boolean>): void {
  let underWay = 0;
  app.get(TLS_QUESTION_PATH, { config: { isPlainHttpAnswered: true, isNeverQueued: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const host = valueOf(readQuery(request.raw.url ?? ''), 'domain')?.toLowerCase() ?? '';
    if (!HOST.test(host)) return reply.code(404).send({ is_ours: false });
    if (underWay >= UNDER_WAY_MAX) return reply.code(503).header('retry-after', '1').send({ is_ours: false });
    underWay += 1;
    try {
      const found = await isOurs(host);
      return await reply.code(found ? 200 : 404).send({ is_ours: found });
    } finally {
      underWay -= 1;
    }
  });
}
