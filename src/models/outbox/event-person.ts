// What events tell of a person, found by that person: erased with them, and handed on when two records of one person become one.
import type { Transaction } from '../../database/connection.ts';
import type { Tenant } from '../record.ts';
import { EventRecord, PendingEventRecord } from './event-record.ts';

/** The events stay, as what happened did happen; whose they were cannot be told any more. What is sent later holds nothing of it either. */
export async function erasePersonalEvents(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  const erased = { personal: null };
  await PendingEventRecord.in(publication, transaction, { customerId }).whereNotNull('personal').patch(erased);
  await EventRecord.in(publication, transaction, { customerId }).whereNotNull('personal').patch(erased);
}

/** So that they are exported and erased with the person who goes on. The ids that they name stay. */
export async function moveEvents(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<void> {
  const moved = { customerId: intoId };
  await PendingEventRecord.in(publication, transaction, { customerId: fromId }).patch(moved);
  await EventRecord.in(publication, transaction, { customerId: fromId }).patch(moved);
}
