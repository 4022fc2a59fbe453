// What happens in the process and is worth counting. The rooms publish it, and metrics/ counts it where metrics are asked for (docs/watching.md);
// nobody else listens, and then it costs nothing. A fact names no publication and no person.
import { channel, type Channel } from 'node:diagnostics_channel';

export class Observed<Fact> {
  readonly #channel: Channel;

  constructor(name: string) {
    this.#channel = channel(`masthead:${name}`);
  }

  /** Whether anybody listens. */
  get isHeard(): boolean {
    return this.#channel.hasSubscribers;
  }

  publish(fact: Fact): void {
    if (this.#channel.hasSubscribers) this.#channel.publish(fact);
  }

  /** Returns a function that ends it. */
  listen(listener: (fact: Fact) => void): () => void {
    // Only `publish` writes to the channel, whose name is no one else's.
    const subscriber = (fact: unknown): void => listener(fact as Fact);
    this.#channel.subscribe(subscriber);
    return () => void this.#channel.unsubscribe(subscriber);
  }
}

export interface Answer {
  readonly method: string;
  /** The pattern of the path, such as /:version/members/:id; `none` for a path that is none of ours. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

export interface Attempt {
  readonly kind: string;
  /** What became of the delivery. */
  readonly state: 'delivered' | 'dead' | 'waiting';
}

export const OBSERVED = {
  answer: new Observed<Answer>('answer'),
  /** A request that was refused under overload. */
  refusal: new Observed<undefined>('refusal'),
  securityEvent: new Observed<string>('security-event'),
  /** The name of a mail that was queued. */
  mail: new Observed<string>('mail'),
  payment: new Observed<'succeeded' | 'failed' | 'refunded'>('payment'),
  attempt: new Observed<Attempt>('attempt'),
  /** An error that the worker met. */
  workerError: new Observed<undefined>('worker-error'),
} as const;
