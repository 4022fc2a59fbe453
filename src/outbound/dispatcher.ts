// Gets due deliveries tried: round by round it claims as many as there are places for, starts their attempts, and records how they went
// (decisions 25). Two dispatchers may share a PostgreSQL database; a delivery is claimed by one of them.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds, type Clock } from '../database/clock.ts';
import type { Database, Transaction } from '../database/connection.ts';
import type { AttemptRecord } from '../models/outbox/delivery-attempt.ts';
import {
  claimDeliveries,
  listDueReceivers,
  renewClaims,
  type ClaimedDelivery,
  type DueReceiver,
} from '../models/outbox/delivery-claim.ts';
import { Runner } from '../runner.ts';
import { AttemptRecorder } from './attempt-recorder.ts';
import { Lanes } from './lanes.ts';
import { nextAttemptAt, RECEIVER_HOLD_SECONDS, type Outcome } from './outcome.ts';

export interface DispatcherParts {
  readonly database: Database;
  readonly clock: Clock;
  /** One attempt; what it throws is a bug or a database that is away, and counts as a failure that may pass. */
  readonly attempt: (delivery: ClaimedDelivery) => Promise<Outcome>;
  readonly onError: (error: unknown) => void;
}

export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #recorder: AttemptRecorder;
  readonly #lanes = new Lanes();
  readonly #running = new Map<ClaimedDelivery, Promise<void>>();
  /** An attempt that ends wakes it, so a round has none behind it. */
  readonly #rounds: Runner<number>;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    this.#rounds = new Runner({ round: () => this.#round(), isMore: () => false, onError: parts.onError });
    this.#recorder = new AttemptRecorder(parts);
  }

  /** Looks for due deliveries soon; many calls at once are one look. */
  wake(): void {
    this.#rounds.wake();
  }

  /** Resolves once nothing is due and nothing under way. */
  async settle(): Promise<void> {
    for (;;) {
      const round = this.#rounds.next();
      const { last } = this.#rounds;
      const begun = (await round) ?? 0;
      if (begun === 0 && this.#running.size === 0 && this.#rounds.last === last) return;
      await Promise.all(this.#running.values());
    }
  }

  /** Keeps the claims of attempts that take long. */
  async renewClaims(): Promise<void> {
    const { database, clock } = this.#parts;
    if (this.#running.size > 0)
      await database.transaction((transaction) => renewClaims(transaction, clock, this.#running.keys()));
  }

  /** Begins nothing more; resolves when the attempts under way have ended, or after `milliseconds`. */
  async stop(milliseconds: number): Promise<void> {
    this.#recorder.stop();
    const patience = new AbortController();
    const ended = this.#rounds.stop().then(() => Promise.all(this.#running.values()));
    await Promise.race([ended, pause(milliseconds, undefined, { signal: patience.signal }).catch(() => undefined)]);
    patience.abort();
  }

  /** Returns how many attempts it began. */
  async #round(): Promise<number> {
    const { database, clock } = this.#parts;
    const due = shuffle(await listDueReceivers(database, clock));
    const served = due.filter((receiver) => this.#lanes.placesFor(receiver, clock.now()) > 0);
    if (served.length === 0) return 0;
    const claimed = await database.transaction((transaction) => this.#claim(transaction, served));
    for (const delivery of claimed) this.#start(delivery);
    return claimed.length;
  }

  async #claim(transaction: Transaction, receivers: readonly DueReceiver[]): Promise<ClaimedDelivery[]> {
    const claimed: ClaimedDelivery[] = [];
    for (const receiver of receivers) {
      const places = this.#lanes.placesFor(receiver, this.#parts.clock.now());
      if (places === 0) continue;
      const found = await claimDeliveries(transaction, this.#parts.clock, receiver, places);
      for (const delivery of found) this.#lanes.enter(delivery);
      claimed.push(...found);
    }
    return claimed;
  }

  #start(delivery: ClaimedDelivery): void {
    const running = this.#run(delivery)
      .catch(this.#parts.onError)
      .finally(() => {
        this.#running.delete(delivery);
        this.wake();
      });
    this.#running.set(delivery, running);
  }

  /** Its place is free once the attempt is recorded, so that a killed worker leaves no more unrecorded than it has places. */
  async #run(delivery: ClaimedDelivery): Promise<void> {
    const startedAt = this.#parts.clock.now();
    const outcome = isUseless(delivery, startedAt) ? TOO_LATE : await this.#try(delivery);
    try {
      const endedAt = this.#parts.clock.now();
      const isUnreachable = outcome.result === 'unreachable';
      if (isUnreachable) this.#lanes.hold(delivery, addSeconds(endedAt, RECEIVER_HOLD_SECONDS));
      await this.#recorder.record({
        claimed: delivery,
        startedAt,
        endedAt,
        record: toRecord(delivery, outcome, endedAt),
        isUnreachable,
      });
    } finally {
      this.#lanes.leave(
        delivery,
        outcome === TOO_LATE ? undefined : outcome.result === 'delivered' || outcome.result === 'refused',
      );
    }
  }

  async #try(delivery: ClaimedDelivery): Promise<Outcome> {
    try {
      return await this.#parts.attempt(delivery);
    } catch (error) {
      this.#parts.onError(error);
      return { result: 'failed', text: 'an error in the service itself; see its log' };
    }
  }
}

const TOO_LATE: Outcome = { result: 'refused', text: 'not sent: it is of no use any more' };

function isUseless(delivery: ClaimedDelivery, now: Date): boolean {
  return delivery.uselessAfter !== null && delivery.uselessAfter <= now.getTime();
}

/** A mail's content is erased when it is sent or of no more use; that of a dead one is kept, encrypted, so that it can be sent again. */
function toRecord(delivery: ClaimedDelivery, outcome: Outcome, now: Date): AttemptRecord {
  if (outcome.result === 'delivered')
    return { state: 'delivered', outcome: outcome.text, keepsPayload: delivery.kind !== 'mail' };
  const dueAt = outcome.result === 'refused' ? undefined : nextAttemptAt(delivery, outcome, now);
  if (dueAt !== undefined) return { state: 'waiting', outcome: outcome.text, dueAt };
  return { state: 'dead', outcome: outcome.text, keepsPayload: delivery.kind !== 'mail' || !isUseless(delivery, now) };
}

/** Receivers take turns by lot, so that none is always first where places are scarce. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const lots = items.map((item) => ({ item, lot: randomInt(2 ** 32) }));
  return lots.toSorted((a, b) => a.lot - b.lot).map(({ item }) => item);
}
