// Rows that requests make at the same time, each as its only write: they go out together, by one statement, and share what a statement and its commit
// cost besides their rows. They do not share their fate: a statement that is refused is undone, and each of its rows is tried alone.
import { toGivenRows } from './given-rows.ts';
import type { RowInsert } from './row-insert.ts';
import type { Value } from './statement.ts';

/** While one statement is at work, the next one is on its way. */
const STATEMENTS_AT_ONCE = 2;
/** Bounds how long one row can be held up by those that go out with it. */
const ROWS_PER_STATEMENT = 64;

export interface Inserting {
  /** Returns whether the row was made. */
  one(insert: RowInsert, values: readonly Value[]): Promise<boolean>;
  /** Returns the ids of those that were made. */
  many(insert: RowInsert, rows: string): Promise<ReadonlySet<Value>>;
  /** Whether the database refused the statement, and so made none; otherwise it cannot be had. */
  isRefusal(error: unknown): boolean;
}

interface Waiting {
  readonly values: readonly Value[];
  resolve(isMade: boolean): void;
  reject(error: unknown): void;
}

interface Queue {
  readonly insert: RowInsert;
  readonly waiting: Waiting[];
  atWork: number;
}

export class SharedInserts {
  readonly #inserting: Inserting;
  readonly #queues = new Map<string, Queue>();

  constructor(inserting: Inserting) {
    this.#inserting = inserting;
  }

  /** Resolves with whether the row was made, once that is durable. @param sharer rows of one sharer go out together, and wait for the locks that one of them waits for */
  insert(insert: RowInsert, values: readonly Value[], sharer: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const key = `${insert.one.name} ${sharer}`;
      const queue = this.#queues.get(key) ?? { insert, waiting: [], atWork: 0 };
      this.#queues.set(key, queue);
      queue.waiting.push({ values, resolve, reject });
      // Requests that came in together have their turn first.
      if (queue.waiting.length === 1) setImmediate(() => this.#next(key, queue));
    });
  }

  #next(key: string, queue: Queue): void {
    if (queue.waiting.length === 0 && queue.atWork === 0) this.#queues.delete(key);
    if (queue.waiting.length === 0 || queue.atWork === STATEMENTS_AT_ONCE) return;
    queue.atWork += 1;
    void this.#run(queue.insert, queue.waiting.splice(0, ROWS_PER_STATEMENT)).finally(() => {
      queue.atWork -= 1;
      this.#next(key, queue);
    });
    this.#next(key, queue);
  }

  async #run(insert: RowInsert, rows: readonly Waiting[]): Promise<void> {
    const [first, ...others] = rows;
    if (first !== undefined && others.length === 0) return this.#runOne(insert, first);
    const idAt = Object.keys(insert.fields).indexOf('id');
    try {
      const made = await this.#inserting.many(
        insert,
        toGivenRows(
          insert.fields,
          rows.map(({ values }) => values),
        ),
      );
      for (const { values, resolve } of rows) resolve(made.has(values[idAt] ?? null));
    } catch (error) {
      if (this.#inserting.isRefusal(error)) await Promise.all(rows.map((row) => this.#runOne(insert, row)));
      else for (const { reject } of rows) reject(error);
    }
  }

  async #runOne(insert: RowInsert, { values, resolve, reject }: Waiting): Promise<void> {
    await this.#inserting.one(insert, values).then(resolve, reject);
  }
}
