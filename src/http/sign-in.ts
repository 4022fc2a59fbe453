// Serves an operation of the sign-in provider: the handler gets query, form and headers unvalidated, because the
// protocol's own checks come first and in the protocol's order; routes and serializers come from the contract.
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { signInOperationIds, type SignInOperationId } from '../../generated/operation-ids.ts';
import { signInOperations } from '../../generated/router.ts';
import { readBody, type Body } from './bodies/body.ts';
import { readQuery } from './bodies/form.ts';
import { bindOperations, type BoundOperation, type Failure } from './contract.ts';
import type { AnyReply, SignInHandlers, SignInRequest } from './operation.ts';
import { sendReply } from './reply.ts';

export interface SignInBinding<Context> {
  readonly handlers: SignInHandlers<Context>;
  /** Returns what the handlers need beside the request, or throws. Runs before the body is read. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Context | Promise<Context>;
  /** Maps a failure to a reply: a page or the JSON of OAuth, depending on the operation. */
  readonly fail: (failure: Failure, request: FastifyRequest, operationId: SignInOperationId) => AnyReply;
}

/** Registers the routes of the sign-in provider. Throws when the handlers do not match the contract. */
export async function bindSignIn<Context>(app: FastifyInstance, binding: SignInBinding<Context>): Promise<void> {
  if (!app.hasRequestDecorator('cookies')) await app.register(cookie);
  const bound = signInOperationIds.map((operationId) => bindOperation(operationId, binding));
  await bindOperations(app, 'sign-in', bound, Object.keys(binding.handlers));
}

function bindOperation<Context>(operationId: SignInOperationId, binding: SignInBinding<Context>): BoundOperation {
  const operation = signInOperations[operationId];
  const refuse: BoundOperation['refuse'] = (request, reply, failure) =>
    sendReply(reply, operation, binding.fail(failure, request, operationId));
  return {
    operation,
    refuse,
    serve: async (request, reply) => {
      const context = await binding.admit(request, reply);
      const body = await readBody(request.raw);
      if (body.state === 'too large') return refuse(request, reply, { kind: 'too large' });
      return sendReply(
        reply,
        operation,
        await binding.handlers[operationId](toSignInRequest(operationId, request, body), context),
      );
    },
  };
}

function toSignInRequest(operationId: SignInOperationId, request: FastifyRequest, body: Body): SignInRequest {
  const url = request.raw.url ?? '';
  return {
    operationId,
    id: request.id,
    method: request.method,
    url,
    query: readQuery(url),
    form: body.state === 'form' ? body.reading : undefined,
    hasOtherBody: body.state === 'another media type' || body.state === 'cut off',
    headers: request.headers,
    cookies: request.cookies,
    ip: request.ip,
  };
}
