// Maps every failure to a status, a code and the error object of the data API (service.md, Errors; decisions 5). No
// other file of the data API knows statuses. Failures of the framework take the same shape: { "error": { "code",
// "message" } }.
import type { components } from '../../generated/types.ts';
import { HttpsRequired } from '../http/https.ts';
import { isTemporary, statusOf } from '../http/refusal.ts';
import { Conflict, InvalidValue, NotFound } from '../models/errors.ts';

export type ApiErrorCode = components['schemas']['Error']['error']['code'];
type Headers = Record<string, string>;

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly headers: Headers;

  constructor(status: number, code: ApiErrorCode, message: string, headers: Headers = {}, options: ErrorOptions = {}) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

const CHALLENGE = { 'www-authenticate': 'Basic realm="Masthead data API", charset="UTF-8"' };
const RETRY_AFTER_UNAVAILABLE_SECONDS = 1;

function httpsRequired(): ApiError {
  return new ApiError(
    403,
    'https_required',
    'The data API answers over HTTPS only. If this key went over plain HTTP, revoke it.',
  );
}

export function crossSiteRequest(): ApiError {
  return new ApiError(
    403,
    'cross_site_request',
    'A page of another site made this browser send the request. Call the data API from your server.',
  );
}

export function readOnlyKey(): ApiError {
  return new ApiError(403, 'read_only_api_key', 'This API key may only read. Send a key with full access.');
}

export function unauthorized(code: 'missing_api_key' | 'invalid_api_key' | 'revoked_api_key'): ApiError {
  const messages = {
    missing_api_key: 'Send an API key as the user name of HTTP Basic authentication, with an empty password.',
    invalid_api_key: 'This API key is not known here.',
    revoked_api_key: 'This API key was revoked.',
  };
  return new ApiError(401, code, messages[code], CHALLENGE);
}

export function invalidParameter(message: string): ApiError {
  return new ApiError(400, 'invalid_param', message);
}

export function rateLimited(resetsIn: number, headers: Headers = {}): ApiError {
  const message = `Too many requests; try again in ${resetsIn} s.`;
  return new ApiError(429, 'rate_limited', message, { ...headers, 'retry-after': String(resetsIn) });
}

export function idempotencyConflict(): ApiError {
  return new ApiError(409, 'idempotency_conflict', 'This Idempotency-Key was used with another request.');
}

/** Maps any error to an ApiError. An unknown error is a bug: it becomes a 500 without details. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HttpsRequired) return httpsRequired();
  if (error instanceof InvalidValue) return invalidParameter(error.message);
  if (error instanceof Conflict) return new ApiError(409, 'invalid_param', error.message);
  if (error instanceof NotFound) return new ApiError(404, 'not_found', error.message);
  if (isTemporary(error)) {
    const headers = { 'retry-after': String(RETRY_AFTER_UNAVAILABLE_SECONDS) };
    return new ApiError(503, 'service_unavailable', 'The service cannot answer now; try again soon.', headers, {
      cause: error,
    });
  }
  return (
    fromFramework(statusOf(error)) ??
    new ApiError(
      500,
      'internal_error',
      'Something went wrong here; it was logged under this Request-Id.',
      {},
      { cause: error },
    )
  );
}

function fromFramework(status: number | undefined): ApiError | undefined {
  if (status === 408) return new ApiError(408, 'invalid_param', 'The request took too long to arrive.');
  if (status === 417) return new ApiError(417, 'invalid_param', 'Expect may ask for 100-continue only.');
  if (status === 431) return new ApiError(431, 'request_too_large', 'The address and headers are larger than 64 KiB.');
  if (status === 413) return new ApiError(413, 'request_too_large', 'The body is larger than 64 KiB.');
  if (status === 415)
    return new ApiError(415, 'unsupported_media_type', 'Send the body as application/x-www-form-urlencoded.');
  if (status === 404 || status === 414) return new ApiError(404, 'not_found', 'There is nothing at this address.');
  if (status === 503)
    return new ApiError(503, 'service_unavailable', 'The service cannot answer now; try again soon.', {
      'retry-after': '1',
    });
  if (status !== undefined && status >= 400 && status < 500) return invalidParameter('The request is malformed.');
  return undefined;
}

export function toErrorObject(error: ApiError): components['schemas']['Error'] {
  return { error: { code: error.code, message: error.message } };
}
