// What an event holds of the record that it is about.
import { jsonBoolean, jsonIn, jsonObject, type JsonExpression } from '../database/json.ts';
import type { EventFields, EventType, NewEvent, RowContent } from './event.ts';
import type { SubscriptionSummary } from './subscription.ts';

/**
 * Of a row of customers. Personal are the address, the name and what is read. The id is that of the event's object, and not written twice.
 * @param row its alias @param previous SQL of JSON text: what the fields that changed were before
 */
export function customerContent(row: string, { planSlug, newsletterSlugs, previous }: { planSlug: string | JsonExpression; newsletterSlugs: JsonExpression; previous?: string }): RowContent {
  const isActivated = jsonBoolean(`coalesce(${row}.activated_at, ${row}.email_verified_at) is not null`);
  const object = jsonObject({ email: `${row}.email`, name: `${row}.name`, newsletterSlugs });
  return {
    customerId: `${row}.id`,
    facts: jsonObject({ object: jsonObject({ planSlug, isActivated }) }),
    personal: jsonObject({ object, ...(previous !== undefined && { previous: jsonIn(previous) }) }),
  };
}

/** @param mergedIntoId the person whom the customer became part of, who goes on; null for one who was erased. */
export function customerErasedEvent(id: string, mergedIntoId: string | null): NewEvent {
  return { type: 'customer.erased', objectId: id, customerId: mergedIntoId ?? id, facts: { object: { id, mergedIntoId } } };
}

/** Of a row of subscriptions. @param row its alias */
export function subscriptionContent(row: string): RowContent {
  const columns = { id: 'id', status: 'status', customerId: 'customer_id', planId: 'plan_id', priceId: 'price_id' };
  const fields = Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, `${row}.${column}`]));
  return { customerId: `${row}.customer_id`, facts: jsonObject({ object: jsonObject({ ...fields, complimentary: jsonBoolean(`${row}.complimentary`) }) }) };
}

export function subscriptionEvent(type: EventType, subscription: SubscriptionSummary, previous?: EventFields): NewEvent {
  const { id, status, customerId, planId, priceId, complimentary } = subscription;
  return { type, objectId: id, customerId, facts: { object: { id, status, customerId, planId, priceId, complimentary: Boolean(complimentary) }, previous } };
}

export function sessionEndedEvent(id: string, customerId: string): NewEvent {
  return { type: 'session.ended', objectId: id, customerId, facts: { object: { id, customerId } } };
}
