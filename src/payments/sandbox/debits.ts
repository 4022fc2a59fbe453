// The periods that a sandbox subscription is charged for, and the debits that pay for them: as at a bank, nobody knows for some days
// whether one is carried out, and the subscription goes on until then.
import { addDays, addIntervals } from '../calendar.ts';
import { discounted, discountOn } from '../discount.ts';
import { findCard } from './cards.ts';
import type { insertSandboxPayment } from './payments.ts';
import { discountOf, nextPriceOf, toPrice, type SandboxSubscription } from './records.ts';

/** Our choice: as long as a direct debit takes at least. */
export const DEBIT_DAYS = 3;

interface Debit {
  readonly succeeds: boolean;
  /** The subscription before it was charged. */
  readonly before: SandboxSubscription;
}

type Charge = Omit<Parameters<typeof insertSandboxPayment>[2], 'paidAt'>;

/** Returns the amount and the discount of the charge with the number `charge`. */
export function chargeOf(
  subscription: Pick<SandboxSubscription, 'discount'>,
  full: number,
  charge: number,
): { amount: number; discount: number } {
  const amount = discounted(full, discountOn(discountOf(subscription), charge));
  return { amount, discount: full - amount };
}

/** Returns the amount of the next renewal. */
export function nextAmountOf(subscription: SandboxSubscription): number {
  return chargeOf(subscription, (nextPriceOf(subscription) ?? subscription).amount, subscription.chargedPeriods + 1)
    .amount;
}

/** Returns the charge for the next period, at the price of that period, and the subscription as it is once that is paid. */
export function nextPeriodOf(subscription: SandboxSubscription): { charge: Charge; paid: SandboxSubscription } {
  const price = nextPriceOf(subscription) ?? toPrice(subscription);
  const isNewInterval = price.interval !== subscription.interval;
  const anchor = isNewInterval ? subscription.periodEnd : subscription.anchor;
  const periods = isNewInterval ? 1 : subscription.periods + 1;
  const periodStart = subscription.periodEnd;
  const periodEnd = addIntervals(anchor, price.interval, periods);
  const chargedPeriods = subscription.chargedPeriods + 1;
  const { priceId, currency, amount } = price;
  const charged = chargeOf(subscription, amount, chargedPeriods);
  const period = { anchor, periods, chargedPeriods, periodStart, periodEnd, dueAt: periodEnd };
  const settled = { state: 'active', nextPrice: null, pastDueSince: null, retries: 0, debit: null } as const;
  return {
    charge: { reason: 'renewal', priceId, ...charged, currency, periodStart, periodEnd },
    paid: { ...subscription, ...price, ...settled, ...period },
  };
}

export function isDebit(card: string): boolean {
  return findCard(card)?.rule.debit !== undefined;
}

/** Returns the subscription with a debit for its next period under way. One that is past due waits for it, any other goes on. */
export function withDebit(subscription: SandboxSubscription, at: number): SandboxSubscription {
  const debit: Debit = { succeeds: findCard(subscription.card)?.rule.debit === 'succeeds', before: subscription };
  const charged = subscription.state === 'past_due' ? subscription : nextPeriodOf(subscription).paid;
  return { ...charged, debit: JSON.stringify(debit), dueAt: addDays(at, DEBIT_DAYS) };
}

/** Returns the debit that is under way. */
export function debitOf({ debit }: Pick<SandboxSubscription, 'debit'>): Debit | undefined {
  // Only withDebit writes it.
  return debit === null ? undefined : (JSON.parse(debit) as Debit);
}

/** Returns the subscription after its debit was refused. Our choice: it is not tried again, but waits for another card. */
export function withoutDebit(subscription: SandboxSubscription, { before }: Debit): SandboxSubscription {
  const owing = { debit: null, dueAt: null } as const;
  if (subscription.state === 'past_due') return { ...subscription, ...owing };
  const { anchor, periods, chargedPeriods, periodStart, periodEnd, pauseFrom, pauseUntil } = before;
  return {
    ...subscription,
    ...toPrice(before),
    ...owing,
    anchor,
    periods,
    chargedPeriods,
    periodStart,
    periodEnd,
    pauseFrom,
    pauseUntil,
    nextPrice: subscription.nextPrice ?? before.nextPrice,
    state: 'past_due',
    pastDueSince: periodEnd,
    retries: 0,
  };
}
