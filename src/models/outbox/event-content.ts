// What an event holds of the record that it is about.
import { jsonBoolean, jsonIn, jsonObject, type JsonExpression } from '../../database/json.ts';
import type { EventFields, EventType, NewEvent, RowColumn, RowContent } from './event.ts';
import type { SubscriptionSummary } from '../money/subscription.ts';

/**
 * Of a row of customers. Personal are the address, the name and what is read. The id is that of the event's object, and not written twice.
 * @param previous SQL of JSON text: what the fields that changed were before
 */
export function customerContent(column: RowColumn, { planSlug, newsletterSlugs, previous }: { planSlug: string | JsonExpression; newsletterSlugs: JsonExpression; previous?: string }): RowContent {
  const isActivated = jsonBoolean(`coalesce(${column('activated_at')}, ${column('email_verified_at')}) is not null`);
  const object = jsonObject({ email: column('email'), name: column('name'), newsletterSlugs });
  return {
    customerId: column('id'),
    facts: jsonObject({ object: jsonObject({ planSlug, isActivated }) }),
    personal: jsonObject({ object, ...(previous !== undefined && { previous: jsonIn(previous) }) }),
  };
}

/** @param mergedIntoId the person whom the customer became part of, who goes on; null for one who was erased. */
export function customerErasedEvent(id: string, mergedIntoId: string | null): NewEvent {
  return { type: 'customer.erased', objectId: id, customerId: mergedIntoId ?? id, facts: { object: { id, mergedIntoId } } };
}

/** Of a row of subscriptions. */
export function subscriptionContent(column: RowColumn): RowContent {
  const columns = { id: 'id', status: 'status', customerId: 'customer_id', planId: 'plan_id', priceId: 'price_id' };
  const fields = Object.fromEntries(Object.entries(columns).map(([field, name]) => [field, column(name)]));
  return { customerId: column('customer_id'), facts: jsonObject({ object: jsonObject({ ...fields, complimentary: jsonBoolean(column('complimentary')) }) }) };
}

export function subscriptionEvent(type: EventType, subscription: SubscriptionSummary, previous?: EventFields): NewEvent {
  const { id, status, customerId, planId, priceId, complimentary } = subscription;
  return { type, objectId: id, customerId, facts: { object: { id, status, customerId, planId, priceId, complimentary: Boolean(complimentary) }, previous } };
}

export function sessionEndedEvent(id: string, customerId: string): NewEvent {
  return { type: 'session.ended', objectId: id, customerId, facts: { object: { id, customerId } } };
}
