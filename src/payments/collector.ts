// Runs the rounds of `collect` one after another: now when woken, and again for as long as a round found something to do.
import { collect, type CollectOptions } from './collect.ts';
import type { PaymentParts } from './gateways.ts';

export class Collector {
  readonly #parts: PaymentParts;
  readonly #options: CollectOptions;
  #rounds: Promise<unknown> = Promise.resolve();
  #isRoundWaiting = false;
  #isStopped = false;

  constructor(parts: PaymentParts, options: CollectOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Looks soon; many calls at once are one look. */
  wake(): void {
    if (this.#isRoundWaiting || this.#isStopped) return;
    this.#isRoundWaiting = true;
    this.#nextRound().then((hadWork) => hadWork && this.wake(), this.#options.onError);
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
      return !this.#isStopped && collect(this.#parts, this.#options);
    });
    this.#rounds = round.catch(() => undefined);
    return round;
  }
}
