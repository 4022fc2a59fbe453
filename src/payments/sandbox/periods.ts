// The sandbox's calendar and arithmetic: a month after 31 January is the last of February, and after that 31 March again; amounts are whole
// minor units.
import type { Interval } from '../../models/catalog/price.ts';
import { discounted, discountOn } from '../discount.ts';
import type { ChargedPrice, Discount, SwitchPreview } from '../gateway.ts';

/** `count` intervals after the anchor, in UTC; a day that the month has not got is its last one. */
export function addIntervals(anchor: number, interval: Interval, count: number): number {
  const start = new Date(anchor);
  const months = start.getUTCMonth() + count * (interval === 'year' ? 12 : 1);
  const year = start.getUTCFullYear() + Math.floor(months / 12);
  const month = ((months % 12) + 12) % 12;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = anchor % 86_400_000;
  return Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)) + timeOfDay;
}

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
  const left = Math.max(0, current.periodEnd - at) / (current.periodEnd - current.periodStart);
  const paid = costs(current.amount, thisCharge);
  if (price.interval === current.interval)
    return { timing: 'now', ...atPeriodEnd, dueNow: Math.round((costs(price.amount, thisCharge) - paid) * left) };
  // With another interval a new period begins now; what is left of the old one is taken off.
  const dueNow = Math.max(0, costs(price.amount, thisCharge + 1) - Math.round(paid * left));
  const nextAt = new Date(addIntervals(at, price.interval, 1));
  return { timing: 'now', at: new Date(at), dueNow, currency, nextAmount: costs(price.amount, thisCharge + 2), nextAt };
}

/** "1 month", "2 years", "10 days", "3 hours": that long after `from`. Undefined for other texts. */
export function addDuration(from: number, text: string): number | undefined {
  const [, digits = '', unit] = /^(\d{1,4}) ?(hour|day|week|month|year)s?$/.exec(text.trim().toLowerCase()) ?? [];
  const count = Number(digits);
  if (unit === undefined || count === 0) return undefined;
  if (unit === 'month' || unit === 'year') return addIntervals(from, unit, count);
  return from + count * (unit === 'hour' ? 1 : unit === 'day' ? 24 : 168) * 3_600_000;
}
