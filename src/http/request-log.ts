// The request log, one line per request: id, route (not the URL, whose query may hold a code), status and duration.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

const LEVELS_WITH_REQUESTS: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id);
    done();
  });
  // The hook costs as much as a database look-up, so it is not added where the line would not be written.
  if (!LEVELS_WITH_REQUESTS.has(app.log.level)) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    request.log.info(
      {
        method,
        route: routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
    done();
  });
}
