// A runner runs rounds of one kind of work, one after another, each started by a wake-up.

export interface RunnerOptions<Result> {
  readonly round: () => Promise<Result>;
  /** Whether another round is due at once. */
  readonly hasMore: (result: Result) => boolean;
  /** Called with the error of a round that `wake` started. */
  readonly onError: (error: unknown) => void;
}

export class Runner<Result> {
  readonly #options: RunnerOptions<Result>;
  #last: Promise<unknown> = Promise.resolve();
  #isRoundQueued = false;
  #isStopped = false;

  constructor(options: RunnerOptions<Result>) {
    this.#options = options;
  }

  /** The last of the rounds under way and queued. It never rejects. */
  get last(): Promise<unknown> {
    return this.#last;
  }

  /** Starts a round soon; several calls at once start one. */
  wake(): void {
    if (this.#isRoundQueued || this.#isStopped) return;
    this.#isRoundQueued = true;
    this.next().then((result) => this.#hasMore(result) && this.wake(), this.#options.onError);
  }

  /** Queues a round and resolves with its result, undefined once the runner is stopped. Rejects with what the round throws. */
  next(): Promise<Result | undefined> {
    const round = this.#last.then(() => {
      this.#isRoundQueued = false;
      return this.#isStopped ? undefined : this.#options.round();
    });
    this.#last = round.catch(() => undefined);
    return round;
  }

  /** Runs rounds until no more is due. */
  async settle(): Promise<void> {
    while (this.#hasMore(await this.next()));
  }

  /** Starts nothing more; resolves when the round under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#last;
  }

  #hasMore(result: Result | undefined): boolean {
    return result !== undefined && this.#options.hasMore(result);
  }
}
