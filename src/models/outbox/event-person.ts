// The personal data in events: erased with the person, and moved when two records of one person are merged.
import type { Transaction } from '../../database/connection.ts';
import type { Tenant } from '../record.ts';
import { eraseAnswers } from './delivery-attempt.ts';
import { EventRecord, PendingEventRecord } from './event-record.ts';

/** Erases the personal data and keeps the events themselves. What is sent later holds no personal data either. */
export async function erasePersonalEvents(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  const erased = { personal: null };
  await PendingEventRecord.in(publication, transaction, { customerId }).whereNotNull('personal').patch(erased);
  await EventRecord.in(publication, transaction, { customerId }).whereNotNull('personal').patch(erased);
  await eraseAnswers(publication, transaction, customerId);
}

/**
 * Moves events to the merged person, to be exported and erased with them. The ids inside the events stay unchanged. The
 * answers of receivers are not moved but erased.
 */
export async function moveEvents(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<void> {
  const moved = { customerId: intoId };
  await PendingEventRecord.in(publication, transaction, { customerId: fromId }).patch(moved);
  await EventRecord.in(publication, transaction, { customerId: fromId }).patch(moved);
  await eraseAnswers(publication, transaction, fromId);
}
