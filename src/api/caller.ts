// Who calls the data API, and the transactions in which the request writes.
import type { Transaction } from '../database/connection.ts';
import type { ApiKeyScope } from '../models/publication/api-key.ts';
import type { PublicationRow } from '../models/publication/publication.ts';

type Write = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;

export interface Caller {
  readonly apiKeyId: string;
  /** How the audit log names the key. */
  readonly apiKeyName: string;
  readonly scope: ApiKeyScope;
  /** Where the request came from. */
  readonly network: string;
  readonly publication: PublicationRow;
  /** Runs `work` in one transaction, together with the record of the Idempotency-Key where one was sent. */
  readonly write: Write;
}
