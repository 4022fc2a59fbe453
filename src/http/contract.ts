// Binds handlers to the contract by operationId. openapi-backend parses the definition; each operation becomes a route
// of Fastify, because a catch-all costs more with every operation (docs/performance-notes.md). A method that the
// contract does not declare is answered 405 with Allow.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OpenAPIBackend, type Document } from 'openapi-backend';
import type { Operation } from './check.ts';
import { refuseMethodsBut } from './methods.ts';
import type { InvalidParameter } from './parameters.ts';

/** A failure before, in or instead of a handler; the door maps it to a status and a shape. */
export type Failure =
  | ({ readonly kind: 'invalid parameter' } & InvalidParameter)
  | { readonly kind: 'unsupported media type' }
  | { readonly kind: 'too large' }
  /** A path parameter that is no valid id. */
  | { readonly kind: 'unknown resource' }
  | { readonly kind: 'method not allowed'; readonly allow: string }
  | { readonly kind: 'thrown'; readonly error: unknown };

/** An operation bound to its handler. */
export interface BoundOperation {
  readonly operation: Operation;
  /** Runs the handler and sends the answer; anything that it throws is refused as `thrown`. */
  readonly serve: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, failure: Failure) => FastifyReply;
}

const CONTRACT = new URL('../../generated/openapi.json', import.meta.url);

/** Loads the contract. `quick` skips the validation of the document, which the tests do. */
export async function openContract(): Promise<OpenAPIBackend> {
  const definition: Document = JSON.parse(readFileSync(CONTRACT, 'utf8'));
  return new OpenAPIBackend({ definition, quick: true, strict: true }).init();
}

/**
 * Registers a route for each operation of the tag. Throws when an operation has no handler or a handler no operation.
 */
export async function bindOperations(
  app: FastifyInstance,
  tag: Operation['tag'],
  bound: readonly BoundOperation[],
  handlerNames: readonly string[],
): Promise<void> {
  const contract = await openContract();
  const operations = contract.getOperations().filter(({ tags }) => tags?.includes(tag));
  checkComplete(
    tag,
    operations.map(({ operationId }) => operationId ?? 'an operation without a name'),
    handlerNames,
  );
  await app.register(async (scope) => {
    const taken = [...new Set(bound.flatMap(({ operation }) => methodsOf(operation)))];
    for (const [path, ofPath] of Map.groupBy(operations, (operation) => operation.path)) {
      const names = new Set(ofPath.map(({ operationId }) => operationId));
      registerPath(
        scope,
        path,
        bound.filter(({ operation }) => names.has(operation.operationId)),
        taken,
      );
    }
  });
}

/** Throws with the names of operations without a handler and of handlers without an operation. */
export function checkComplete(tag: string, operationIds: readonly string[], handlerNames: readonly string[]): void {
  const missing = operationIds.filter((name) => !handlerNames.includes(name));
  const superfluous = handlerNames.filter((name) => !operationIds.includes(name));
  if (missing.length === 0 && superfluous.length === 0) return;
  const faults = [
    ...missing.map((name) => `${name} has no handler`),
    ...superfluous.map((name) => `${name} is no operation`),
  ];
  throw new Error(`The handlers of ${tag} do not fit openapi.yaml: ${faults.join('; ')}`);
}

function registerPath(
  scope: FastifyInstance,
  path: string,
  ofPath: readonly BoundOperation[],
  taken: readonly string[],
): void {
  const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const [first] = ofPath;
  if (first === undefined) return;
  for (const { operation, serve, refuse } of ofPath) {
    scope.route({
      method: operation.method,
      url,
      // HEAD answers like GET without the body, and is not served where GET has side effects (RFC 9110, 9.2.1).
      exposeHeadRoute: isHeadServed(operation),
      // Runs before Fastify parses the body, because we read it ourselves once the caller is admitted.
      onRequest: serve,
      handler: serve,
      errorHandler: (error, request, reply) => refuse(request, reply, { kind: 'thrown', error }),
    });
  }
  const allowed = ofPath.flatMap(({ operation }) => methodsOf(operation));
  const allow = allowed.join(', ');
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    first.refuse(request, reply.header('allow', allow), { kind: 'method not allowed', allow });
  refuseMethodsBut(scope, { url, allowed, taken, refuse });
}

function methodsOf(operation: Operation): string[] {
  return isHeadServed(operation) ? [operation.method, 'HEAD'] : [operation.method];
}

function isHeadServed(operation: Operation): boolean {
  return operation.method === 'GET' && !operation.hasEffects;
}
