// The last day of a subscription as publishers type it, in the time zone of the publication.
import { InvalidValue } from '../../models/errors.ts';
import { endOfDay, lastDayBefore } from '../../payments/calendar.ts';
import type { Service } from '../../service.ts';
import { formatDayIn } from '../../views/formats.ts';
import type { Visit } from '../visit.ts';

/** Returns when the day that was typed is over; null for an empty field. Throws InvalidValue. */
export function parseLastDay({ clock }: Service, { session }: Visit, text: string): Date | null {
  if (text.trim() === '') return null;
  const end = endOfDay(text, session.publication.timeZone);
  if (end === undefined) throw new InvalidValue('last_day', 'no day', 'no-day');
  if (end <= clock.now().getTime()) throw new InvalidValue('last_day', 'over already', 'past');
  return new Date(end);
}

/** The field of an end: its last day, such as 2027-03-31; empty for none. */
export function toLastDay({ session }: Visit, endsAt: number | null): string {
  return endsAt === null ? '' : lastDayBefore(endsAt, session.publication.timeZone);
}

/** The last day in words. */
export function lastDayText({ session, language }: Visit, endsAt: number): string {
  return formatDayIn(endsAt - 1, language.tag, session.publication.timeZone);
}
