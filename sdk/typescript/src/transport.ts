// How a request is made: address, credentials, form, time limit, retries; and how an answer is read.
import { Answer, PageAnswer, type AnswerWithResponse, type Page } from './answer.ts';
import { ApiError, ConnectionError, MastheadError, TimeoutError } from './error.ts';
import { errorClasses } from './generated/errors.ts';
import { VERSION } from './generated/version.ts';
import { delayBeforeRetry, pause } from './retry.ts';

export { VERSION };

export interface MastheadOptions {
  /** The secret key of the data API. Default: MASTHEAD_API_KEY of the environment. */
  readonly apiKey?: string;
  /** {base_url}, such as https://api.example.org. Plain http is for loopback hosts only. Default: MASTHEAD_BASE_URL of the environment. */
  readonly baseUrl?: string;
  /** Milliseconds for each try, the reading of the answer included. Default: 30,000. */
  readonly timeout?: number;
  /** How often a request that failed for a passing reason is sent again. Default: 2. */
  readonly maxRetries?: number;
  readonly fetch?: typeof fetch;
}

export interface RequestOptions {
  /** Ends the request, waiting and further tries; the method then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly maxRetries?: number;
  /** For operations that take one. Made anew for each call unless given; the same for all tries of a call. */
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Value = string | number | boolean | null | undefined | readonly string[];
type Values = Readonly<Record<string, Value>>;

export interface RequestParameters extends RequestOptions {
  readonly query?: Readonly<object>;
  readonly form?: Readonly<object>;
}

/** An operation of the contract. `parameters` are the names that it knows. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly takesIdempotencyKey?: boolean;
  readonly parameters?: readonly string[];
}

const TIMEOUT_MILLISECONDS = 30_000;
const MAX_RETRIES = 2;
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/;
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/** What the generated methods are made of. */
export abstract class Transport {
  readonly #baseUrl: string;
  readonly #authorization: string;
  readonly #timeout: number;
  readonly #maxRetries: number;
  readonly #fetch: typeof fetch;

  /** Throws MastheadError where key or address are missing, or the key would travel in plain text. */
  constructor(options: MastheadOptions = {}) {
    const apiKey = options.apiKey ?? setting('MASTHEAD_API_KEY');
    if (!apiKey) throw new MastheadError('There is no API key: pass apiKey, or set MASTHEAD_API_KEY');
    this.#baseUrl = checkedBaseUrl(options.baseUrl ?? setting('MASTHEAD_BASE_URL'));
    this.#authorization = `Basic ${btoa(`${apiKey}:`)}`;
    this.#timeout = options.timeout ?? TIMEOUT_MILLISECONDS;
    this.#maxRetries = options.maxRetries ?? MAX_RETRIES;
    this.#fetch = options.fetch ?? ((input, init) => fetch(input, init));
  }

  /** Any request, also one that this version of the client has no method for. The path begins with the version of the API. */
  request<T = unknown>(method: string, path: string, parameters: RequestParameters = {}): Answer<T> {
    return new Answer(
      this.#send<T>({ method, path, takesIdempotencyKey: parameters.idempotencyKey !== undefined }, parameters),
    );
  }

  protected call<T>(operation: Operation, parameters: RequestParameters): Answer<T> {
    return new Answer(this.#send<T>(operation, parameters));
  }

  protected list<T, P extends Page<T> = Page<T>>(
    operation: Operation,
    parameters: RequestParameters,
  ): PageAnswer<T, P> {
    const next = (page: string): PageAnswer<T, P> =>
      this.list(operation, { ...parameters, query: { ...parameters.query, page } });
    return new PageAnswer<T, P>(this.#send<P>(operation, parameters), next);
  }

  async #send<T>(operation: Operation, parameters: RequestParameters): Promise<AnswerWithResponse<T>> {
    const request = this.#prepare(operation, parameters);
    const isRepeatable = REPEATABLE.has(operation.method) || operation.takesIdempotencyKey === true;
    const maxRetries = parameters.maxRetries ?? this.#maxRetries;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#try<T>(operation, request, parameters);
      } catch (error) {
        const delay = attempt < maxRetries ? delayBeforeRetry(error, attempt, isRepeatable) : undefined;
        if (delay === undefined) throw error;
        await pause(delay, parameters.signal);
      }
    }
  }

  /** Everything that is the same for all tries, the idempotency key above all. */
  #prepare(
    { method, path, takesIdempotencyKey }: Operation,
    { query, form, idempotencyKey, headers }: RequestParameters,
  ): { url: string; init: RequestInit } {
    const search = encode(query, () => undefined).toString();
    const init: RequestInit = {
      method,
      redirect: 'manual',
      headers: {
        Accept: 'application/json',
        'User-Agent': `masthead-typescript/${VERSION}`,
        ...(takesIdempotencyKey === true && { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
        ...headers,
        Authorization: this.#authorization,
      },
      // An empty value is null in a form.
      ...(form !== undefined && { body: encode(form, () => '') }),
    };
    return { url: `${this.#baseUrl}${path}${search === '' ? '' : `?${search}`}`, init };
  }

  async #try<T>(
    operation: Operation,
    { url, init }: { url: string; init: RequestInit },
    { signal, timeout = this.#timeout }: RequestOptions,
  ): Promise<AnswerWithResponse<T>> {
    const limit = AbortSignal.timeout(timeout);
    let response: Response;
    let text: string;
    try {
      response = await this.#fetch(url, {
        ...init,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      text = await response.text();
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (limit.aborted) throw new TimeoutError(`No answer within ${timeout} ms`, { cause });
      throw new ConnectionError(
        `The service cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
        { cause },
      );
    }
    const body = parse(text);
    if (!response.ok || body === undefined) throw toError(operation, response, body);
    return { data: body as T, response: copyOf(response, text) };
  }
}

function setting(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}

/** The address without a trailing slash. */
function checkedBaseUrl(baseUrl: string | undefined): string {
  if (!baseUrl) throw new MastheadError('There is no address of the API: pass baseUrl, or set MASTHEAD_BASE_URL');
  if (!URL.canParse(baseUrl)) throw new MastheadError(`baseUrl is no URL: ${baseUrl}`);
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.test(hostname)))
    throw new MastheadError('baseUrl must be https: the API key travels with each request');
  return baseUrl.replace(/\/+$/, '');
}

function encode(values: Readonly<object> | undefined, ofNull: () => string | undefined): URLSearchParams {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries((values ?? {}) as Values)) {
    const text = value === null ? ofNull() : value;
    if (text !== undefined) encoded.append(name, String(text));
  }
  return encoded;
}

/** Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function copyOf({ status, statusText, headers }: Response, text: string): Response {
  return new Response(status === 204 ? null : text, { status, statusText, headers });
}

function toError(operation: Operation, { status, headers }: Response, body: unknown): ApiError {
  const { error = {} } = (body ?? {}) as { error?: { code?: string; message?: string; param?: string } };
  const { code, message = `The answer is no JSON of this service (status ${status})` } = error;
  const ErrorClass = (errorClasses as Record<string, typeof ApiError | undefined>)[code ?? ''] ?? ApiError;
  return new ErrorClass({ status, code, message, param: error.param ?? namedParameter(operation, message), headers });
}

/** The service's messages of a parameter begin with its name. */
function namedParameter({ parameters = [] }: Operation, message: string): string | undefined {
  return parameters.find((name) => message.startsWith(`${name} `));
}
