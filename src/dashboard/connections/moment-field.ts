// A day and a time as they are typed, in the publication's time zone.
import { InvalidValue } from '../../models/errors.ts';

export interface MomentFields {
  /** 2026-03-01 */
  readonly day: string;
  /** 14:05 */
  readonly time: string;
}

const MINUTE = 60_000;

/**
 * Our choice: a time that occurs twice, when clocks are set back, is the first of both; one that is left out counts from
 * the hour before. Throws InvalidValue.
 */
export function parseMoment({ day, time }: MomentFields, timeZone: string): Date {
  const isTyped = /^\d{4}-\d{2}-\d{2}$/.test(day.trim()) && /^\d{2}:\d{2}$/.test(time.trim());
  const asUtc = isTyped ? Date.parse(`${day.trim()}T${time.trim()}Z`) : Number.NaN;
  // Date.parse takes 30 February for 2 March.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(day.trim()))
    throw new InvalidValue('since', 'since must be a day and a time');
  // The offsets a day before and after are those on both sides of a change.
  const candidates = [-1, 1].map((days) => asUtc - offsetAt(asUtc + days * 24 * 60 * MINUTE, timeZone));
  const exact = candidates.filter((at) => at + offsetAt(at, timeZone) === asUtc);
  return new Date(Math.min(...(exact.length === 0 ? candidates : exact)));
}

/** The fields of a moment, to the minute. */
export function toMomentFields(at: Date, timeZone: string): MomentFields {
  const local = new Date(at.getTime() + offsetAt(at.getTime(), timeZone)).toISOString();
  return { day: local.slice(0, 10), time: local.slice(11, 16) };
}

/** How far the zone is ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', year: 'numeric' });
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
}
