// The request log, one line per request: id, route (not the URL, whose query may hold a code), status and duration. Metrics count the same.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CURRENT_REQUEST, OBSERVED } from '../observed.ts';

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

const LEVELS_WITH_REQUESTS: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id);
    done();
  });
  if (OBSERVED.statement.isHeard) nameCurrentRequest(app);
  // The hook costs as much as a database look-up, so it is not added where it would do nothing.
  const isLogged = LEVELS_WITH_REQUESTS.has(app.log.level);
  if (!isLogged && !OBSERVED.answer.isHeard) return;
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswer(request, reply, { isLogged, route: request.routeOptions.url });
    done();
  });
}

/** What reads a body goes on in the context of the connection, so the request is named again after that. */
function nameCurrentRequest(app: FastifyInstance): void {
  const name = ({ id }: FastifyRequest, _reply: FastifyReply, done: () => void): void =>
    CURRENT_REQUEST.run({ id }, done);
  app.addHook('onRequest', name);
  app.addHook('preValidation', name);
}

/** The same for a request whose path cannot be decoded, for which Fastify runs no hooks. */
export function logUndecodable(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('request-id', request.id);
  const isLogged = LEVELS_WITH_REQUESTS.has(request.log.level);
  reply.raw.once('finish', () => noteAnswer(request, reply, { isLogged, route: undefined }));
}

function noteAnswer(
  { method, log }: FastifyRequest,
  reply: FastifyReply,
  { isLogged, route = 'none' }: { readonly isLogged: boolean; readonly route: string | undefined },
): void {
  const { elapsedTime: milliseconds, statusCode: status } = reply;
  OBSERVED.answer.publish({ method, route, status, milliseconds });
  if (isLogged) log.info({ method, route, status, ms: Math.round(milliseconds * 10) / 10 }, 'answered');
}
