// The request log, one line per request: id, route (not the URL, whose query may hold a code), status and duration. Metrics count the same.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CURRENT_WORK, OBSERVED, type Work } from '../observed.ts';

export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}

const LEVELS_WITH_REQUESTS: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id);
    done();
  });
  if (OBSERVED.statement.isHeard) nameWork(app);
  // The hook costs as much as a database look-up, so it is not added where it would do nothing.
  const isLogged = LEVELS_WITH_REQUESTS.has(app.log.level);
  if (!isLogged && !OBSERVED.answer.isHeard) return;
  app.addHook('onResponse', (request, reply, done) => {
    noteAnswer(request, reply, { isLogged, route: request.routeOptions.url });
    done();
  });
}

const works = new WeakMap<FastifyRequest, Work>();

/** What reads a body goes on in the context of the connection, so the request is named again after that. */
function nameWork(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const work: Work = {
      kind: 'request',
      reqId: request.id,
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    };
    works.set(request, work);
    OBSERVED.work.publish(work);
    CURRENT_WORK.run(work, done);
  });
  app.addHook('preValidation', (request, _reply, done) => CURRENT_WORK.run(works.get(request), done));
}

/** The same for a request whose path cannot be decoded, for which Fastify runs no hooks. */
export function logUndecodable(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('request-id', request.id);
  const isLogged = LEVELS_WITH_REQUESTS.has(request.log.level);
  reply.raw.once('finish', () => noteAnswer(request, reply, { isLogged, route: undefined }));
}

function noteAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { isLogged, route = 'none' }: { readonly isLogged: boolean; readonly route: string | undefined },
): void {
  const { method } = request;
  const { elapsedTime: milliseconds, statusCode: status } = reply;
  OBSERVED.answer.publish({ work: works.get(request), method, route, status, milliseconds });
  if (isLogged) request.log.info({ method, route, status, ms: Math.round(milliseconds * 10) / 10 }, 'answered');
}
