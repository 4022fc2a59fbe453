// Batches work: what is asked for in the same turn, or while a batch is under way, makes the next batch. If one fails, each item is retried alone.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUnavailable } from '../database/connection.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export class Batcher<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #most: number;
  readonly #waiting: Waiting<Item, Result>[] = [];
  #isWorking = false;

  /** @param work gives a result for each item, in their order. @param most of them at once. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>, most: number) {
    this.#work = work;
    this.#most = most;
  }

  /** Rejects with what the work throws for the item alone, and at once when the database is away. */
  async run(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ item, resolve, reject });
    if (!this.#isWorking) void this.#workOnAll();
    return await promise;
  }

  async #workOnAll(): Promise<void> {
    this.#isWorking = true;
    await nextTurn();
    while (this.#waiting.length > 0) await this.#workOn(this.#waiting.splice(0, this.#most));
    this.#isWorking = false;
  }

  async #workOn(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      // Whichever is at fault must not take the others with it.
      if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await this.#workOn([one]);
    }
  }
}
