// The events that a change of a billing record causes: a cancel scheduled or undone, and a failed payment.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { OBSERVED } from '../../observed.ts';
import { recordFigureChanges } from '../figure-change.ts';
import { recordEvent, type NewEvent } from '../outbox/event.ts';
import { recordTurn, type TurnFacts } from '../outbox/turn.ts';
import { isPauseWaiting, type Billing, type BillingFacts } from './billing-record.ts';
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
  OBSERVED.payment.publish('failed');
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
  { priceId, amount, currency, pastDueSince, declineReason }: BillingFacts,
): NewEvent {
  const object = { subscriptionId: id, customerId, priceId, amount, currency, failedAt: pastDueSince, declineReason };
  return { type: 'payment.failed', objectId: id, customerId, facts: { object } };
}

/** The turns that a change of a billing record is for its reader: a trial that begins, a cancel or a pause scheduled or undone. */
type TurnOfBilling = 'trial_begun' | 'cancel_confirmed' | 'cancel_undone' | 'pause_confirmed' | 'pause_undone';

export async function recordBillingTurns(
  transaction: Transaction,
  clock: Clock,
  known: Billing,
  facts: BillingFacts & Pick<Billing, 'subscriptionId' | 'endReason'>,
): Promise<void> {
  const turn = turnOf(known, facts);
  if (turn === undefined || facts.subscriptionId === null) return;
  const publication = { id: known.publicationId };
  const found = await SubscriptionRecord.find(publication, transaction, { id: facts.subscriptionId });
  if (found === undefined) return;
  const { customerId, id: objectId, planId } = found;
  await recordTurn(publication, transaction, clock, {
    turn,
    customerId,
    objectId,
    planId,
    facts: factsOf(turn, facts),
  });
}

function turnOf(
  known: Billing,
  facts: BillingFacts & Pick<Billing, 'subscriptionId' | 'endReason'>,
): TurnOfBilling | undefined {
  if (facts.state === 'ended' || facts.endReason !== null) return undefined;
  // What is taken over goes on as it was: nothing begins.
  if (known.subscriptionId === null)
    return facts.trialEnd !== null && known.takenOverAt === null ? 'trial_begun' : undefined;
  if ((known.cancelAt === null) !== (facts.cancelAt === null))
    return facts.cancelAt === null ? 'cancel_undone' : 'cancel_confirmed';
  return facts.cancelAt === null ? pauseTurnOf(known, facts) : undefined;
}

/** Of the end of a pause the mail about its payment tells. */
function pauseTurnOf(known: Billing, facts: BillingFacts): 'pause_confirmed' | 'pause_undone' | undefined {
  const isPaused = facts.state === 'paused' || isPauseWaiting(facts);
  if (isPaused) return facts.pauseUntil === known.pauseUntil ? undefined : 'pause_confirmed';
  return isPauseWaiting(known) && facts.state === 'active' && facts.pauseUntil === null ? 'pause_undone' : undefined;
}

function factsOf(turn: TurnOfBilling, facts: BillingFacts): TurnFacts {
  const { amount, nextAmount, currency, interval, trialEnd, periodEnd, cancelAt, pauseFrom, pauseUntil, state } = facts;
  const charged = { amount: nextAmount ?? amount, currency, interval };
  if (turn === 'trial_begun') return { ...charged, at: trialEnd };
  if (turn === 'pause_confirmed') return { ...charged, at: pauseUntil, from: state === 'paused' ? null : pauseFrom };
  return turn === 'cancel_confirmed' ? { at: cancelAt } : { ...charged, at: periodEnd };
}
