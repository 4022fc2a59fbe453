// On whose behalf a data API request runs, and how it writes.
import type { Transaction } from '../database/connection.ts';
import type { PublicationRow } from '../models/publication/publication.ts';

type Write = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;

export interface Caller {
  readonly apiKeyId: string;
  readonly publication: PublicationRow;
  /** Runs in one transaction, together with the Idempotency-Key where one was sent. */
  readonly write: Write;
  /** For work that ends with its only write, as Database has it. */
  readonly singleWrite: Write;
}
