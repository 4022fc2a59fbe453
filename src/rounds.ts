// Runs the rounds of a piece of work one after another: now when woken, and again for as long as a round found something to do.
export class Rounds {
  readonly #round: () => Promise<boolean>;
  readonly #onError: (error: unknown) => void;
  #rounds: Promise<unknown> = Promise.resolve();
  #isRoundWaiting = false;
  #isStopped = false;

  /** @param round returns whether there was anything to do */
  constructor(round: () => Promise<boolean>, onError: (error: unknown) => void) {
    this.#round = round;
    this.#onError = onError;
  }

  /** Looks soon; many calls at once are one look. */
  wake(): void {
    if (this.#isRoundWaiting || this.#isStopped) return;
    this.#isRoundWaiting = true;
    this.#nextRound().then((hadWork) => hadWork && this.wake(), this.#onError);
  }

  /** Resolves once a round found nothing to do. */
  async settle(): Promise<void> {
    while (await this.#nextRound());
  }

  /** Begins nothing more; resolves when the round under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#rounds;
  }

  #nextRound(): Promise<boolean> {
    const round = this.#rounds.then(async () => {
      this.#isRoundWaiting = false;
      return !this.#isStopped && this.#round();
    });
    this.#rounds = round.catch(() => undefined);
    return round;
  }
}
