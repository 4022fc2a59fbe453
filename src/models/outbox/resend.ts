// Sends a delivery again: the one way for the dashboard and the command line, whatever the delivery holds.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { Conflict } from '../errors.ts';
import type { Tenant } from '../record.ts';
import { resendEvent } from './delivery-queue.ts';
import { DeliveryRecord, resendContent } from './delivery.ts';
import { EventEndpointRecord } from './event-endpoint.ts';
import { getEvent, lockEventLog } from './event-log.ts';
import { TEST_EVENT } from './test-delivery.ts';

/**
 * Sends a delivery again. Returns the id of the delivery to be sent, or null for an event, which may wait for an
 * earlier one of its object. Throws NotFound, and Conflict where the endpoint is disabled, for a test event, and if the
 * content is no longer kept.
 */
export async function resendDelivery(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<string | null> {
  const delivery = await DeliveryRecord.get(publication, transaction, id);
  const { kind, receiver, eventId, payload } = delivery;
  if (kind !== 'event' || eventId === null) return resendContent(publication, transaction, clock, delivery);
  if (payload === TEST_EVENT)
    throw new Conflict('delivery', 'A test event is not sent again: send another one to the endpoint');
  await resendEventTo(publication, transaction, clock, { endpointId: receiver, eventId });
  return null;
}

/** Sends an event to an endpoint again. Throws NotFound, and Conflict where the endpoint is disabled. */
export async function resendEventTo(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { endpointId, eventId }: { readonly endpointId: string; readonly eventId: string },
): Promise<void> {
  await EventEndpointRecord.get(publication, transaction, endpointId);
  const event = await getEvent(publication, transaction, eventId);
  await lockEventLog(publication, transaction);
  if (!(await resendEvent(publication, transaction, clock, endpointId, event)))
    throw new Conflict('endpoint', 'The endpoint is disabled: enable it first.');
}
