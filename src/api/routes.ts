// Registers the data API on {base_url}: every operation of the contract runs behind the gate and inside idempotency;
// every failure is answered with the error object.
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hashSecret } from '../database/secrets.ts';
import { readBody } from '../http/bodies/body.ts';
import type { Operation } from '../http/check.ts';
import type { Failure } from '../http/contract.ts';
import { bindDataApi } from '../http/data-api.ts';
import { isExpected } from '../http/refusal.ts';
import type { Service } from '../service.ts';
import { audited } from './audit.ts';
import type { Caller } from './caller.ts';
import { customerHandlers } from './customers.ts';
import { ApiError, invalidParameter, readOnlyKey, toApiError, toErrorObject } from './errors.ts';
import { eventHandlers } from './events.ts';
import { figureHandlers } from './figures.ts';
import type { Gate } from './gate.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { memberHandlers } from './members.ts';
import { newsletterHandlers } from './newsletters.ts';
import { offerHandlers } from './offers.ts';
import { planHandlers } from './plans.ts';
import { priceHandlers } from './prices.ts';
import { subscriptionHandlers } from './subscriptions.ts';

/** Every answer has them, those without a route as well. */
const API_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

const SUPPORTED_VERSIONS: readonly string[] = ['2023-04-11'];

/** @param gate the one of this process, which counts every request of a key (RateLimit-*), to whatever address */
export async function registerApi(app: FastifyInstance, service: Service, gate: Gate): Promise<void> {
  app.addHook('onClose', () => gate.settle());
  await bindDataApi<Caller>(app, {
    handlers: {
      ...memberHandlers(service),
      ...customerHandlers(service),
      ...subscriptionHandlers(service),
      ...catalogHandlers(service),
      ...eventHandlers(service),
      ...figureHandlers(service),
    },
    admit: async (request, reply, operation) => {
      const caller = await gate.admit(request, reply.headers(API_HEADERS));
      // Decisions 38: with a read-only key, writes answer 403.
      if (caller.scope === 'read' && isWrite(operation)) {
        // Some clients do not see an answer that comes while they are still sending.
        await readBody(request.raw);
        throw readOnlyKey();
      }
      return caller;
    },
    fail: (failure, request) => toAnswer(toError(failure), request.log),
    around: (call, caller, handle) => {
      const handleAudited = (by: Caller) => handle(audited(service, by, call));
      if (call.idempotencyKey === undefined) return handleAudited(caller);
      const requestHash = hashSecret(JSON.stringify([call.operationId, call.parameters]));
      return withIdempotencyKey(service, caller, { key: call.idempotencyKey, requestHash }, handleAudited);
    },
  });
}

/** Whether the operation changes something; the contract says so by its method. */
function isWrite({ method, hasEffects }: Operation): boolean {
  return method !== 'GET' || hasEffects;
}

function catalogHandlers(service: Service) {
  return {
    ...planHandlers(service),
    ...priceHandlers(service),
    ...offerHandlers(service),
    ...newsletterHandlers(service),
  };
}

/** Answers a path that no route matches: an unsupported version, or not found once the caller is admitted. */
export function refuseUnknown(gate: Gate): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => sendApiError(await unknownAddress(gate, request, reply), request, reply);
}

/** Answers an error that was thrown outside of the operations with the error object. */
export function sendApiError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = toAnswer(toApiError(error), request.log);
  return reply.code(status).headers(headers).send(body);
}

function toAnswer(
  error: ApiError,
  log: FastifyBaseLogger,
): { status: number; headers: Record<string, string>; body: object } {
  if (error.status >= 500 && !isExpected(error.cause)) log.error({ err: error.cause ?? error }, 'request failed');
  return { status: error.status, headers: { ...API_HEADERS, ...error.headers }, body: toErrorObject(error) };
}

async function unknownAddress(gate: Gate, request: FastifyRequest, reply: FastifyReply): Promise<ApiError> {
  try {
    const [, version = ''] = (request.raw.url ?? '').split(/[/?]/);
    // service.md, Versioning 1: the version is the first segment; decisions 6: it is checked before the key.
    if (!SUPPORTED_VERSIONS.includes(version)) {
      return new ApiError(
        400,
        'invalid_api_version',
        `The first segment of the path must be a supported version: ${SUPPORTED_VERSIONS.join(', ')}`,
      );
    }
    await gate.admit(request, reply);
    return new ApiError(404, 'not_found', 'There is nothing at this address.');
  } catch (error) {
    return toApiError(error);
  }
}

function toError(failure: Failure): ApiError {
  switch (failure.kind) {
    case 'invalid parameter':
      return invalidParameter(failure.message);
    case 'unsupported media type':
      return toApiError({ statusCode: 415 });
    case 'too large':
      return toApiError({ statusCode: 413 });
    case 'unknown resource':
      return toApiError({ statusCode: 404 });
    case 'method not allowed':
      return new ApiError(405, 'method_not_allowed', `This address takes: ${failure.allow}`, { allow: failure.allow });
    case 'thrown':
      return toApiError(failure.error);
  }
}
