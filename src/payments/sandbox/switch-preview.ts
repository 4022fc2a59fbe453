// What another price costs in the sandbox, before it is confirmed. Amounts are whole minor units.
import type { Interval } from '../../models/catalog/price.ts';
import { addIntervals, prorate } from '../calendar.ts';
import { discounted, discountOn } from '../discount.ts';
import type { ChargedPrice, Discount, SwitchPreview } from '../gateway.ts';

export interface Current {
  readonly amount: number;
  readonly currency: string;
  readonly interval: Interval;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly trialEnd: number | null;
  readonly discount: Discount | null;
  /** Periods that were charged so far, this one included. */
  readonly chargedPeriods: number;
}

/** Whether nothing has been charged at that time, since the trial goes on. */
export function isInTrial({ trialEnd }: Pick<Current, 'trialEnd'>, at: number): boolean {
  return trialEnd !== null && at < trialEnd;
}

/** What a change to that price costs at that time. A larger charge happens now, a smaller one at the period's end; both at once in a trial, for nothing. */
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
  // With another interval a new period begins now; what is left of the old one is taken off.
  const dueNow = Math.max(0, costs(price.amount, thisCharge + 1) - prorate(paid, current, at));
  const nextAt = new Date(addIntervals(at, price.interval, 1));
  return { timing: 'now', at: new Date(at), dueNow, currency, nextAmount: costs(price.amount, thisCharge + 2), nextAt };
}
