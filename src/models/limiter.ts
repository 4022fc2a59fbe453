// Takes counts towards limits so that a flood of what is limited costs others nothing: what is over its limit is
// answered from memory, and counting never holds more than two of the database's connections at a time.
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { bucketsOf, giveBack, takeFrom, type Ceiling } from './ceiling.ts';
import { countTowards, type Counting, type Limit, type LimitState } from './limit.ts';

/** Our choice: of the ten connections that a process has to PostgreSQL, eight are always left. */
const CONNECTIONS = 2;
/** Our choice: afterwards the database is asked again, since another process may have given something back. */
const REMEMBERED_MILLISECONDS = 10_000;
/** Our choice: a bucket takes about 200 bytes. */
const REMEMBERED_BUCKETS = 10_000;
/** Our choice: more than so many cannot be counted in a time that anybody waits, so they are told to come back. */
const WAITING = 1000;

interface Remembered {
  /** Milliseconds since 1970. */
  readonly resetsAt: number;
  readonly until: number;
}

export type Counted<Result> =
  | { readonly state: 'counted'; readonly result: Result }
  /** Known to be over a limit, so that nothing was counted. */
  | { readonly state: 'over'; readonly resetsIn: number };

/** Something is over a limit. */
export interface Limited<Reached extends Ceiling = Ceiling> {
  /** Seconds. */
  readonly resetsIn: number;
  /** Whether it was known, so that nothing was counted. */
  readonly isRemembered: boolean;
  /** The first that was reached; undefined where too many wait to be counted. */
  readonly ceiling: Reached | undefined;
}

export class Limiter {
  readonly #database: Pick<Database, 'transaction' | 'singleWrite'>;
  readonly #clock: Clock;
  /** What is over its limit, the longest known first. */
  readonly #over = new Map<string, Remembered>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(database: Pick<Database, 'transaction' | 'singleWrite'>, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Adds `amount` to one bucket, by one statement. `isRemembered` says that it was known to be over its limit; what is
   * given back is always counted.
   */
  async count(bucket: string, limit: Limit, amount = 1): Promise<LimitState & { readonly isRemembered: boolean }> {
    const counted = await this.#unlessOver(amount < 0 ? [] : [bucket], () =>
      this.#database.singleWrite((single) =>
        countTowards(this.#toCounting(single), this.#clock, bucket, limit, amount),
      ),
    );
    if (counted.state === 'counted') return { ...counted.result, isRemembered: false };
    const { resetsIn } = counted;
    return { count: limit.count + 1, isExceeded: true, remaining: 0, resetsIn, isRemembered: true };
  }

  /** Counts one towards each (takeFrom in ceiling.ts). Returns undefined where all are within their limits. */
  async take<Taken extends Ceiling>(ceilings: readonly Taken[]): Promise<Limited<Taken> | undefined> {
    const counted = await this.run(bucketsOf(ceilings), (counting) => takeFrom(counting, this.#clock, ceilings));
    if (counted.state === 'counted') return counted.result && { ...counted.result, isRemembered: false };
    const ceiling = ceilings.find((one) => this.#resetsIn(bucketsOf([one])) !== undefined);
    return { resetsIn: counted.resetsIn, isRemembered: true, ceiling };
  }

  /** Takes back one that was counted towards each. */
  async giveBack(ceilings: readonly Ceiling[]): Promise<void> {
    await this.run([], (counting) => giveBack(counting, this.#clock, ceilings));
  }

  /** Runs work that counts towards the buckets, in one transaction, unless one of them is known to be over its limit. */
  run<Result>(buckets: readonly string[], work: (counting: Counting) => Promise<Result>): Promise<Counted<Result>> {
    return this.#unlessOver(buckets, () =>
      this.#database.transaction((transaction) => work(this.#toCounting(transaction))),
    );
  }

  async #unlessOver<Result>(buckets: readonly string[], work: () => Promise<Result>): Promise<Counted<Result>> {
    const known = this.#resetsIn(buckets) ?? (this.#waiting.length >= WAITING ? 1 : undefined);
    if (known !== undefined) return { state: 'over', resetsIn: known };
    await this.#begin();
    try {
      // Those who waited here have made it known meanwhile, in a flood.
      const resetsIn = this.#resetsIn(buckets);
      if (resetsIn !== undefined) return { state: 'over', resetsIn };
      return { state: 'counted', result: await work() };
    } finally {
      this.#end();
    }
  }

  #toCounting(connection: Counting): Counting {
    return {
      first: (statement, values) => connection.first(statement, values),
      onCounted: (bucket, resetsAt) => this.#remember(bucket, resetsAt),
    };
  }

  /** @param resetsAt undefined where the bucket is within its limit */
  #remember(bucket: string, resetsAt: number | undefined): void {
    this.#over.delete(bucket);
    if (resetsAt === undefined) return;
    const [oldest] = this.#over.keys();
    if (this.#over.size >= REMEMBERED_BUCKETS && oldest !== undefined) this.#over.delete(oldest);
    this.#over.set(bucket, { resetsAt, until: this.#clock.now().getTime() + REMEMBERED_MILLISECONDS });
  }

  /** The longest wait for those that are known to be over their limits; undefined where none is. */
  #resetsIn(buckets: readonly string[]): number | undefined {
    const now = this.#clock.now().getTime();
    let longest: number | undefined;
    for (const bucket of buckets) {
      const { resetsAt, until } = this.#over.get(bucket) ?? { resetsAt: 0, until: 0 };
      if (resetsAt > now && until > now) longest = Math.max(longest ?? 1, Math.ceil((resetsAt - now) / 1000));
    }
    return longest;
  }

  async #begin(): Promise<void> {
    if (this.#running < CONNECTIONS) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the place over to the next one that waits. */
  #end(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
