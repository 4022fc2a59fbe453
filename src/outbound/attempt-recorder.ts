// Records the outcomes of attempts. Those that end together, or while a batch is being written, share one transaction.
import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds, type Clock } from '../database/clock.ts';
import { isUnavailable, type Database } from '../database/connection.ts';
import { everywhere } from '../database/scope.ts';
import { recordAttempts, type EndedAttempt } from '../models/outbox/delivery-attempt.ts';
import { holdReceiver } from '../models/outbox/delivery-claim.ts';
import { Batcher } from './batcher.ts';
import { RECEIVER_HOLD_SECONDS } from './outcome.ts';

/** A database outage shorter than this causes no second sending; the lease lapses after a minute. */
const RECORD_TRIES = 45;
const RECORD_PAUSE_MILLISECONDS = 1000;
/** Bounds how long other writers wait. */
const BATCH_SIZE_MAX = 100;

export interface AttemptToRecord extends EndedAttempt {
  /** The server that takes all deliveries of this receiver is unreachable. */
  readonly isUnreachable: boolean;
}

export class AttemptRecorder {
  readonly #parts: { readonly database: Database; readonly clock: Clock };
  readonly #batches = new Batcher<AttemptToRecord, undefined>(
    (attempts) => everywhere(() => this.#write(attempts)),
    BATCH_SIZE_MAX,
  );
  #isStopped = false;

  constructor(parts: { readonly database: Database; readonly clock: Clock }) {
    this.#parts = parts;
  }

  /** Resolves once the outcome is durable. Rejects where the database refuses it, or is unavailable for nearly as long as a lease lasts. */
  async record(attempt: AttemptToRecord): Promise<void> {
    await this.#batches.run(attempt);
  }

  /** Ends the retries while the database is unavailable. */
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
