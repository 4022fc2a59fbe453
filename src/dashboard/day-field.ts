// Days as a date field of a browser sends them, 2027-03-31, in the time zone of the publication.
import { addDays, parseDay } from '../payments/calendar.ts';

/** Returns when the day begins; null for an empty field, and undefined for text that is no day. */
export function parseDayStart(text: string, timeZone: string): Date | null | undefined {
  if (text === '') return null;
  const day = parseDay(text);
  return day === undefined ? undefined : startIn(timeZone, day);
}

/** Returns when the day after a day begins. Throws for text that is no day. */
export function nextDayStart(text: string, timeZone: string): Date {
  const day = parseDay(text);
  if (day === undefined) throw new Error('the day was not checked');
  return startIn(timeZone, addDays(day, 1));
}

/** @param midnight when the day begins in UTC */
function startIn(timeZone: string, midnight: number): Date {
  // Twice, as the offset may be another one on the other side of a change to summer time.
  const first = midnight - offsetAt(midnight, timeZone);
  return new Date(midnight - offsetAt(first, timeZone));
}

/** How many milliseconds the clocks of a time zone are ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '0', seconds = '0'] = /^GMT([+-])(\d\d):?(\d\d)?:?(\d\d)?$/.exec(name) ?? [];
  const ahead = ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ahead : ahead;
}
