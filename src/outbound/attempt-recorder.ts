// Records how attempts ended: those that end together, or while others are being recorded, in one transaction.
import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds, type Clock } from '../database/clock.ts';
import { isUnavailable, type Database } from '../database/connection.ts';
import { recordAttempts, type EndedAttempt } from '../models/outbox/delivery-attempt.ts';
import { holdReceiver } from '../models/outbox/delivery-claim.ts';
import { Batcher } from './batcher.ts';
import { RECEIVER_HOLD_SECONDS } from './outcome.ts';

/** A database that is away for less than this costs no second sending; the claim lapses after a minute. */
const RECORD_TRIES = 45;
const RECORD_PAUSE_MILLISECONDS = 1000;
/** Bounds how long other writers wait. */
const MOST_AT_ONCE = 100;

export interface AttemptToRecord extends EndedAttempt {
  /** Whoever takes all deliveries of this receiver is out of reach. */
  readonly isUnreachable: boolean;
}

export class AttemptRecorder {
  readonly #parts: { readonly database: Database; readonly clock: Clock };
  readonly #batches = new Batcher<AttemptToRecord, undefined>((attempts) => this.#write(attempts), MOST_AT_ONCE);
  #isStopped = false;

  constructor(parts: { readonly database: Database; readonly clock: Clock }) {
    this.#parts = parts;
  }

  /** Resolves once it is durable. Rejects where the database refuses it, or is away for nearly as long as a claim lasts. */
  async record(attempt: AttemptToRecord): Promise<void> {
    await this.#batches.run(attempt);
  }

  /** A database that is away is not waited for any more. */
  stop(): void {
    this.#isStopped = true;
  }

  async #write(attempts: readonly AttemptToRecord[]): Promise<undefined[]> {
    const { database, clock } = this.#parts;
    const unreachable = new Map(
      attempts.flatMap(({ claimed, isUnreachable }) =>
        isUnreachable ? [[`${claimed.publicationId} ${claimed.receiver}`, claimed]] : [],
      ),
    );
    for (let tries = 1; ; tries += 1) {
      try {
        await database.transaction(async (transaction) => {
          await recordAttempts(transaction, clock, attempts);
          for (const receiver of unreachable.values())
            await holdReceiver(transaction, clock, receiver, addSeconds(clock.now(), RECEIVER_HOLD_SECONDS));
        });
        return attempts.map(() => undefined);
      } catch (error) {
        if (!isUnavailable(error) || tries === RECORD_TRIES || this.#isStopped) throw error;
        await pause(RECORD_PAUSE_MILLISECONDS);
      }
    }
  }
}
