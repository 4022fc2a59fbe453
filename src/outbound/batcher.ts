// Batches calls: those made in the same turn of the event loop, or while a batch is under way, make the next batch. If a batch fails, each item
// is retried alone.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUnavailable } from '../database/connection.ts';

interface QueuedItem<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export class Batcher<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #maxSize: number;
  readonly #queue: QueuedItem<Item, Result>[] = [];
  #isRunning = false;

  /** @param work returns a result for each item, in their order. @param maxSize of a batch. */
  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>, maxSize: number) {
    this.#work = work;
    this.#maxSize = maxSize;
  }

  /** Rejects with the error of this item alone, or at once when the database is unavailable. */
  async run(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#queue.push({ item, resolve, reject });
    if (!this.#isRunning) void this.#runBatches();
    return await promise;
  }

  async #runBatches(): Promise<void> {
    this.#isRunning = true;
    await nextTurn();
    while (this.#queue.length > 0) await this.#runBatch(this.#queue.splice(0, this.#maxSize));
    this.#isRunning = false;
  }

  async #runBatch(batch: readonly QueuedItem<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      // An item at fault must not fail the others.
      if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await this.#runBatch([one]);
    }
  }
}
