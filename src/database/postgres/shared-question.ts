// A question that many ask at the same time and that is asked once for all of them: never two at a time, and nobody gets an answer
// to a question that was asked before they came.

export class SharedQuestion<Answer> {
  readonly #ask: () => Promise<Answer>;
  #running: Promise<Answer> | undefined;
  #next: Promise<Answer> | undefined;

  constructor(ask: () => Promise<Answer>) {
    this.#ask = ask;
  }

  ask(): Promise<Answer> {
    if (this.#running === undefined) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<Answer> {
    this.#next = undefined;
    const running = this.#ask().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
