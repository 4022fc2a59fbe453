// The billing calendar, the same for every gateway: days and billing intervals in UTC, and proration. Times are milliseconds since 1970.
import type { Interval } from '../models/catalog/price.ts';

export const DAY_MILLISECONDS = 86_400_000;

export const MONTHS: Readonly<Record<Interval, number>> = { month: 1, year: 12 };

/**
 * The time `count` intervals after the anchor; a day that the month does not have becomes its last day. Periods are counted from one anchor, so
 * that one month after 31 January is the last of February, and two months after it is 31 March again.
 */
export function addIntervals(anchor: number, interval: Interval, count: number): number {
  const start = new Date(anchor);
  const months = start.getUTCMonth() + count * MONTHS[interval];
  const year = start.getUTCFullYear() + Math.floor(months / 12);
  const month = ((months % 12) + 12) % 12;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(start.getUTCDate(), lastDay)) + (anchor - startOfDay(anchor));
}

export function addDays(from: number, count: number): number {
  return from + count * DAY_MILLISECONDS;
}

/** The time "1 month", "2 years", "10 days" or "3 hours" after `from`. Returns undefined for other texts. */
export function addDuration(from: number, text: string): number | undefined {
  const [, digits = '', unit] = /^(\d{1,4}) ?(hour|day|week|month|year)s?$/.exec(text.trim().toLowerCase()) ?? [];
  const count = Number(digits);
  if (unit === undefined || count === 0) return undefined;
  if (unit === 'month' || unit === 'year') return addIntervals(from, unit, count);
  return from + count * (unit === 'hour' ? 1 : unit === 'day' ? 24 : 168) * 3_600_000;
}

export function startOfDay(at: number): number {
  return at - (at % DAY_MILLISECONDS);
}

/** The start of a day such as 2027-03-31. Returns undefined for other texts, and for a day that the month does not have. */
export function parseDay(text: string): number | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse takes 2027-02-30 for another day.
  return !Number.isNaN(day) && new Date(day).toISOString().slice(0, 10) === text ? day : undefined;
}

/** Proration: the part of an amount for the whole period that falls on the rest of it, in whole minor units. */
export function prorate(amount: number, period: { periodStart: number; periodEnd: number }, at: number): number {
  const left = Math.max(0, period.periodEnd - at) / (period.periodEnd - period.periodStart);
  return Math.round(amount * left);
}

/** The end of a day such as 2027-03-31 in a time zone, which is when the next one begins. Undefined for other texts. */
export function endOfDay(text: string, timeZone: string): number | undefined {
  const day = parseDay(text.trim());
  if (day === undefined) return undefined;
  const next = addDays(day, 1);
  // The zone's offset at about that time, and then at that time: it changes within the hours between at most once.
  const about = next - offsetAt(next, timeZone);
  return next - offsetAt(about, timeZone);
}

/** The last day before a time, in a time zone: 2027-03-31 for its end. */
export function lastDayBefore(at: number, timeZone: string): string {
  return new Date(at - 1 + offsetAt(at - 1, timeZone)).toISOString().slice(0, 10);
}

/** How much the zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /^GMT([+-])(\d\d):(\d\d)$/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
