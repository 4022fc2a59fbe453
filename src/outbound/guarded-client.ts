// The one HTTP client for outgoing requests (decisions 25), guarded against SSRF: https and public addresses only, but for the local demo;
// no redirects, 5 seconds in all, at most 4 KiB of the answer read. Receivers are strangers: slow, broken or hostile.
import type { Agent, Dispatcher } from 'undici';
import { isLocalDemo, type Config } from '../config.ts';
import type { AttemptReason } from '../models/outbox/delivery-attempt.ts';
import { createPublicResolve, resolveLocally } from '../names/resolve.ts';
import { isPublicAddress } from './addresses.ts';
import { AddressRefused, guardedConnect, type ConnectRules } from './guarded-connect.ts';

const ATTEMPT_TIMEOUT_MILLISECONDS = 5000;
const ANSWER_MAX_BYTES = 4096;
/** Of a document that is read, such as a key set. */
const DOCUMENT_MAX_BYTES = 65_536;
const HEADERS_MAX_BYTES = 16_384;
const LOWEST_UNPRIVILEGED_PORT = 1024;
/** The headers of every request. */
export const OWN_HEADERS = { accept: '*/*', 'user-agent': 'masthead' };

export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** At most 4 KiB of it; 64 KiB of a document that was read by `get`. */
  readonly body: string;
}

abstract class NoAnswer extends Error {
  readonly reason: AttemptReason;

  constructor(reason: AttemptReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The URL may not be requested, or leads to an address that may not be connected to. A retry is useless. */
export class RequestRefused extends NoAnswer {
  override readonly name = 'RequestRefused';
}

/** There was no answer this time. The message gives the reason; it may be shown, and holds nothing of the request. */
export class RequestFailed extends NoAnswer {
  override readonly name = 'RequestFailed';
}

export interface GuardedClient {
  /** POSTs a form and returns the answer, whatever its status. Throws RequestRefused and RequestFailed. */
  post(url: string, form: Record<string, string>): Promise<Answer>;
  /** POSTs a text and returns the answer, whatever its status. Throws RequestRefused and RequestFailed. */
  postText(url: string, text: string, headers: Readonly<Record<string, string>>): Promise<Answer>;
  /** GETs a document and returns it, whatever its status. Throws RequestRefused and RequestFailed. */
  get(url: string): Promise<Answer>;
  /** Aborts the requests under way. */
  close(): Promise<void>;
}

export interface ClientOptions {
  /** In the local demo, which allows plain http and any address. */
  readonly isLocal: boolean;
  /** Name servers, with their port; those of the system where there is none. */
  readonly dnsServers?: readonly string[];
  readonly connect?: Partial<ConnectRules>;
  readonly timeoutMilliseconds?: number;
}

export function openGuardedClient(config: Pick<Config, 'apiUrl' | 'environment' | 'dnsServers'>): GuardedClient {
  return createGuardedClient({ isLocal: isLocalDemo(config), dnsServers: config.dnsServers });
}

export function createGuardedClient({
  isLocal,
  dnsServers,
  connect,
  timeoutMilliseconds = ATTEMPT_TIMEOUT_MILLISECONDS,
}: ClientOptions): GuardedClient {
  const rules: ConnectRules = {
    resolve: isLocal ? resolveLocally : createPublicResolve(dnsServers),
    isPermitted: isLocal ? () => true : isPublicAddress,
    timeoutMilliseconds,
    ...connect,
  };
  let opened: Promise<Agent> | undefined;
  const open = (): Promise<Agent> => (opened ??= openAgent(rules));
  return {
    post: async (url, form) => {
      const body = {
        text: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      };
      return send(open, checkUrl(url, isLocal), timeoutMilliseconds, body);
    },
    postText: async (url, text, headers) => send(open, checkUrl(url, isLocal), timeoutMilliseconds, { text, headers }),
    get: async (url) => send(open, checkUrl(url, isLocal), timeoutMilliseconds),
    close: async () => (await opened)?.destroy(),
  };
}

/** Loads undici at the first request, so that the start does not wait for it. */
async function openAgent(rules: ConnectRules): Promise<Agent> {
  const undici = await import('undici');
  return new undici.Agent({ connect: guardedConnect(rules), maxHeaderSize: HEADERS_MAX_BYTES, pipelining: 1 });
}

interface SentBody {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function send(
  open: () => Promise<Agent>,
  url: URL,
  timeoutMilliseconds: number,
  body?: SentBody,
): Promise<Answer> {
  const headers = { ...OWN_HEADERS, ...body?.headers };
  try {
    const agent = await open();
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: body === undefined ? 'GET' : 'POST',
      headers,
      signal: AbortSignal.timeout(timeoutMilliseconds),
      body: body?.text ?? null,
    });
    const read = await readUpTo(body === undefined ? DOCUMENT_MAX_BYTES : ANSWER_MAX_BYTES, answer.body);
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
      body: read,
    };
  } catch (error) {
    throw toFailure(error);
  }
}

/** The status decides, so a body that is too long, too slow or broken is cut off. Leaving the loop early closes the connection. */
async function readUpTo(limit: number, body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let count = 0;
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      count += bytes.length;
      if (count > limit) break;
    }
  } catch {
    // The part that arrived is kept.
  }
  return Buffer.concat(chunks).toString('utf8', 0, limit);
}

/** Our choice: port 443 and ports above 1023, so that no form is posted to another well-known service. */
function checkUrl(text: string, isLocal: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new RequestRefused('refused_url', 'not a URL');
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:'))
    throw new RequestRefused('refused_url', 'not an https URL');
  if (url.username !== '' || url.password !== '')
    throw new RequestRefused('refused_url', 'a URL with user information');
  if (!isLocal && url.port !== '' && Number(url.port) < LOWEST_UNPRIVILEGED_PORT)
    throw new RequestRefused('refused_url', `port ${url.port} is not permitted`);
  return url;
}

type Reason = readonly [reason: AttemptReason, text: string];

const NO_NAME_SERVER: Reason = ['name_servers', 'the name servers gave no answer'];

const REASONS: Readonly<Record<string, Reason>> = {
  ECONNREFUSED: ['connection_refused', 'connection refused'],
  ECONNRESET: ['connection_reset', 'connection reset'],
  EPIPE: ['connection_reset', 'connection reset'],
  UND_ERR_SOCKET: ['connection_reset', 'connection closed before an answer'],
  ENOTFOUND: ['host_not_found', 'host not found'],
  ENODATA: ['host_not_found', 'host not found'],
  ETIMEOUT: NO_NAME_SERVER,
  ECANCELLED: NO_NAME_SERVER,
  ESERVFAIL: NO_NAME_SERVER,
  EREFUSED: NO_NAME_SERVER,
  ETIMEDOUT: ['connect_timeout', 'took too long to connect'],
  EHOSTUNREACH: ['unreachable', 'host unreachable'],
  ENETUNREACH: ['unreachable', 'network unreachable'],
  UND_ERR_HEADERS_OVERFLOW: ['headers_too_large', 'headers of the answer too large'],
  HTTPParserError: ['not_http', 'the answer is not HTTP'],
};

function toFailure(cause: unknown): RequestRefused | RequestFailed {
  if (cause instanceof AddressRefused) return new RequestRefused('private_address', cause.message, { cause });
  if (cause instanceof Error && cause.name === 'TimeoutError')
    return new RequestFailed('timeout', 'no answer in time', { cause });
  const code = codeOf(cause);
  const other: Reason = /CERT|TLS|SSL|SIGNATURE/.test(code)
    ? ['tls', `TLS: ${code}`]
    : ['no_answer', `no valid answer (${code})`];
  const [reason, text] = REASONS[code] ?? other;
  return new RequestFailed(reason, text, { cause });
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('errors' in error && Array.isArray(error.errors)) return codeOf(error.errors[0]);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
