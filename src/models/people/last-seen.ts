// When a person was last seen: when they signed in, or used a session that they have. Kept beside the person, so that
// lists find them by it.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

const note = statement(
  'note_last_seen',
  'update customers set last_seen_at = :now where publication_id = :publicationId and id = :id and gone_at is null',
);

/** Call it where a session begins, or is extended: at most once an hour. */
export async function noteSeen(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
): Promise<void> {
  await transaction.run(note, { publicationId: publication.id, id: customerId, now: clock.now() });
}
