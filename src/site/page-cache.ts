// A cache of pages that are the same for every visitor without a cookie. An entry lives for 100 ms and only until this
// process commits a write: a change by this process shows at once, a change by another process at most 100 ms later.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/connection.ts';

/** Our choice. By performance.now(), so that setting the clock does not stretch it. */
const CACHE_MILLISECONDS = 100;
const CACHE_MAX_ENTRIES = 100;
/** Headers of one request or of its connection. */
const UNCACHED_HEADERS = new Set(['request-id', 'date', 'connection', 'keep-alive', 'content-length']);

interface Entry {
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>;
  readonly body: string;
}

export class PageCache {
  readonly #database: Database;
  readonly #entries = new Map<string, Entry>();
  readonly #commitsBefore = new WeakMap<FastifyRequest, number>();
  #commits = 0;
  #since = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Answers from the cache; undefined on a miss. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const key = keyOf(request);
    if (key === undefined) return undefined;
    this.#evict();
    const entry = this.#entries.get(key);
    if (entry !== undefined) return reply.headers(entry.headers).send(entry.body);
    this.#commitsBefore.set(request, this.#commits);
    return undefined;
  }

  /** Stores the page that was rendered after a miss. */
  store(request: FastifyRequest, reply: FastifyReply, body: unknown): void {
    const key = keyOf(request);
    const commitsBefore = this.#commitsBefore.get(request);
    if (
      key === undefined ||
      commitsBefore === undefined ||
      typeof body !== 'string' ||
      reply.statusCode !== 200 ||
      reply.hasHeader('set-cookie')
    )
      return;
    // The page may or may not contain a write that was committed while it was rendered.
    if (commitsBefore !== this.#database.commits || this.#entries.size >= CACHE_MAX_ENTRIES) return;
    const headers = Object.fromEntries(
      Object.entries(reply.getHeaders()).filter(([name]) => !UNCACHED_HEADERS.has(name)),
    );
    this.#entries.set(key, { headers, body });
  }

  #evict(): void {
    const now = performance.now();
    const { commits } = this.#database;
    if (commits === this.#commits && now - this.#since < CACHE_MILLISECONDS) return;
    this.#entries.clear();
    this.#commits = commits;
    this.#since = now;
  }
}

/** The cache key; undefined for a request with a cookie or with parameters, whose answer is not cached. */
function keyOf({ method, headers, raw: { url = '' } }: FastifyRequest): string | undefined {
  if (method !== 'GET' || headers.cookie !== undefined || url.includes('?')) return undefined;
  return JSON.stringify([headers.host, url, headers['accept-language']]);
}
