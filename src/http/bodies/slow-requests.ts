// Ends connections whose request does not arrive in time. Node's own limit is one for all requests, and an upload may take
// longer than others.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasBody } from './body.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body may take as long as a large file does. */
    readonly isUpload?: boolean;
  }
}

/** A body alone is refused a little earlier, by an answer (http/bodies/body.ts). */
const REQUEST_MILLISECONDS = 11_000;

export function endSlowRequests(app: FastifyInstance): void {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();
  app.server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request.headers)) return;
    const end = (): void => {
      if (!request.complete) request.socket.destroy();
    };
    const timer = setTimeout(end, REQUEST_MILLISECONDS).unref();
    timers.set(request, timer);
    request.once('close', () => clearTimeout(timer));
  });
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (routeOptions.config.isUpload === true) clearTimeout(timers.get(raw));
  });
}
