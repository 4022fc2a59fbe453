// Dispatches the due deliveries of the outbox: each round claims as many as there are slots for, starts their attempts, and records the outcomes
// (decisions 25). Two dispatchers may share a PostgreSQL database; the lease of a delivery belongs to one of them.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds, type Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { everywhere, inPublication } from '../database/scope.ts';
import type { AttemptRecord } from '../models/outbox/delivery-attempt.ts';
import {
  claimDeliveries,
  listDueReceivers,
  renewClaims,
  type ClaimedDelivery,
  type DueReceiver,
  type Receiver,
} from '../models/outbox/delivery-claim.ts';
import { CURRENT_WORK, OBSERVED, type Work } from '../observed.ts';
import { Runner } from '../runner.ts';
import { AttemptRecorder } from './attempt-recorder.ts';
import { Lanes, nameOf } from './lanes.ts';
import { nextAttemptAt, RECEIVER_HOLD_SECONDS, type Outcome } from './outcome.ts';

/** The longest time of a timer of Node; what is due later is found by the sweep. */
const RETRY_TIMER_MILLISECONDS_MAX = 2 ** 31 - 1;
/** Our choice: looked at in one step, so that ten thousand receivers do not slow each round down. */
const RECEIVERS_AT_ONCE = 500;

export interface DispatcherParts {
  readonly database: Database;
  readonly clock: Clock;
  /** Makes one attempt. What it throws is a bug or an unavailable database, and counts as a transient failure. */
  readonly attempt: (delivery: ClaimedDelivery) => Promise<Outcome>;
  readonly onError: (error: unknown) => void;
}

export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #recorder: AttemptRecorder;
  readonly #lanes = new Lanes();
  readonly #running = new Map<ClaimedDelivery, Promise<void>>();
  /** An attempt that ends wakes it, so that no round follows another at once. */
  readonly #rounds: Runner<number>;
  /** The receiver at which the last round had no slots left, where the next one goes on; undefined: at the first. */
  #reached: Receiver | undefined;
  /** Wakes it when the next of its own retries is due, which is earlier than the worker's sweep. */
  #retry: { readonly at: number; readonly timer: NodeJS.Timeout } | undefined;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#rounds = new Runner({
      round: () => everywhere(() => this.#round()),
      hasMore: () => false,
      onError: parts.onError,
    });
    this.#recorder = new AttemptRecorder(parts);
  }

  /** Starts a round soon; several calls at once start one. */
  wake(): void {
    this.#rounds.wake();
  }

  /** Resolves once nothing is due and nothing is under way. */
  async settle(): Promise<void> {
    for (;;) {
      const round = this.#rounds.next();
      const { last } = this.#rounds;
      const started = (await round) ?? 0;
      if (started === 0 && this.#running.size === 0 && this.#rounds.last === last) return;
      await Promise.all(this.#running.values());
    }
  }

  /** Renews the leases of attempts under way. */
  async renewClaims(): Promise<void> {
    const { database, clock } = this.#parts;
    if (this.#running.size > 0)
      await everywhere(() =>
        database.transaction((transaction) => renewClaims(transaction, clock, this.#running.keys())),
      );
  }

  /** Starts nothing more; resolves when the attempts under way have ended, or after `milliseconds`. */
  async stop(milliseconds: number): Promise<void> {
    this.#recorder.stop();
    clearTimeout(this.#retry?.timer);
    const timeout = new AbortController();
    const ended = this.#rounds.stop().then(() => Promise.all(this.#running.values()));
    await Promise.race([ended, pause(milliseconds, undefined, { signal: timeout.signal }).catch(() => undefined)]);
    timeout.abort();
  }

  /** Goes once around all receivers, or until no slots are left. Returns how many attempts it started. */
  async #round(): Promise<number> {
    const { database, clock } = this.#parts;
    // From a receiver in the middle, to the end and once more from the beginning.
    let timesAtTheEnd = this.#reached === undefined ? 1 : 0;
    let started = 0;
    for (;;) {
      const window = { after: this.#reached, count: RECEIVERS_AT_ONCE };
      const { due, last } = await listDueReceivers(database, clock, window);
      started += await this.#serve(shuffle(due));
      this.#reached = last;
      if (last === undefined) timesAtTheEnd += 1;
      if (timesAtTheEnd === 2 || !this.#lanes.isOpen) return started;
    }
  }

  async #serve(receivers: readonly DueReceiver[]): Promise<number> {
    const { database, clock } = this.#parts;
    let started = 0;
    let waiting = receivers;
    for (;;) {
      const wanted = this.#lanes.share(waiting, clock.now());
      if (wanted.length === 0) return started;
      const claimed = await database.transaction((transaction) => claimDeliveries(transaction, clock, wanted));
      for (const delivery of claimed) this.#lanes.enter(delivery);
      for (const delivery of claimed) this.#start(delivery);
      started += claimed.length;
      // Those without a share get what the others had no deliveries for.
      const served = new Set(wanted.map(nameOf));
      waiting = waiting.filter((receiver) => !served.has(nameOf(receiver)));
    }
  }

  #start(delivery: ClaimedDelivery): void {
    const work: Work = { kind: 'delivery' };
    OBSERVED.work.publish(work);
    const running = CURRENT_WORK.run(work, () => this.#run(delivery))
      .catch(this.#parts.onError)
      .finally(() => {
        this.#running.delete(delivery);
        this.wake();
      });
    this.#running.set(delivery, running);
  }

  /** The slot is freed once the outcome is recorded, so that a killed worker leaves no more attempts unrecorded than it has slots. */
  async #run(delivery: ClaimedDelivery): Promise<void> {
    const startedAt = this.#parts.clock.now();
    const outcome = isUseless(delivery, startedAt) ? TOO_LATE : await this.#try(delivery);
    try {
      const endedAt = this.#parts.clock.now();
      const isUnreachable = outcome.result === 'unreachable';
      if (isUnreachable) this.#lanes.hold(delivery, addSeconds(endedAt, RECEIVER_HOLD_SECONDS));
      const record = toRecord(delivery, outcome, endedAt);
      await this.#recorder.record({
        claimed: delivery,
        startedAt,
        endedAt,
        record,
        exchange: outcome.exchange,
        bounce: record.state === 'dead' ? outcome.bounce : undefined,
        isUnreachable,
      });
      OBSERVED.attempt.publish({ work: CURRENT_WORK.getStore(), kind: delivery.kind, state: record.state });
      if (record.state === 'waiting') this.#wakeAt(record.dueAt);
    } finally {
      this.#lanes.leave(
        delivery,
        outcome === TOO_LATE ? undefined : outcome.result === 'delivered' || outcome.result === 'refused',
      );
    }
  }

  #wakeAt(time: Date): void {
    const at = time.getTime();
    if (this.#retry !== undefined && this.#retry.at <= at) return;
    clearTimeout(this.#retry?.timer);
    const wake = (): void => {
      this.#retry = undefined;
      this.wake();
    };
    const milliseconds = at - this.#parts.clock.now().getTime();
    this.#retry = { at, timer: setTimeout(wake, Math.min(milliseconds, RETRY_TIMER_MILLISECONDS_MAX)).unref() };
  }

  async #try(delivery: ClaimedDelivery): Promise<Outcome> {
    try {
      return await inPublication({ id: delivery.publicationId }, () => this.#parts.attempt(delivery));
    } catch (error) {
      this.#parts.onError(error);
      return { result: 'failed', text: 'an error in the service itself; see its log' };
    }
  }
}

const TOO_LATE: Outcome = {
  result: 'refused',
  text: 'not sent: it is of no use any more',
  exchange: { reason: 'too_late' },
};

function isUseless(delivery: ClaimedDelivery, now: Date): boolean {
  return delivery.uselessAfter !== null && delivery.uselessAfter <= now.getTime();
}

/** A mail's content is erased once it is sent or of no more use; that of a dead letter is kept, encrypted, so that it can be resent. */
function toRecord(delivery: ClaimedDelivery, outcome: Outcome, now: Date): AttemptRecord {
  if (outcome.result === 'delivered')
    return { state: 'delivered', outcome: outcome.text, keepsPayload: delivery.kind !== 'mail' };
  const dueAt = outcome.result === 'refused' ? undefined : nextAttemptAt(delivery, outcome, now);
  if (dueAt !== undefined) return { state: 'waiting', outcome: outcome.text, dueAt };
  return { state: 'dead', outcome: outcome.text, keepsPayload: delivery.kind !== 'mail' || !isUseless(delivery, now) };
}

/** A random order, so that no receiver is always first where slots are scarce. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const keyed = items.map((item) => ({ item, sortKey: randomInt(2 ** 32) }));
  return keyed.toSorted((a, b) => a.sortKey - b.sortKey).map(({ item }) => item);
}
