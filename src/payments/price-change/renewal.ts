// When a subscriber moves to the price of a price change, and why one is left alone. Times are milliseconds of the
// gateway's clock.
import type { Billing } from '../../models/money/billing-record.ts';
import type { SkipReason } from '../../models/money/price-change-move.ts';
import { addDays, addIntervals } from '../calendar.ts';

/** Nobody pays the new price sooner than this after the mail about it (decisions 40). */
const NOTICE_DAYS = 30;
/** Our choice: the mail leaves a day earlier, so that a worker that stood still for hours delays no move. */
const LEAD_DAYS = 1;

/** The earliest date from which subscribers can be moved: the mail's 30 days, and the day that it is sent ahead. */
export function earliestStart(now: number): number {
  return addDays(now, NOTICE_DAYS + LEAD_DAYS);
}

/**
 * The first renewal at or after `from`. It is up to three days early where the present period ends on the last day of a short month; whoever was told
 * such a day moves on the renewal that follows it.
 */
export function firstRenewalFrom({ periodEnd, interval }: Pick<Billing, 'periodEnd' | 'interval'>, from: number) {
  let renewal = periodEnd;
  for (let count = 1; renewal < from; count += 1) renewal = addIntervals(periodEnd, interval, count);
  return renewal;
}

/** The renewal that a subscriber who is mailed now is told: after the start of the change, and 30 days from now. */
export function renewalToTell(
  billing: Pick<Billing, 'periodEnd' | 'interval'>,
  { startsAt, now }: { readonly startsAt: number; readonly now: number },
): number {
  return firstRenewalFrom(billing, Math.max(startsAt, addDays(now, NOTICE_DAYS)));
}

/** Our choice: the longest notice, for who could not be told in time for the renewal before. */
const LONGEST_NOTICE_DAYS = 62;

/**
 * When to mail a subscriber of the renewal of `renewalToTell`: 31 days ahead, and at once where the mail of an earlier renewal was missed, which
 * would otherwise happen again to a monthly subscriber.
 */
export function timeToTell(
  billing: Pick<Billing, 'periodEnd' | 'interval'>,
  { startsAt, now, firstAt }: { readonly startsAt: number; readonly now: number; readonly firstAt: number },
): number {
  const isLate = tellingTime(firstRenewalFrom(billing, startsAt)) <= now;
  return isLate && firstAt <= addDays(now, LONGEST_NOTICE_DAYS) ? now : tellingTime(firstAt);
}

/** When the mail about a renewal is due. */
export function tellingTime(renewal: number): number {
  return addDays(renewal, -NOTICE_DAYS - LEAD_DAYS);
}

/** Our choice: a subscriber who was left alone is looked at again after a day. */
export function nextLook(now: number): number {
  return addDays(now, 1);
}

/** Why the price is not moved now: what a reader decided wins, and what is owed is paid at the price that was owed. */
export function reasonToSkip(
  { state, endReason, cancelAt, pauseFrom, periodEnd, nextPriceId, priceId }: Billing,
  toPriceId: string,
): SkipReason | undefined {
  if (endReason !== null || cancelAt !== null) return 'ending';
  if (state === 'paused' || pauseFrom === periodEnd) return 'paused';
  if (state !== 'active') return 'past_due';
  if (nextPriceId !== null && nextPriceId !== toPriceId && nextPriceId !== priceId) return 'own_switch';
  return undefined;
}
