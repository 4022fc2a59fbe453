// A runner: rounds of one kind of work, one after another, begun when it is woken.

export interface RunnerOptions<Result> {
  readonly round: () => Promise<Result>;
  /** Whether another round is due at once. */
  readonly isMore: (result: Result) => boolean;
  /** Told of a round that failed after `wake`. */
  readonly onError: (error: unknown) => void;
}

export class Runner<Result> {
  readonly #options: RunnerOptions<Result>;
  #last: Promise<unknown> = Promise.resolve();
  #isRoundWaiting = false;
  #isStopped = false;

  constructor(options: RunnerOptions<Result>) {
    this.#options = options;
  }

  /** The round that ends last of those begun and waiting. It never rejects. */
  get last(): Promise<unknown> {
    return this.#last;
  }

  /** Begins a round soon; many calls at once are one. */
  wake(): void {
    if (this.#isRoundWaiting || this.#isStopped) return;
    this.#isRoundWaiting = true;
    this.next().then((result) => this.#isMore(result) && this.wake(), this.#options.onError);
  }

  /** One more round, after those before it. Undefined once it is stopped; rejects with what the round throws. */
  next(): Promise<Result | undefined> {
    const round = this.#last.then(() => {
      this.#isRoundWaiting = false;
      return this.#isStopped ? undefined : this.#options.round();
    });
    this.#last = round.catch(() => undefined);
    return round;
  }

  /** Resolves once no more is due. */
  async settle(): Promise<void> {
    while (this.#isMore(await this.next()));
  }

  /** Begins nothing more; resolves when the round under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#last;
  }

  #isMore(result: Result | undefined): boolean {
    return result !== undefined && this.#options.isMore(result);
  }
}
