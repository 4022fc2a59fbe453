// Closes connections on which PostgreSQL has fallen silent (lost packets), so that their queries fail within seconds.
// One timer checks all connections in use: pg's own query_timeout sets one for each query, which costs a sixth of the query.
import { Socket } from 'node:net';
import type pg from 'pg';

const CHECK_INTERVAL_MILLISECONDS = 250;

interface LastHeard {
  bytes: number;
  at: number;
}

export class SilenceWatch {
  readonly #inUse = new Map<pg.PoolClient, LastHeard>();
  readonly #limit: number;
  #timer: NodeJS.Timeout | undefined;
  #checkedAt = 0;

  /** @param limitMilliseconds longer than the server lets any statement run. */
  constructor(pool: pg.Pool, limitMilliseconds: number) {
    this.#limit = limitMilliseconds;
    pool.on('acquire', (client) => this.#inUse.set(client, { bytes: Number.NaN, at: performance.now() }));
    pool.on('release', (_error, client) => this.#inUse.delete(client));
    this.start();
  }

  start(): void {
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MILLISECONDS).unref();
  }

  /** Stops the checks until `start`, for statements without a time limit. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const now = performance.now();
    // After a pause, or when this process itself stood still, the silence is not the server's.
    if (now - this.#checkedAt > 4 * CHECK_INTERVAL_MILLISECONDS)
      for (const heard of this.#inUse.values()) heard.at = now;
    this.#checkedAt = now;
    for (const [{ connection }, heard] of this.#inUse) {
      const bytes = connection.stream instanceof Socket ? connection.stream.bytesRead : 0;
      if (bytes !== heard.bytes && !Number.isNaN(heard.bytes)) heard.at = now;
      heard.bytes = bytes;
      if (now - heard.at > this.#limit)
        connection.stream.destroy(Object.assign(new Error('PostgreSQL has fallen silent'), { code: 'ETIMEDOUT' }));
    }
  }
}
