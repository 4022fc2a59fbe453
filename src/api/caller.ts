// Who calls the data API, and the transactions in which the request writes.
import type { Transaction } from '../database/connection.ts';
import type { PendingEntry } from '../models/act.ts';
import type { ApiKeyScope } from '../models/publication/api-key.ts';
import type { PublicationRow } from '../models/publication/publication.ts';

/** @param work gets the entry of its act, which it may hand on to the insert that it consists of */
export type Write = <T>(work: (transaction: Transaction, entry?: PendingEntry) => Promise<T>) => Promise<T>;

export interface Caller {
  readonly apiKeyId: string;
  /** How the audit log names the key. */
  readonly apiKeyName: string;
  readonly scope: ApiKeyScope;
  /** The address that the request came from. */
  readonly ip: string;
  readonly publication: PublicationRow;
  /** Runs `work` in one transaction, together with the record of the Idempotency-Key where one was sent. */
  readonly write: Write;
  /** The same for work that ends with its only write (Database.singleWrite), an insert that gets the entry. */
  readonly singleWrite: Write;
}
