// Takes as many requests as can be answered soon, and refuses the others at once: without that, each would wait longer
// under overload, until nobody gets an answer in time. Publications take turns, so that a noisy one slows only itself.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OBSERVED } from '../../observed.ts';
import { hasBody } from '../bodies/body.ts';
import { TooBusy } from '../refusal.ts';
import { FairQueue } from './fair-queue.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however busy the process is: health, and what costs nothing. */
    readonly isNeverQueued?: boolean;
  }
}

const LATE_CHECK_MILLISECONDS = 50;
const LOG_MILLISECONDS = 10_000;

/** @param maxWait how many milliseconds a request may wait for its turn; 0: none is ever refused */
export function admitInTurn(app: FastifyInstance, maxWait: number): void {
  if (maxWait === 0) return;
  const turns = new Turns(app, maxWait);
  const ends = new WeakMap<FastifyRequest, () => void>();
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isNeverQueued === true) return done();
    const owner = ownerOf(request);
    // Whoever ends gives the next one its turn: that one goes on in its own context (traces, scope of the database).
    const start = AsyncLocalStorage.bind((): void => {
      ends.set(request, turns.count(owner, request));
      reply.raw.once('close', () => ends.get(request)?.());
      done();
    });
    const refuse = AsyncLocalStorage.bind((): void => done(turns.refuse()));
    return turns.enter(owner, { start, refuse });
  });
  // Sending the answer takes as long as its reader wants.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    ends.get(request)?.();
    done();
  });
}

/** Whose turn it is: of a publication, by its host or its key. This is no defence against a flood under many names. */
function ownerOf({ headers }: FastifyRequest): string {
  return headers.authorization ?? headers.host ?? '';
}

class Turns {
  readonly #app: FastifyInstance;
  readonly #queue: FairQueue;
  #hasStarted = false;
  #isScheduled = false;
  #lateCheck: NodeJS.Timeout | undefined;
  #refused = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(app: FastifyInstance, maxWait: number) {
    this.#app = app;
    this.#queue = new FairQueue(maxWait);
  }

  /** Starts at once what comes first in a turn of the event loop while nobody waits; everything else waits for its turn. */
  enter(owner: string, work: { start(): void; refuse(): void }): void {
    this.#queue.add(owner, work);
    if (this.#hasStarted) this.#schedule();
    else this.#startNext();
    this.#lateCheck ??= setInterval(() => this.#checkLate(), LATE_CHECK_MILLISECONDS).unref();
  }

  /** Counts a started request until the returned function is called. */
  count(owner: string, { raw }: FastifyRequest): () => void {
    let [isCounted, isOver] = [false, false];
    const begin = (): void => {
      if (isOver || isCounted) return;
      isCounted = true;
      this.#queue.begin(owner);
    };
    // A body may come as slowly as its sender wants.
    if (hasBody(raw.headers)) raw.once('end', begin);
    else begin();
    return () => {
      if (isOver) return;
      isOver = true;
      if (isCounted) this.#queue.end(owner);
      if (!this.#queue.isEmpty) this.#schedule();
    };
  }

  refuse(): TooBusy {
    OBSERVED.refusal.publish(undefined);
    this.#refused += 1;
    const now = performance.now();
    if (now - this.#loggedAt > LOG_MILLISECONDS) {
      this.#app.log.warn({ refused: this.#refused }, 'requests were refused: there are more than can be answered');
      [this.#loggedAt, this.#refused] = [now, 0];
    }
    return new TooBusy();
  }

  #startNext(): void {
    this.#hasStarted = this.#queue.startNext();
    if (this.#hasStarted) this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#hasStarted = false;
      this.#startNext();
    });
  }

  #checkLate(): void {
    this.#queue.refuseLate();
    if (!this.#queue.isEmpty) return;
    clearInterval(this.#lateCheck);
    this.#lateCheck = undefined;
  }
}
