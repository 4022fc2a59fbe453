// Notifications: a transaction names what it wrote, and once it is committed this process's listeners are called.

/** `deliveries` are to be sent; of `payments` there is something to collect, apply or write to a customer. */
export type Topic = 'deliveries' | 'payments';

export class Notifier {
  readonly #listeners = new Map<Topic, Set<() => void>>();

  /** Returns how to stop listening. */
  listen(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  notify(topics: Iterable<Topic>): void {
    for (const topic of topics) for (const listener of this.#listeners.get(topic) ?? []) listener();
  }
}
