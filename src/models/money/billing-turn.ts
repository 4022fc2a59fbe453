// The turns that a change of a billing record is for its reader: a trial that begins, a cancel scheduled or undone.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { recordTurn, type TurnFacts } from '../people/turn.ts';
import type { Billing, BillingFacts } from './billing-record.ts';
import { SubscriptionRecord } from './subscription-record.ts';

type TurnOfBilling = 'trial_begun' | 'cancel_confirmed' | 'cancel_undone';

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
  if ((known.cancelAt === null) === (facts.cancelAt === null)) return undefined;
  return facts.cancelAt === null ? 'cancel_undone' : 'cancel_confirmed';
}

function factsOf(turn: TurnOfBilling, facts: BillingFacts): TurnFacts {
  const { amount, nextAmount, currency, interval, trialEnd, periodEnd, cancelAt } = facts;
  const charged = { amount: nextAmount ?? amount, currency, interval };
  if (turn === 'trial_begun') return { ...charged, at: trialEnd };
  return turn === 'cancel_confirmed' ? { at: cancelAt } : { ...charged, at: periodEnd };
}
