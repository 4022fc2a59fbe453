// Days and months in a publication's time zone, as texts: 2027-03-31, and 2027-03.

const formats = new Map<string, Intl.DateTimeFormat>();
const QUARTER_MILLISECONDS = 900_000;

/** Returns a function that gives the day of a time in milliseconds. */
export function dayIn(timeZone: string): (at: number) => string {
  // 'sv' writes a day as ISO 8601 does.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  // Offsets from UTC are whole quarters of an hour, in all zones since 1972.
  const known = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MILLISECONDS);
    const day = known.get(quarter) ?? format.format(quarter * QUARTER_MILLISECONDS);
    known.set(quarter, day);
    return day;
  };
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** @param count may be negative */
export function addDaysTo(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** Returns a month such as 2027-03, `count` months later. */
export function addMonthsTo(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

export function lastDayOf(month: string): string {
  return addDaysTo(`${addMonthsTo(month, 1)}-01`, -1);
}
