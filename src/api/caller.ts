// On whose behalf a data API request runs, and how it writes.
import type { Transaction } from '../database/connection.ts';
import type { PublicationRow } from '../models/publication.ts';

export interface Caller {
  readonly apiKeyId: string;
  readonly publication: PublicationRow;
  /** Runs in one transaction, together with the Idempotency-Key where one was sent. */
  readonly write: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
}
