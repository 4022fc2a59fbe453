// Test events, which a publisher sends to see whether an endpoint verifies and answers. Each is a delivery like others in
// the log, but it stands in no queue: whoever records it sends it, once.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { endOfLease } from '../lease.ts';
import type { Tenant } from '../record.ts';
import type { ClaimedDelivery } from './delivery-claim.ts';
import { DeliveryRecord } from './delivery.ts';
import { EventEndpointRecord } from './event-endpoint.ts';

/** The type of a test event, and the payload of its delivery. */
export const TEST_EVENT = 'endpoint.test';

export type TestDelivery = ClaimedDelivery & { readonly eventId: string };

/**
 * Records a test event that the caller sends after the commit. If the caller is killed, the lease lapses, and a worker
 * ends the delivery, since the event is in no log. Throws NotFound for an unknown endpoint.
 */
export async function addTestDelivery(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  endpointId: string,
): Promise<TestDelivery> {
  await EventEndpointRecord.get(publication, transaction, endpointId);
  const now = clock.now();
  const delivery = {
    id: newId('dlv', now),
    kind: 'event',
    receiver: endpointId,
    payload: TEST_EVENT,
    eventId: newId('evt', now),
    objectId: endpointId,
    attempts: 1,
    createdAt: now.getTime(),
    uselessAfter: null,
    purpose: null,
  } as const;
  const claim = { state: 'sending', dueAt: endOfLease(clock).getTime() } as const;
  await DeliveryRecord.add(publication, transaction, { ...delivery, ...claim });
  return { ...delivery, publicationId: publication.id };
}
