// When a key or a secret was last used, which lists show. It is written after the answer is under way, at most once a
// minute for each, so that no request waits for it.
import { isUnavailable, type Database, type Transaction } from '../database/connection.ts';

/** Our choice: the last use is known to the minute. */
export const LAST_USE_MILLISECONDS = 60_000;

export class LastUse {
  readonly #database: Pick<Database, 'transaction'>;
  /** What was recorded within the last minute, by a timer of the process, so that setting the clock does not stretch it. */
  readonly #recorded = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(database: Pick<Database, 'transaction'>) {
    this.#database = database;
  }

  /**
   * Records a use by `write`, unless one of the same key was recorded within the last minute. Returns at once.
   * @param onError is told of a failure; that the database is not available is none, as the next use is recorded again
   */
  note(key: string, write: (transaction: Transaction) => Promise<void>, onError: (error: unknown) => void): void {
    if (this.#recorded.has(key)) return;
    this.#recorded.add(key);
    const forget = (): boolean => this.#recorded.delete(key);
    setTimeout(forget, LAST_USE_MILLISECONDS).unref();
    const writing = this.#run(write).catch((error: unknown) => {
      forget();
      if (!isUnavailable(error)) onError(error);
    });
    this.#underWay.add(writing);
    void writing.finally(() => this.#underWay.delete(writing));
  }

  /** Resolves once what was noted is recorded. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #run(write: (transaction: Transaction) => Promise<void>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    await this.#database.transaction(write);
  }
}
