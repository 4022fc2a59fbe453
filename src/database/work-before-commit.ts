// The work that a transaction leaves for its end (Transaction.beforeCommit).
import type { BeforeCommit, Transaction } from './connection.ts';

export class WorkBeforeCommit {
  readonly #items = new Map<BeforeCommit<never>, unknown[]>();

  add<Item>(work: BeforeCommit<Item>, item: Item): void {
    const known = this.#items.get(work);
    if (known === undefined) this.#items.set(work, [item]);
    else known.push(item);
  }

  async run(transaction: Transaction): Promise<void> {
    // Work may leave more work.
    while (this.#items.size > 0) {
      const waiting = [...this.#items];
      this.#items.clear();
      // `add` pairs each work with items of its own type.
      for (const [work, items] of waiting) await work(transaction, items as never[]);
    }
  }

  /** For a transaction that failed. */
  clear(): void {
    this.#items.clear();
  }
}
