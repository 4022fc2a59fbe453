// What stands for src/models/outbox/event.ts and src/outbound/event-logger.ts in a service that records no events (without-events.ts).
import type { Transaction } from '../../src/database/connection.ts';
import type { Value } from '../../src/database/statement.ts';
import { EVENT_TYPES, loggedInsert, recordingOfRow, type LoggedInsert } from '../../src/models/outbox/event.ts';
import type { Tenant } from '../../src/models/record.ts';

export { EVENT_TYPES, loggedInsert, recordingOfRow };

export async function recordEvent(): Promise<void> {
  // The change alone is written.
}

export async function recordEvents(): Promise<void> {
  // Nor here.
}

export function insertLogged(
  publication: Tenant,
  transaction: Transaction,
  { alone }: LoggedInsert,
  values: readonly Value[],
): Promise<boolean> {
  return transaction.insert(alone, values, publication.id);
}

export class EventLogger {
  wake(): void {
    // There is nothing to bring into the log.
  }

  settle(): Promise<void> {
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}
