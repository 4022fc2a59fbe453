// Records how attempts ended: those that end while others are being recorded are recorded together, in one transaction.
import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds, type Clock } from '../database/clock.ts';
import { isUnavailable, type Database } from '../database/connection.ts';
import { recordAttempts, type EndedAttempt } from '../models/delivery-attempt.ts';
import { holdReceiver } from '../models/delivery-claim.ts';
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

interface Waiting {
  readonly attempt: AttemptToRecord;
  resolve(): void;
  reject(error: unknown): void;
}

export class AttemptRecorder {
  readonly #parts: { readonly database: Database; readonly clock: Clock };
  readonly #waiting: Waiting[] = [];
  #isRecording = false;
  #isStopped = false;

  constructor(parts: { readonly database: Database; readonly clock: Clock }) {
    this.#parts = parts;
  }

  /** Resolves once it is durable. Rejects where the database refuses it, or is away for longer than a claim lasts. */
  async record(attempt: AttemptToRecord): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ attempt, resolve, reject });
    if (!this.#isRecording) void this.#recordAll();
    await promise;
  }

  /** A database that is away is not waited for any more. */
  stop(): void {
    this.#isStopped = true;
  }

  async #recordAll(): Promise<void> {
    this.#isRecording = true;
    while (this.#waiting.length > 0) await this.#recordTogether(this.#waiting.splice(0, MOST_AT_ONCE));
    this.#isRecording = false;
  }

  async #recordTogether(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#write(batch.map(({ attempt }) => attempt));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      // Whichever is at fault must not take the others with it.
      if (batch.length === 1 || isUnavailable(error)) for (const { reject } of batch) reject(error);
      else for (const one of batch) await this.#recordTogether([one]);
    }
  }

  async #write(attempts: readonly AttemptToRecord[]): Promise<void> {
    const { database, clock } = this.#parts;
    const unreachable = new Set(attempts.flatMap(({ claimed, isUnreachable }) => (isUnreachable ? [claimed.receiver] : [])));
    for (let tries = 1; ; tries += 1) {
      try {
        return await database.transaction(async (transaction) => {
          await recordAttempts(transaction, clock, attempts);
          for (const receiver of unreachable) await holdReceiver(transaction, clock, receiver, addSeconds(clock.now(), RECEIVER_HOLD_SECONDS));
        });
      } catch (error) {
        if (!isUnavailable(error) || tries === RECORD_TRIES || this.#isStopped) throw error;
        await pause(RECORD_PAUSE_MILLISECONDS);
      }
    }
  }
}
