// What became of the disputes of a payment: the payer asked their bank to take the money back.
import type Stripe from 'stripe';
import type { Dispute } from '../../models/money/gift-record.ts';
import { idOf } from './wire.ts';

/**
 * https://docs.stripe.com/api/disputes/object#dispute_object-status; any other status is open. Warnings are questions of
 * a bank that has taken nothing back.
 */
const OUTCOMES: Readonly<Record<string, Dispute>> = {
  lost: 'lost',
  won: 'none',
  prevented: 'none',
  warning_needs_response: 'none',
  warning_under_review: 'none',
  warning_closed: 'none',
};

/** Asks for the disputes only of a charge that has some. */
export async function disputeOf(
  stripe: Stripe,
  { disputed, payment_intent: intent }: Pick<Stripe.Charge, 'disputed' | 'payment_intent'>,
): Promise<Dispute> {
  if (!disputed || intent === null) return 'none';
  const { data } = await stripe.disputes.list({ payment_intent: idOf(intent), limit: 100 });
  const outcomes = new Set(data.map(({ status }) => OUTCOMES[status] ?? 'open'));
  return (['lost', 'open'] as const).find((outcome) => outcomes.has(outcome)) ?? 'none';
}
