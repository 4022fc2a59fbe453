// What an event holds of the record that it is about.
import type { CustomerSummary } from './customer.ts';
import type { EventFields, EventType, NewEvent } from './event.ts';
import type { SubscriptionSummary } from './subscription.ts';

/** Personal are the address, the name and what is read. The id is that of the event's object, and not written twice. */
export function customerEvent(type: EventType, { id, email, name, activatedAt, newsletterSlugs, planSlug }: CustomerSummary, previous?: EventFields): NewEvent {
  const facts = { object: { planSlug, isActivated: activatedAt !== null } };
  return { type, objectId: id, customerId: id, facts, personal: { object: { email, name, newsletterSlugs }, previous } };
}

/** @param mergedIntoId the person whom the customer became part of, who goes on; null for one who was erased. */
export function customerErasedEvent(id: string, mergedIntoId: string | null): NewEvent {
  return { type: 'customer.erased', objectId: id, customerId: mergedIntoId ?? id, facts: { object: { id, mergedIntoId } } };
}

export function subscriptionEvent(type: EventType, subscription: SubscriptionSummary, previous?: EventFields): NewEvent {
  const { id, status, customerId, planId, priceId, complimentary } = subscription;
  return { type, objectId: id, customerId, facts: { object: { id, status, customerId, planId, priceId, complimentary: Boolean(complimentary) }, previous } };
}

export function sessionEndedEvent(id: string, customerId: string): NewEvent {
  return { type: 'session.ended', objectId: id, customerId, facts: { object: { id, customerId } } };
}
