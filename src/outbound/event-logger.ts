// Brings events into the log as they are committed, one look after the other.
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { logPendingEvents } from '../models/outbox/event-log.ts';

export interface EventLoggerParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export class EventLogger {
  readonly #parts: EventLoggerParts;
  #looking: Promise<void> | undefined;
  #isStopped = false;

  constructor(parts: EventLoggerParts) {
    this.#parts = parts;
  }

  /** Looks, unless it is looking already. */
  wake(): void {
    if (!this.#isStopped && this.#looking === undefined) void this.settle();
  }

  /** Resolves when what was pending is in the log. */
  async settle(): Promise<void> {
    await this.#looking;
    await (this.#looking ??= this.#look().finally(() => (this.#looking = undefined)));
  }

  /** Begins nothing more; resolves when the look under way has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { database, clock, onError } = this.#parts;
    try {
      await logPendingEvents(database, clock);
    } catch (error) {
      onError(error);
    }
  }
}
