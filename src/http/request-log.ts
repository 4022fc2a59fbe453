// One line per request: its id, the route (never the address, whose query may hold a code), the status and the time it took.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    request.log.info({ method, route: routeOptions.url ?? 'none', status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }, 'answered');
  });
}
