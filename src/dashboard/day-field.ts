// Days as a date field of a browser sends them, 2027-03-31, in the time zone of the publication.
import { startOfDayIn } from '../models/time-zone.ts';
import { addDays, parseDay } from '../payments/calendar.ts';

/** Returns when the day begins; null for an empty field, and undefined for text that is no day. */
export function parseDayStart(text: string, timeZone: string): Date | null | undefined {
  if (text === '') return null;
  const day = parseDay(text);
  return day === undefined ? undefined : startOfDayIn(timeZone, day);
}

/** Returns when the day after a day begins. Throws for text that is no day. */
export function nextDayStart(text: string, timeZone: string): Date {
  const day = parseDay(text);
  if (day === undefined) throw new Error('the day was not checked');
  return startOfDayIn(timeZone, addDays(day, 1));
}
