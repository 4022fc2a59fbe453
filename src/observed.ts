// What happens in the process and is worth counting. The rooms publish it; watching/ counts it where metrics are asked for, and others there
// log what is slow, and send traces (docs/watching.md). While nobody listens it costs nothing. A fact names no publication and no person.
import { AsyncLocalStorage } from 'node:async_hooks';
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

/** A request, or an attempt at a delivery. */
export interface Work {
  readonly kind: 'request' | 'delivery';
  /** Of a request. */
  readonly reqId?: string;
  /** The header of a request by which its caller names the trace that it belongs to. */
  readonly traceparent?: string | undefined;
}

export interface Answer {
  readonly work: Work | undefined;
  readonly method: string;
  /** The pattern of the path, such as /:version/members/:id; `none` for a path that is none of ours. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

export interface RunStatement {
  /** Its name, or its text, which has no values in it. */
  readonly name: string;
  readonly milliseconds: number;
}

export interface Attempt {
  readonly work: Work | undefined;
  readonly kind: string;
  /** What became of the delivery. */
  readonly state: 'delivered' | 'dead' | 'waiting';
}

export const OBSERVED = {
  /** Work that begins. */
  work: new Observed<Work>('work'),
  answer: new Observed<Answer>('answer'),
  statement: new Observed<RunStatement>('statement'),
  /** A request that was refused under overload. */
  refusal: new Observed<undefined>('refusal'),
  securityEvent: new Observed<string>('security-event'),
  /** The name of a mail that was queued. */
  mail: new Observed<string>('mail'),
  payment: new Observed<'succeeded' | 'failed' | 'refunded'>('payment'),
  attempt: new Observed<Attempt>('attempt'),
  /** Where a read was answered that may be answered by the replica. */
  replicaRead: new Observed<'replica' | 'primary'>('replica-read'),
  /** An error that the worker met. */
  workerError: new Observed<undefined>('worker-error'),
} as const;

/** The work for which something is done, so that what happens deep below can be told of it. */
export const CURRENT_WORK = new AsyncLocalStorage<Work | undefined>();
