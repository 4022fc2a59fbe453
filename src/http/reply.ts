// Sends a reply with the media type and the serializer that the contract declares for its status: an undeclared field
// is never sent.
import type { FastifyReply } from 'fastify';
import type { Operation } from './check.ts';
import type { AnyReply } from './operation.ts';

export function sendReply(reply: FastifyReply, operation: Operation, answer: AnyReply): FastifyReply {
  reply.code(answer.status);
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  if (answer.body === undefined) return reply.send();
  const { mediaType = 'application/json', serialize = JSON.stringify } = operation.answers[answer.status] ?? {};
  if (!reply.hasHeader('content-type'))
    reply.type(mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType);
  return reply.send(typeof answer.body === 'string' ? answer.body : serialize(answer.body));
}
