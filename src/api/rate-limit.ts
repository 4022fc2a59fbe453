// How many requests an API key may make in a minute, over all instances (decisions 33). The count is shared through the database, but
// taken from it in portions, so that a request costs a write only once in a while and the total is never more than the limit.
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { countTowards } from '../models/limit.ts';

const WINDOW_SECONDS = 60;
/** A portion is a twentieth of the limit: what an idle instance can withhold from the others. */
const PORTIONS_PER_LIMIT = 20;

interface Share {
  resetsAt: number;
  /** Requests taken from the shared count and not made yet. */
  inHand: number;
  /** What was left for all when this share was last filled. */
  left: number;
}

export interface RateLimitState {
  readonly isExceeded: boolean;
  readonly headers: Record<'ratelimit-limit' | 'ratelimit-remaining' | 'ratelimit-reset', string>;
  readonly resetsIn: number;
}

export class RateLimiter {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #shares = new Map<string, Share>();
  readonly #filling = new Map<string, Promise<void>>();

  constructor(database: Database, clock: Clock, requestsPerMinute: number) {
    this.#database = database;
    this.#clock = clock;
    this.#limit = requestsPerMinute;
  }

  /** Counts one request of the key. */
  async take(apiKeyId: string): Promise<RateLimitState> {
    let share = this.#current(apiKeyId);
    while (share === undefined || (share.inHand === 0 && share.left > 0)) {
      await this.#fill(apiKeyId);
      share = this.#current(apiKeyId);
    }
    const isExceeded = share.inHand === 0;
    if (!isExceeded) share.inHand -= 1;
    return this.#state(share, isExceeded);
  }

  #current(apiKeyId: string): Share | undefined {
    const share = this.#shares.get(apiKeyId);
    return share !== undefined && share.resetsAt > this.#clock.now().getTime() ? share : undefined;
  }

  /** Requests that arrive while a portion is being taken wait for the same one. */
  #fill(apiKeyId: string): Promise<void> {
    const running = this.#filling.get(apiKeyId);
    if (running !== undefined) return running;
    const filling = this.#takePortion(apiKeyId).finally(() => this.#filling.delete(apiKeyId));
    this.#filling.set(apiKeyId, filling);
    return filling;
  }

  async #takePortion(apiKeyId: string): Promise<void> {
    const portion = Math.max(1, Math.floor(this.#limit / PORTIONS_PER_LIMIT));
    const limit = { count: this.#limit, seconds: WINDOW_SECONDS };
    const counted = await this.#database.transaction((transaction) =>
      countTowards(transaction, this.#clock, `api ${apiKeyId}`, limit, portion),
    );
    const granted = Math.max(0, portion - Math.max(0, counted.count - this.#limit));
    const resetsAt = this.#clock.now().getTime() + counted.resetsIn * 1000;
    this.#shares.set(apiKeyId, { resetsAt, inHand: granted, left: counted.remaining });
  }

  #state(share: Share, isExceeded: boolean): RateLimitState {
    const resetsIn = Math.max(1, Math.ceil((share.resetsAt - this.#clock.now().getTime()) / 1000));
    const headers = {
      'ratelimit-limit': String(this.#limit),
      'ratelimit-remaining': String(share.inHand + share.left),
      'ratelimit-reset': String(resetsIn),
    };
    return { isExceeded, headers, resetsIn };
  }
}
