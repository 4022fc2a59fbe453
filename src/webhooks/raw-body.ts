// What the webhooks of all services share: bodies are taken as bytes, which signatures cover, and failures are answered
// without a word.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isTemporary, statusOf } from '../http/refusal.ts';
import { NotFound } from '../models/errors.ts';
import { BadSignature } from '../payments/gateway.ts';

const RETRY_AFTER_SECONDS = 5;

export function takeRawBodies(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
  scope.setErrorHandler(answerFailure);
}

/** The status alone tells the service whether to retry. */
export async function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const status = statusFor(error);
  if (status === 500) request.log.error({ err: error }, 'a webhook could not be stored');
  if (status === 503) void reply.header('retry-after', RETRY_AFTER_SECONDS);
  return reply.code(status).header('cache-control', 'no-store').send({ received: false });
}

function statusFor(error: unknown): number {
  if (error instanceof NotFound) return 404;
  if (error instanceof BadSignature) return 400;
  if (isTemporary(error)) return 503;
  const status = statusOf(error) ?? 500;
  return status >= 400 && status < 500 ? status : 500;
}
