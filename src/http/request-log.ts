// The request log, one line per request: id, route (not the URL, whose query may hold a code), status and duration.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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
    logAnswer(request, reply, request.routeOptions.url);
    done();
  });
}

/** The same for a request whose path cannot be decoded, for which Fastify runs no hooks. */
export function logUndecodable(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('request-id', request.id);
  if (LEVELS_WITH_REQUESTS.has(request.log.level)) reply.raw.once('finish', () => logAnswer(request, reply, undefined));
}

function logAnswer({ method, log }: FastifyRequest, reply: FastifyReply, route = 'none'): void {
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  log.info({ method, route, status: reply.statusCode, ms }, 'answered');
}
