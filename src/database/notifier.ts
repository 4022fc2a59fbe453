// In-process notifications: a transaction names the topics that it wrote to, and their listeners are called after the commit.

/**
 * deliveries: some are to be sent. payments: there is work for the payment round, or a mail about money is due. imports: a file is to be read.
 * exports: one waits to be made. restores: an export that was uploaded waits to be checked or imported.
 * commits: something was committed; every commit notifies of it. announcements: another process has left work.
 */
export type Topic = 'deliveries' | 'payments' | 'imports' | 'exports' | 'restores' | 'commits' | 'announcements';

export class Notifier {
  readonly #listeners = new Map<Topic, Set<() => void>>();

  /** Returns a function that stops the listener. */
  listen(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  notify(topics: Iterable<Topic>): void {
    for (const topic of topics) for (const listener of this.#listeners.get(topic) ?? []) listener();
  }
}
