// The content of events about customers.
import { jsonBoolean, jsonIn, jsonObject, type JsonExpression } from '../../database/json.ts';
import { toColumn } from '../../database/rows.ts';
import type { NewEvent, RowColumn, RowContent } from '../outbox/event.ts';
import { DETAILS } from './customer-record.ts';

/**
 * Builds the content from a row of customers. The details and the newsletters are personal data. The customer's id is
 * already the event's object_id and is not repeated.
 * @param previous SQL for JSON text: the previous values of the changed fields
 */
export function customerContent(
  column: RowColumn,
  {
    planSlug,
    newsletterSlugs,
    previous,
  }: { planSlug: string | JsonExpression; newsletterSlugs: JsonExpression; previous?: string },
): RowContent {
  const isActivated = jsonBoolean(`coalesce(${column('activated_at')}, ${column('email_verified_at')}) is not null`);
  const details = Object.fromEntries(DETAILS.map((name) => [name, column(toColumn(name))]));
  const object = jsonObject({ ...details, newsletterSlugs });
  return {
    customerId: column('id'),
    facts: jsonObject({ object: jsonObject({ planSlug, isActivated }) }),
    personal: jsonObject({ object, ...(previous !== undefined && { previous: jsonIn(previous) }) }),
  };
}

/**
 * Returns the event for a customer who was erased or merged.
 * @param mergedIntoId the person into whom the customer was merged; null after an erasure
 */
export function customerErasedEvent(id: string, mergedIntoId: string | null): NewEvent {
  return {
    type: 'customer.erased',
    objectId: id,
    customerId: mergedIntoId ?? id,
    facts: { object: { id, mergedIntoId } },
  };
}
