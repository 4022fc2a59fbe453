// The rate limit of an API key, over all instances (decisions 33). The counter is shared in the database; each instance
// reserves requests from it in batches, so that few requests cost a write and the total never exceeds the limit. The
// headers tell what this counter leaves, and so never promise more than there was a second ago.
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { countTowards, remainingIn, type Limit } from '../models/limit.ts';

const WINDOW_SECONDS = 60;
/** Our choice: a batch is a twentieth of the limit, which is all that an idle instance can withhold from the others. */
const BATCHES_PER_LIMIT = 20;
/** Our choice: after this time an instance reads how much the others have taken. */
const READ_AFTER_MILLISECONDS = 1000;

interface Allowance {
  resetsAt: number;
  /** Requests that this instance has reserved and not used yet. */
  reserved: number;
  /** Requests that were left in the shared counter at `readAt`. */
  remaining: number;
  readAt: number;
}

export interface RateLimitState {
  readonly isExceeded: boolean;
  readonly headers: Record<'ratelimit-limit' | 'ratelimit-remaining' | 'ratelimit-reset', string>;
  readonly resetsIn: number;
}

export class RateLimiter {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #limit: Limit;
  readonly #allowances = new Map<string, Allowance>();
  readonly #reserving = new Map<string, Promise<void>>();

  constructor(database: Database, clock: Clock, requestsPerMinute: number) {
    this.#database = database;
    this.#clock = clock;
    this.#limit = { count: requestsPerMinute, seconds: WINDOW_SECONDS };
  }

  /** Counts one request of the key, and reserves a batch first where none is left here. */
  async take(apiKeyId: string): Promise<RateLimitState> {
    let allowance = this.#current(apiKeyId);
    if (allowance !== undefined && this.#isOld(allowance)) await this.#read(apiKeyId, allowance);
    allowance = this.#current(apiKeyId);
    while (allowance === undefined || (allowance.reserved === 0 && allowance.remaining > 0)) {
      await this.#reserve(apiKeyId);
      allowance = this.#current(apiKeyId);
    }
    const isExceeded = allowance.reserved === 0;
    if (!isExceeded) allowance.reserved -= 1;
    return this.#state(allowance, isExceeded);
  }

  #current(apiKeyId: string): Allowance | undefined {
    const allowance = this.#allowances.get(apiKeyId);
    return allowance !== undefined && allowance.resetsAt > this.#clock.now().getTime() ? allowance : undefined;
  }

  #isOld({ readAt }: Allowance): boolean {
    return readAt + READ_AFTER_MILLISECONDS <= this.#clock.now().getTime();
  }

  async #read(apiKeyId: string, allowance: Allowance): Promise<void> {
    // Concurrent requests go on with what was known.
    allowance.readAt = this.#clock.now().getTime();
    allowance.remaining = await remainingIn(this.#database, this.#clock, bucketOf(apiKeyId), this.#limit);
  }

  /** Concurrent requests wait for the same reservation. */
  #reserve(apiKeyId: string): Promise<void> {
    const running = this.#reserving.get(apiKeyId);
    if (running !== undefined) return running;
    const reserving = this.#reserveBatch(apiKeyId).finally(() => this.#reserving.delete(apiKeyId));
    this.#reserving.set(apiKeyId, reserving);
    return reserving;
  }

  async #reserveBatch(apiKeyId: string): Promise<void> {
    const batch = Math.max(1, Math.floor(this.#limit.count / BATCHES_PER_LIMIT));
    const counted = await this.#database.transaction((transaction) =>
      countTowards(transaction, this.#clock, bucketOf(apiKeyId), this.#limit, batch),
    );
    const granted = Math.max(0, batch - Math.max(0, counted.count - this.#limit.count));
    const readAt = this.#clock.now().getTime();
    const resetsAt = readAt + counted.resetsIn * 1000;
    this.#allowances.set(apiKeyId, { resetsAt, reserved: granted, remaining: counted.remaining, readAt });
  }

  #state(allowance: Allowance, isExceeded: boolean): RateLimitState {
    const resetsIn = Math.max(1, Math.ceil((allowance.resetsAt - this.#clock.now().getTime()) / 1000));
    const headers = {
      'ratelimit-limit': String(this.#limit.count),
      'ratelimit-remaining': String(allowance.reserved + allowance.remaining),
      'ratelimit-reset': String(resetsIn),
    };
    return { isExceeded, headers, resetsIn };
  }
}

function bucketOf(apiKeyId: string): string {
  return `api ${apiKeyId}`;
}
