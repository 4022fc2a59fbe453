// A runner runs rounds of one kind of work, one after another, each started by a wake-up.
import { setTimeout as pause } from 'node:timers/promises';

export interface RunnerOptions<Result> {
  readonly round: () => Promise<Result>;
  /** Whether another round is due at once. */
  readonly hasMore: (result: Result) => boolean;
  /** After a round that left more to do, the runner rests so many times as long as it took, so that requests have their turn; 0 by default. */
  readonly rest?: number;
  /** Called with the error of a round that `wake` started. */
  readonly onError: (error: unknown) => void;
}

export class Runner<Result> {
  readonly #options: RunnerOptions<Result>;
  #last: Promise<unknown> = Promise.resolve();
  #isRoundQueued = false;
  #isStopped = false;
  /** When the next rest ends, by performance.now(). */
  #restsUntil = 0;
  readonly #stopping = new AbortController();

  constructor(options: RunnerOptions<Result>) {
    this.#options = options;
  }

  /** The last of the rounds under way and queued. It never rejects. */
  get last(): Promise<unknown> {
    return this.#last;
  }

  /** Starts a round soon, or after the rest; several calls at once start one. */
  wake(): void {
    if (this.#isRoundQueued || this.#isStopped) return;
    this.#isRoundQueued = true;
    this.#queue(() => this.#rest()).then((result) => this.#hasMore(result) && this.wake(), this.#options.onError);
  }

  /** Queues a round and resolves with its result, undefined once the runner is stopped. Rejects with what the round throws. */
  next(): Promise<Result | undefined> {
    return this.#queue(() => Promise.resolve());
  }

  /** Runs rounds until no more is due. */
  async settle(): Promise<void> {
    while (this.#hasMore(await this.next()));
  }

  /** Starts nothing more; resolves when the round under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopping.abort();
    await this.#last;
  }

  #queue(before: () => Promise<void>): Promise<Result | undefined> {
    const round = this.#last.then(before).then(() => {
      this.#isRoundQueued = false;
      return this.#isStopped ? undefined : this.#run();
    });
    this.#last = round.catch(() => undefined);
    return round;
  }

  async #run(): Promise<Result> {
    const { round, hasMore, rest = 0 } = this.#options;
    const startedAt = performance.now();
    const result = await round();
    const endedAt = performance.now();
    this.#restsUntil = hasMore(result) ? endedAt + rest * (endedAt - startedAt) : 0;
    return result;
  }

  /** Ends early where the runner is stopped. */
  async #rest(): Promise<void> {
    const left = this.#restsUntil - performance.now();
    if (left > 0) await pause(left, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  #hasMore(result: Result | undefined): boolean {
    return result !== undefined && this.#options.hasMore(result);
  }
}
