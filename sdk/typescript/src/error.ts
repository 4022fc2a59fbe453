// What the client throws. The classes by code are generated from the contract; they all extend ApiError.

/** Anything that this client throws by itself. */
export class MastheadError extends Error {
  override name = 'MastheadError';
}

/** The service could not be reached, or the connection broke; `cause` is what fetch threw. */
export class ConnectionError extends MastheadError {
  override name = 'ConnectionError';
}

/** There was no answer within `timeout`. Whether the service acted on the request is not known. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

export interface ApiErrorDetails {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string;
  readonly param: string | undefined;
  readonly headers: Headers;
}

/** The service refused the request, or failed. */
export class ApiError extends MastheadError {
  override name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** The contract's error code. New ones may be added; undefined where something before the service answered, such as a proxy. */
  readonly code: string | undefined;
  /** The parameter at fault, where the service names one. */
  readonly param: string | undefined;
  /** The service's Request-Id: what to tell its operator. */
  readonly requestId: string | undefined;
  readonly headers: Headers;

  constructor({ status, code, message, param, headers }: ApiErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
    this.requestId = headers.get('request-id') ?? undefined;
    this.headers = headers;
  }
}
