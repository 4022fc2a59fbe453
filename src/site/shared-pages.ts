// Pages that are the same for everybody who comes without a cookie: made once and answered to all for 100 ms, as long as this process has written
// nothing meanwhile. So what was changed here shows at once, and what another process changed a tenth of a second later.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/connection.ts';

/** Our choice. By the process's own time, so that a clock that is set does not stretch it. */
const SHARED_MILLISECONDS = 100;
const KEPT_AT_MOST = 100;
/** Of the one request, and of the connection. */
const NOT_SHARED = new Set(['request-id', 'date', 'connection', 'keep-alive', 'content-length']);

interface Kept {
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>;
  readonly body: string;
}

export class SharedPages {
  readonly #database: Database;
  readonly #kept = new Map<string, Kept>();
  readonly #madeAt = new WeakMap<FastifyRequest, number>();
  #commits = 0;
  #since = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Answers with what was kept for others who ask the same; undefined when the page has to be made. */
  answer(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const key = keyOf(request);
    if (key === undefined) return undefined;
    this.#forgetOld();
    const kept = this.#kept.get(key);
    if (kept !== undefined) return reply.headers(kept.headers).send(kept.body);
    this.#madeAt.set(request, this.#commits);
    return undefined;
  }

  /** Keeps what `answer` had nothing for, once it is made. */
  keep(request: FastifyRequest, reply: FastifyReply, body: unknown): void {
    const key = keyOf(request);
    const madeAt = this.#madeAt.get(request);
    if (
      key === undefined ||
      madeAt === undefined ||
      typeof body !== 'string' ||
      reply.statusCode !== 200 ||
      reply.hasHeader('set-cookie')
    )
      return;
    // What was written while it was made may or may not be in it.
    if (madeAt !== this.#database.commits || this.#kept.size >= KEPT_AT_MOST) return;
    const headers = Object.fromEntries(Object.entries(reply.getHeaders()).filter(([name]) => !NOT_SHARED.has(name)));
    this.#kept.set(key, { headers, body });
  }

  #forgetOld(): void {
    const now = performance.now();
    const { commits } = this.#database;
    if (commits === this.#commits && now - this.#since < SHARED_MILLISECONDS) return;
    this.#kept.clear();
    this.#commits = commits;
    this.#since = now;
  }
}

/** Undefined for a request that may be answered in a way of its own: with a cookie, or with parameters. */
function keyOf({ method, headers, raw: { url = '' } }: FastifyRequest): string | undefined {
  if (method !== 'GET' || headers.cookie !== undefined || url.includes('?')) return undefined;
  return JSON.stringify([headers.host, url, headers['accept-language']]);
}
