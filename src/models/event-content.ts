// What an event holds of the record that it is about.
import { jsonBoolean, jsonIn, jsonObject, type JsonExpression } from '../database/json.ts';
import type { EventFields, EventType, NewEvent, RowContent } from './event.ts';
import type { SubscriptionSummary } from './subscription.ts';

/**
 * Of a row of customers `c`. Personal are the address, the name and what is read. The id is that of the event's object, and not written twice.
 * @param previous SQL of JSON text: what the fields that changed were before
 */
export function customerContent({ planSlug, newsletterSlugs, previous }: { planSlug: string | JsonExpression; newsletterSlugs: JsonExpression; previous?: string }): RowContent {
  const isActivated = jsonBoolean('coalesce(c.activated_at, c.email_verified_at) is not null');
  const object = jsonObject({ email: 'c.email', name: 'c.name', newsletterSlugs });
  return {
    customerId: 'c.id',
    facts: jsonObject({ object: jsonObject({ planSlug, isActivated }) }),
    personal: jsonObject({ object, ...(previous !== undefined && { previous: jsonIn(previous) }) }),
  };
}

/** @param mergedIntoId the person whom the customer became part of, who goes on; null for one who was erased. */
export function customerErasedEvent(id: string, mergedIntoId: string | null): NewEvent {
  return { type: 'customer.erased', objectId: id, customerId: mergedIntoId ?? id, facts: { object: { id, mergedIntoId } } };
}

/** Of a row of subscriptions `c`. */
export const subscriptionContent: RowContent = {
  customerId: 'c.customer_id',
  facts: jsonObject({
    object: jsonObject({ id: 'c.id', status: 'c.status', customerId: 'c.customer_id', planId: 'c.plan_id', priceId: 'c.price_id', complimentary: jsonBoolean('c.complimentary') }),
  }),
};

export function subscriptionEvent(type: EventType, subscription: SubscriptionSummary, previous?: EventFields): NewEvent {
  const { id, status, customerId, planId, priceId, complimentary } = subscription;
  return { type, objectId: id, customerId, facts: { object: { id, status, customerId, planId, priceId, complimentary: Boolean(complimentary) }, previous } };
}

export function sessionEndedEvent(id: string, customerId: string): NewEvent {
  return { type: 'session.ended', objectId: id, customerId, facts: { object: { id, customerId } } };
}
