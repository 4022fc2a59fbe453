// The events that a change of a billing record causes: a cancel scheduled or undone, and a failed payment.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { recordFigureChanges } from '../figure-change.ts';
import { recordEvent, type NewEvent } from '../outbox/event.ts';
import type { Billing, BillingFacts } from './billing-record.ts';
import { subscriptionEvent, type SubscriptionSummary } from './subscription-event.ts';
import { SubscriptionRecord } from './subscription-record.ts';

/**
 * Records an event where the facts of the gateway schedule or undo a cancel, and where they show a new payment failure.
 */
export async function recordBillingEvents(
  transaction: Transaction,
  clock: Clock,
  known: Billing,
  facts: BillingFacts & Pick<Billing, 'subscriptionId'>,
): Promise<void> {
  if (facts.subscriptionId === null || facts.state === 'ended') return;
  const publication = { id: known.publicationId };
  // Before the record had a subscription, no event was recorded for it.
  const before = known.subscriptionId === null ? { cancelAt: null, pastDueSince: null } : known;
  const isMoved = before.cancelAt !== facts.cancelAt;
  const hasFailed = facts.pastDueSince !== null && facts.pastDueSince !== before.pastDueSince;
  if (!isMoved && !hasFailed) return;
  const found = await SubscriptionRecord.find(publication, transaction, { id: facts.subscriptionId });
  if (found === undefined) return;
  if (isMoved) await recordEvent(publication, transaction, clock, cancelEvent(found, before.cancelAt, facts.cancelAt));
  if (!hasFailed) return;
  await recordEvent(publication, transaction, clock, paymentFailedEvent(found, facts));
  const { customerId, id: recordId, planId } = found;
  const { currency, amount, pastDueSince } = facts;
  const failed = { customerId, at: pastDueSince ?? 0, figure: 'failed', part: 'payment', currency, amount } as const;
  await recordFigureChanges(publication, transaction, [{ ...failed, recordId, planId }]);
}

function cancelEvent(found: SubscriptionSummary, from: number | null, to: number | null): NewEvent {
  const event = subscriptionEvent(to === null ? 'subscription.cancel_undone' : 'subscription.cancel_scheduled', found);
  return { ...event, facts: { object: { ...event.facts.object, cancelAt: to }, previous: { cancelAt: from } } };
}

/** The object of this event is the subscription, since a failed payment has no record. */
function paymentFailedEvent(
  { id, customerId }: SubscriptionSummary,
  { priceId, amount, currency, pastDueSince }: BillingFacts,
): NewEvent {
  const object = { subscriptionId: id, customerId, priceId, amount, currency, failedAt: pastDueSince };
  return { type: 'payment.failed', objectId: id, customerId, facts: { object } };
}
