// Ends connections to a PostgreSQL that has fallen silent, its packets lost on the way, so that whoever waits is told within seconds.
// One timer looks at all that are in use: pg's own query_timeout sets one for each query, which costs a sixth of the query.
import { Socket } from 'node:net';
import type pg from 'pg';

const LOOK_MILLISECONDS = 500;

interface Heard {
  bytes: number;
  at: number;
}

export class SilenceWatch {
  readonly #inUse = new Map<pg.PoolClient, Heard>();
  readonly #limit: number;
  #timer: NodeJS.Timeout | undefined;
  #lookedAt = 0;

  /** @param limitMilliseconds longer than the server lets any statement run. */
  constructor(pool: pg.Pool, limitMilliseconds: number) {
    this.#limit = limitMilliseconds;
    pool.on('acquire', (client) => this.#inUse.set(client, { bytes: Number.NaN, at: performance.now() }));
    pool.on('release', (_error, client) => this.#inUse.delete(client));
    this.start();
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_MILLISECONDS).unref();
  }

  /** Until `start`: for statements that may take as long as they need. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    // After a pause, or when this process stood still, nobody knows who was silent.
    if (now - this.#lookedAt > 2 * LOOK_MILLISECONDS) for (const heard of this.#inUse.values()) heard.at = now;
    this.#lookedAt = now;
    for (const [{ connection }, heard] of this.#inUse) {
      const bytes = connection.stream instanceof Socket ? connection.stream.bytesRead : 0;
      if (bytes !== heard.bytes && !Number.isNaN(heard.bytes)) heard.at = now;
      heard.bytes = bytes;
      if (now - heard.at > this.#limit)
        connection.stream.destroy(Object.assign(new Error('PostgreSQL has fallen silent'), { code: 'ETIMEDOUT' }));
    }
  }
}
