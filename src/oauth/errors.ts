// Maps failures of the sign-in provider to codes, statuses and shapes (service.md, Errors). Authorize and end-session
// answer with a page or a redirect, the token endpoint and userinfo with JSON; failures of the framework take the same
// shapes.
import type { IncomingHttpHeaders } from 'node:http';
import type { SignInOperationId } from '../../generated/operation-ids.ts';
import type { Failure } from '../http/contract.ts';
import { HttpsRequired } from '../http/https.ts';
import type { AnyReply } from '../http/operation.ts';
import { HttpRefusal, isTemporary } from '../http/refusal.ts';
import { toErrorPage, UnknownSite } from '../site/errors.ts';
import { languageOf, type Language } from '../views/language.ts';
import { pageHeaders, renderHtml } from '../views/render.ts';

/** RFC 6749 section 4.1.2.1 and Core 3.1.2.6; service.md, Errors, Authorization endpoint. */
export type AuthorizationErrorCode =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'server_error'
  | 'login_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported';

/** An error that is returned to the application by redirect. */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError';
  readonly code: AuthorizationErrorCode;

  constructor(code: AuthorizationErrorCode, description: string) {
    super(toDescription(description));
    this.code = code;
  }
}

/** RFC 6749 section 5.2; service.md, Errors, Token endpoint. */
export type TokenErrorCode =
  'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unauthorized_client' | 'unsupported_grant_type';

export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly code: TokenErrorCode;

  constructor(code: TokenErrorCode, description: string) {
    super(toDescription(description));
    this.code = code;
  }
}

/** X3: there were too many wrong client secrets. */
export class TooManyAttempts extends Error {
  override readonly name = 'TooManyAttempts';
  readonly resetsIn: number;

  /** @param resetsIn seconds */
  constructor(resetsIn: number) {
    super('too many attempts');
    this.resetsIn = resetsIn;
  }
}

/** RFC 6749 section 5.1 and 5.2: answers of the token endpoint must not be cached. */
export const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };

const PAGES: ReadonlySet<SignInOperationId> = new Set([
  'authorize',
  'authorizeByPost',
  'endSession',
  'endSessionByPost',
]);
const RETRY_AFTER_SECONDS = 5;

/** The reply to a failure before, in or instead of a handler. */
export function toFailureReply(
  failure: Failure,
  headers: IncomingHttpHeaders,
  operationId: SignInOperationId,
): AnyReply {
  const reply = PAGES.has(operationId) ? toPage(failure, languageOf(undefined, headers)) : toJson(failure);
  return failure.kind === 'method not allowed'
    ? { ...reply, headers: { ...reply.headers, allow: failure.allow } }
    : reply;
}

function toPage(failure: Failure, language: Language): AnyReply {
  const { status, data, headers } = toErrorPage(
    [],
    undefined,
    failure.kind === 'thrown' ? failure.error : { statusCode: STATUSES[failure.kind] },
    language.t,
  );
  return {
    status,
    headers: { ...pageHeaders(), ...headers },
    body: renderHtml(undefined, language, 'error', data),
  };
}

const STATUSES = {
  'invalid parameter': 400,
  'unsupported media type': 415,
  'too large': 413,
  'unknown resource': 404,
  'method not allowed': 405,
} as const;

/** X1: failures of the framework are answered as { error }, too. */
function toJson(failure: Failure): AnyReply {
  switch (failure.kind) {
    case 'too large':
      return jsonError(413, 'invalid_request', 'The body is larger than 64 KiB');
    case 'method not allowed':
      return jsonError(405, 'invalid_request', `This address takes ${failure.allow}`);
    case 'unknown resource':
      return jsonError(404, 'invalid_request', 'There is nothing at this address');
    case 'thrown':
      return thrown(failure.error);
    default:
      return jsonError(400, 'invalid_request', 'The body must be application/x-www-form-urlencoded');
  }
}

function thrown(error: unknown): AnyReply {
  if (error instanceof UnknownSite) return jsonError(404, 'invalid_request', 'No publication is served at this host');
  if (error instanceof HttpsRequired) return jsonError(403, 'invalid_request', 'This address answers over https only');
  if (isTemporary(error))
    return jsonError(503, 'temporarily_unavailable', 'Try again in a few seconds', {
      'retry-after': String(RETRY_AFTER_SECONDS),
    });
  if (error instanceof HttpRefusal) return jsonError(error.statusCode, 'invalid_request', error.message);
  return jsonError(500, 'server_error', 'Something went wrong on our side');
}

function jsonError(status: number, error: string, description: string, headers: Record<string, string> = {}): AnyReply {
  return {
    status,
    headers: { ...NO_STORE, ...headers },
    body: { error, error_description: toDescription(description) },
  };
}

/** RFC 6749 section 4.1.2.1 and 5.2: a description may hold only %x20-21 / %x23-5B / %x5D-7E. */
function toDescription(text: string): string {
  return text.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");
}
