// What HTTP itself refuses before a request reaches its route: headers that are too large, a Host that is missing or
// sent twice, an expectation that nobody meets (RFC 9110 and 9112). Each door answers in its own shape.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isFenced, isUnavailable } from '../database/connection.ts';
import { isLoopbackHost } from '../loopback.ts';

/** A refused request, with its status in the field that the framework's own errors have. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal';
  readonly statusCode: 400 | 404 | 408 | 413 | 415 | 417 | 431 | 503;

  constructor(statusCode: HttpRefusal['statusCode'], message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** There are more requests than can be answered in time: 503, to be tried again. http/overload/ logs how many, once. */
export class TooBusy extends HttpRefusal {
  constructor() {
    super(503, 'more requests than can be answered');
  }
}

/** Whether the same request may be answered a little later: 503. */
export function isTemporary(error: unknown): boolean {
  return error instanceof TooBusy || isUnavailable(error);
}

/** Whether it is answered 503, and is no failure that anybody has to look into. */
export function isExpected(error: unknown): boolean {
  return error instanceof TooBusy || isFenced(error);
}

/** The status of an error of ours or of the framework, where it has one. */
export function statusOf(error: unknown): number | undefined {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}

/**
 * Our choice: room for a state and a nonce of 2,048 characters each (decisions 33), of four bytes each and
 * percent-encoded.
 */
const MAX_HEADER_BYTES = 65_536;
/** Where Node stops reading: far enough above our own limit that the request is known, and so the shape of its answer. */
export const MAX_READ_HEADER_BYTES = 4 * MAX_HEADER_BYTES;
/** The colon, the space and the end of the line. */
const BYTES_BESIDE_A_HEADER = 4;

/** Refuses such requests in a hook of all routes; what else they hold on the connection is not read. */
export function refuseUnfitRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = refusalOf(request);
    if (refusal !== undefined) reply.header('connection', 'close');
    done(refusal);
  });
}

function refusalOf({ raw }: FastifyRequest): HttpRefusal | undefined {
  const { rawHeaders, url = '', httpVersion, headers } = raw;
  let [bytes, hosts] = [url.length, 0];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    bytes += name.length + value.length + BYTES_BESIDE_A_HEADER;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (bytes > MAX_HEADER_BYTES) return new HttpRefusal(431, 'the address and headers are larger than 64 KiB');
  // RFC 9112 section 3.2: 400 where Host is missing or sent twice. HTTP/1.0 knows no Host.
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) return new HttpRefusal(400, 'Host must be sent once');
  // RFC 9110 section 10.1.1: 417 for an expectation that the server does not meet.
  const expectation = headers.expect?.toLowerCase() ?? '100-continue';
  return expectation === '100-continue' ? undefined : new HttpRefusal(417, 'Expect may ask for 100-continue only');
}

/**
 * Answers to names of this machine only, in a local demo. By DNS rebinding, a page of any website could read a local
 * service under its own name. A site needs no such check, since it is found by its name.
 */
export function answerLoopbackNamesOnly(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    const hostname = (request.raw.headers.host ?? 'localhost').toLowerCase().replace(/:\d*$/, '');
    done(isLoopbackHost(hostname) ? undefined : new HttpRefusal(404, 'not a name of this machine'));
  });
}

/** Node answers an unknown expectation itself unless somebody listens. */
export function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
}
