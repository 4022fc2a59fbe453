// The events of a subscription that a gateway collects for.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { recordEvent, type NewEvent } from '../outbox/event.ts';
import type { Billing, BillingFacts } from './billing-record.ts';
import { subscriptionEvent, type SubscriptionSummary } from './subscription-event.ts';
import { SubscriptionRecord } from './subscription-record.ts';

/** What the gateway says now against what was known: a cancel that was scheduled or undone, and a payment that failed. */
export async function recordBillingEvents(
  transaction: Transaction,
  clock: Clock,
  known: Billing,
  facts: BillingFacts & Pick<Billing, 'subscriptionId'>,
): Promise<void> {
  if (facts.subscriptionId === null || facts.state === 'ended') return;
  const publication = { id: known.publicationId };
  // Before there was a subscription, nothing of it was told.
  const before = known.subscriptionId === null ? { cancelAt: null, pastDueSince: null } : known;
  const isMoved = before.cancelAt !== facts.cancelAt;
  const hasFailed = facts.pastDueSince !== null && facts.pastDueSince !== before.pastDueSince;
  if (!isMoved && !hasFailed) return;
  const found = await SubscriptionRecord.find(publication, transaction, { id: facts.subscriptionId });
  if (found === undefined) return;
  if (isMoved) await recordEvent(publication, transaction, clock, cancelEvent(found, before.cancelAt, facts.cancelAt));
  if (hasFailed) await recordEvent(publication, transaction, clock, paymentFailedEvent(found, facts));
}

function cancelEvent(found: SubscriptionSummary, from: number | null, to: number | null): NewEvent {
  const event = subscriptionEvent(to === null ? 'subscription.cancel_undone' : 'subscription.cancel_scheduled', found);
  return { ...event, facts: { object: { ...event.facts.object, cancelAt: to }, previous: { cancelAt: from } } };
}

/** There is no payment to name: it is about the subscription. */
function paymentFailedEvent(
  { id, customerId }: SubscriptionSummary,
  { priceId, amount, currency, pastDueSince }: BillingFacts,
): NewEvent {
  const object = { subscriptionId: id, customerId, priceId, amount, currency, failedAt: pastDueSince };
  return { type: 'payment.failed', objectId: id, customerId, facts: { object } };
}
