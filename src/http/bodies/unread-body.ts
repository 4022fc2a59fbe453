// Many clients send the whole body before they read the answer. Where it is known earlier, as for a wrong key, the rest of the body is read
// first: were the connection closed at once, such a client would see a broken connection instead of the answer.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { hasBody } from './body.ts';

/** Our choices: a larger or slower body is not waited for, and the connection ends with the answer. */
const MAX_DRAINED_BYTES = 1024 * 1024;
const DRAIN_MILLISECONDS = 1000;

export function drainUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!hasBody(raw.headers) || isRead(raw)) return;
    const isLate = reply.statusCode === 408;
    if (!isLate && Number(raw.headers['content-length'] ?? 0) <= MAX_DRAINED_BYTES) await drain(raw);
    // The rest of an unread body would be parsed as the next request of the connection.
    if (!isRead(raw)) reply.header('connection', 'close');
  });
}

/** Whether all of it has arrived; a request that is injected has nothing to arrive. */
function isRead({ complete, readableEnded }: IncomingMessage): boolean {
  return complete || readableEnded;
}

/** Resolves when the body has arrived, is too large or late, or its client is gone. */
function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const count = (chunk: Uint8Array): void => {
      size += chunk.length;
      if (size > MAX_DRAINED_BYTES) end();
    };
    const timer = setTimeout(end, DRAIN_MILLISECONDS);
    function end(): void {
      clearTimeout(timer);
      request.off('data', count).off('end', end).off('close', end);
      resolve();
    }
    if (request.destroyed) return end();
    request.on('data', count).once('end', end).once('close', end);
    request.resume();
  });
}
