// Serves an operation of the data API: admit the caller, read the request, validate it against the contract, run the
// handler, send the answer. Order of checks (decisions): HTTPS, version, key, media type, parameters, existence, state.
// The first three are the door's own `admit`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dataApiOperationIds, type DataApiOperationId } from '../../generated/operation-ids.ts';
import { dataApiOperations } from '../../generated/router.ts';
import { readBody, type Body } from './bodies/body.ts';
import { EMPTY_READING, readQuery } from './bodies/form.ts';
import type { DataApiOperation, Operation } from './check.ts';
import { bindOperations, type BoundOperation, type Failure } from './contract.ts';
import type { AnyReply, DataApiHandlers, DataApiRequest } from './operation.ts';
import { parseReading, parseTexts, type InvalidParameter } from './parameters.ts';
import { sendReply } from './reply.ts';

/** What identifies a call for idempotency. */
export interface Call {
  readonly operationId: DataApiOperationId;
  readonly id: string;
  readonly idempotencyKey: string | undefined;
  /**
   * The parameters in canonical form, with the types and in the order of the contract: equal requests have equal JSON.
   */
  readonly parameters: { readonly params: unknown; readonly query: unknown; readonly form: unknown };
}

export interface DataApiBinding<Caller> {
  readonly handlers: DataApiHandlers<Caller>;
  /**
   * Returns the caller, or throws. May set headers, which are then sent with every answer. Runs before the body is
   * read.
   */
  readonly admit: (request: FastifyRequest, reply: FastifyReply, operation: Operation) => Caller | Promise<Caller>;
  readonly fail: (failure: Failure, request: FastifyRequest) => AnyReply;
  /** Middleware around each handler, after validation; it calls `handle` with the caller to run as. */
  readonly around?: (call: Call, caller: Caller, handle: (caller: Caller) => Promise<AnyReply>) => Promise<AnyReply>;
}

type Reading<K extends DataApiOperationId> =
  { readonly request: DataApiRequest<K>; readonly call: Call } | { readonly failure: Failure };

/** Registers the routes of the data API. Throws when the handlers do not match the contract. */
export async function bindDataApi<Caller>(app: FastifyInstance, binding: DataApiBinding<Caller>): Promise<void> {
  const bound = dataApiOperationIds.map((operationId) => bindOperation(operationId, binding));
  await bindOperations(app, 'data-api', bound, Object.keys(binding.handlers));
}

function bindOperation<K extends DataApiOperationId, Caller>(
  operationId: K,
  binding: DataApiBinding<Caller>,
): BoundOperation {
  const operation = dataApiOperations[operationId];
  const refuse: BoundOperation['refuse'] = (request, reply, failure) =>
    sendReply(reply, operation, binding.fail(failure, request));
  return {
    operation,
    refuse,
    serve: async (request, reply) => {
      const caller = await binding.admit(request, reply, operation);
      const reading = readRequest(operation, request, await readBody(request.raw));
      if ('failure' in reading) return refuse(request, reply, reading.failure);
      return sendReply(reply, operation, await handle(reading, caller, binding));
    },
  };
}

function handle<K extends DataApiOperationId, Caller>(
  { request, call }: { readonly request: DataApiRequest<K>; readonly call: Call },
  caller: Caller,
  binding: DataApiBinding<Caller>,
): Promise<AnyReply> {
  const run = async (as: Caller): Promise<AnyReply> => binding.handlers[request.operationId](request, as);
  return binding.around === undefined ? run(caller) : binding.around(call, caller, run);
}

/** Validates the whole request against the contract; returns the first failure, if any. */
function readRequest<K extends DataApiOperationId>(
  operation: DataApiOperation<K>,
  request: FastifyRequest,
  body: Body,
): Reading<K> {
  const unreadable = bodyFailure(body);
  if (unreadable !== undefined) return { failure: unreadable };
  const named = headersOf(request, operation);
  const headers = parseTexts(operation.headers, named);
  if ('invalid' in headers) return invalid(headers.invalid);
  const query = parseReading(operation.query, readQuery(request.raw.url ?? ''));
  if ('invalid' in query) return invalid(query.invalid);
  const form = parseReading(operation.form, body.state === 'form' ? body.reading : EMPTY_READING);
  if ('invalid' in form) return invalid(form.invalid);
  // A malformed id is unknown like any other (decisions: an unknown id of any kind is not_found).
  const params = parseTexts(operation.params, pathOf(request));
  if ('invalid' in params) return { failure: { kind: 'unknown resource' } };
  const common = { operationId: operation.operationId, id: request.id };
  const parameters = { params: params.value, query: query.value, form: form.value };
  return {
    request: { ...common, ...parameters, headers: headers.value },
    call: { ...common, parameters, idempotencyKey: named.get('Idempotency-Key') },
  };
}

function bodyFailure({ state }: Body): Failure | undefined {
  if (state === 'another media type') return { kind: 'unsupported media type' };
  if (state === 'too large') return { kind: 'too large' };
  return state === 'cut off'
    ? { kind: 'invalid parameter', parameter: undefined, message: 'The body ended early' }
    : undefined;
}

function invalid(found: InvalidParameter): { readonly failure: Failure } {
  return { failure: { kind: 'invalid parameter', ...found } };
}

/** The headers that the contract declares; Node joins repeated ones with commas. */
function headersOf<K extends DataApiOperationId>(
  request: FastifyRequest,
  operation: DataApiOperation<K>,
): Map<string, string> {
  const texts = new Map<string, string>();
  for (const name of Object.keys(operation.headers.parameters))
    keepText(texts, name, request.headers[name.toLowerCase()]);
  return texts;
}

function pathOf({ params }: FastifyRequest): Map<string, string> {
  const texts = new Map<string, string>();
  if (typeof params === 'object' && params !== null)
    for (const [name, value] of Object.entries(params)) keepText(texts, name, value);
  return texts;
}

function keepText(texts: Map<string, string>, name: string, value: unknown): void {
  if (typeof value === 'string') texts.set(name, value);
}
