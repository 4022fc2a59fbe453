// What an event holds of a customer.
import { jsonBoolean, jsonIn, jsonObject, type JsonExpression } from '../../database/json.ts';
import { toColumn } from '../../database/rows.ts';
import type { NewEvent, RowColumn, RowContent } from '../outbox/event.ts';
import { DETAILS } from './customer-record.ts';

/**
 * Of a row of customers. Personal are the details and what is read. The id is that of the event's object, and not written twice.
 * @param previous SQL of JSON text: what the fields that changed were before
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

/** @param mergedIntoId the person whom the customer became part of, who goes on; null for one who was erased. */
export function customerErasedEvent(id: string, mergedIntoId: string | null): NewEvent {
  return {
    type: 'customer.erased',
    objectId: id,
    customerId: mergedIntoId ?? id,
    facts: { object: { id, mergedIntoId } },
  };
}
