// The preview and proration of a change of price in the sandbox. Amounts are whole minor units.
import type { Interval } from '../../models/catalog/price.ts';
import { addIntervals, prorate } from '../calendar.ts';
import { discounted, discountOn } from '../discount.ts';
import type { ChargedPrice, Discount } from '../gateway.ts';
import type { SwitchPreview } from '../switch-terms.ts';

export interface Current {
  readonly amount: number;
  readonly currency: string;
  readonly interval: Interval;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly trialEnd: number | null;
  readonly discount: Discount | null;
  /** The number of periods charged so far, the present one included. */
  readonly chargedPeriods: number;
}

/** Returns whether the trial is still running at that time, so that nothing has been charged. */
export function isInTrial({ trialEnd }: Pick<Current, 'trialEnd'>, at: number): boolean {
  return trialEnd !== null && at < trialEnd;
}

/**
 * Previews the change to a price at a time. A higher price takes effect now, and a lower one at the period's end; in a
 * trial both take effect now, for nothing.
 */
export function previewOf(current: Current, price: ChargedPrice, at: number): SwitchPreview {
  const { currency } = price;
  const costs = (amount: number, charge: number): number => discounted(amount, discountOn(current.discount, charge));
  const thisCharge = current.chargedPeriods;
  const atPeriodEnd = {
    at: new Date(at),
    dueNow: 0,
    currency,
    nextAmount: costs(price.amount, thisCharge + 1),
    nextAt: new Date(current.periodEnd),
  };
  if (isInTrial(current, at)) return { timing: 'now', ...atPeriodEnd };
  if (price.amount <= current.amount) return { timing: 'at_period_end', ...atPeriodEnd };
  const paid = costs(current.amount, thisCharge);
  if (price.interval === current.interval)
    return { timing: 'now', ...atPeriodEnd, dueNow: prorate(costs(price.amount, thisCharge) - paid, current, at) };
  // With another interval a new period begins now, less the rest of the present one (proration).
  const dueNow = Math.max(0, costs(price.amount, thisCharge + 1) - prorate(paid, current, at));
  const nextAt = new Date(addIntervals(at, price.interval, 1));
  return { timing: 'now', at: new Date(at), dueNow, currency, nextAmount: costs(price.amount, thisCharge + 2), nextAt };
}
