// When a day begins in a time zone, and which moment its clocks mean.

/** @param midnight when the day begins in UTC, in milliseconds */
export function startOfDayIn(timeZone: string, midnight: number): Date {
  return new Date(momentIn(timeZone, midnight));
}

/**
 * Returns the moment at which the clocks of a time zone show a time, in milliseconds; on a day on which they change, too.
 * @param shown the time that they show, as if it were UTC
 */
export function momentIn(timeZone: string, shown: number): number {
  // Twice, as the offset may be another one on the other side of a change to summer time.
  const first = shown - offsetAt(shown, timeZone);
  return shown - offsetAt(first, timeZone);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How many milliseconds the clocks of a time zone are ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
  }
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '0', seconds = '0'] = /^GMT([+-])(\d\d):?(\d\d)?:?(\d\d)?$/.exec(name) ?? [];
  const ahead = ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ahead : ahead;
}
