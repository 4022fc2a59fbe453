// Dates as exports write them: ISO 8601, with dots, with slashes, and with names of months in English.
import { momentIn, startOfDayIn } from '../time-zone.ts';

/** How days such as 03/04/2025 are written: the day first, or the month. */
export type DayOrder = 'dmy' | 'mdy';

/** `ambiguous`: both orders are possible, and the publisher has not said which it is. */
export type ReadDate = { readonly at: number; readonly isDay: boolean } | 'ambiguous' | 'unreadable';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;
const DOTS = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{2}|\d{4})$/;
const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{2}|\d{4})$/;
const DAY_OF_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i;
const MONTH_AND_DAY = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;
const SECONDS = /^\d{10}$/;

/**
 * Reads a date; a day without a time begins in the publication's time zone, and so does a time without one.
 * @param order of days with slashes; undefined where the publisher has not said
 */
export function readDate(text: string, timeZone: string, order: DayOrder | undefined): ReadDate {
  const typed = text.trim();
  if (SECONDS.test(typed)) return { at: Number(typed) * 1000, isDay: false };
  const iso = ISO.exec(typed);
  if (iso !== null) return readIso(iso, timeZone);
  const [, dotted = '', dottedMonth = '', dottedYear = ''] = DOTS.exec(typed) ?? [];
  if (dotted !== '') return dayOf(dottedYear, Number(dottedMonth), Number(dotted), timeZone);
  const [, first = '', second = '', year = ''] = SLASHES.exec(typed) ?? [];
  if (first !== '') return readSlashes({ first: Number(first), second: Number(second), year }, timeZone, order);
  const [, day = '', dayMonth = '', dayYear = ''] = DAY_OF_MONTH.exec(typed) ?? [];
  if (day !== '') return dayOf(dayYear, monthOf(dayMonth), Number(day), timeZone);
  const [, month = '', monthDay = '', monthYear = ''] = MONTH_AND_DAY.exec(typed) ?? [];
  return month === '' ? 'unreadable' : dayOf(monthYear, monthOf(month), Number(monthDay), timeZone);
}

function readIso(
  [, year = '', month, day, hours, minutes, seconds = '0', fraction = '', zone]: RegExpExecArray,
  timeZone: string,
): ReadDate {
  const start = dayOf(year, Number(month), Number(day), timeZone);
  if (hours === undefined || typeof start === 'string') return start;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) return 'unreadable';
  const time =
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 +
    Number(fraction.padEnd(3, '0').slice(0, 3));
  const shown = Date.parse(isoOf(Number(year), Number(month), Number(day))) + time;
  if (zone === undefined) return { at: momentIn(timeZone, shown), isDay: false };
  const [, sign = '+', ahead = '0', more = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const offset = (Number(ahead) * 60 + Number(more)) * 60_000 * (sign === '-' ? -1 : 1);
  return { at: shown - offset, isDay: false };
}

function readSlashes(
  { first, second, year }: { readonly first: number; readonly second: number; readonly year: string },
  timeZone: string,
  order: DayOrder | undefined,
): ReadDate {
  const dayFirst = dayOf(year, second, first, timeZone);
  const monthFirst = dayOf(year, first, second, timeZone);
  if (order !== undefined) return order === 'dmy' ? dayFirst : monthFirst;
  if (typeof dayFirst === 'string') return monthFirst;
  if (typeof monthFirst === 'string') return dayFirst;
  return first === second ? dayFirst : 'ambiguous';
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function dayOf(year: string, month: number, day: number, timeZone: string): ReadDate {
  const full = year.length === 2 ? 2000 + Number(year) : Number(year);
  const iso = isoOf(full, month, day);
  const midnight = Date.parse(iso);
  // The 30th of February is read as a day of March, or not at all.
  const isDay =
    full >= 1900 && full <= 2200 && !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(iso);
  return isDay ? { at: startOfDayIn(timeZone, midnight).getTime(), isDay: true } : 'unreadable';
}

function isoOf(year: number, month: number, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
