// Formats amounts and days in a language. Constructing an Intl format takes about 50 µs, longer than the rest of a
// page, so formats are cached.

/** Our choice: bounds the cache against made-up tags; only a few languages and currencies are in use. */
const CACHE_MAX_ENTRIES = 500;

const amountFormats = new Map<string, { readonly format: Intl.NumberFormat; readonly unit: number }>();
const countFormats = new Map<string, Intl.NumberFormat>();
const dayFormats = new Map<string, Intl.DateTimeFormat>();
const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** Formats an amount; a whole one without decimals: €5 and €4.50. @param minor in minor units @param tag BCP 47 */
export function formatAmount(minor: number, currency: string, tag: string): string {
  const { format, unit } = cached(amountFormats, `${tag} ${currency}`, () => {
    const made = new Intl.NumberFormat(tag, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
    return { format: made, unit: 10 ** (made.resolvedOptions().maximumFractionDigits ?? 2) };
  });
  return format.format(minor / unit);
}

/**
 * Formats a day: 21 December 2026. Our choice: days are in UTC, because the reader's time zone is not known. @param at
 * milliseconds
 */
export function formatDay(at: number, tag: string): string {
  return withOrdinal(
    cached(dayFormats, tag, () => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })).format(at),
    tag,
  );
}

/** The first of a month is an ordinal in French and Italian, which Intl does not write: 1er, 1º. */
const FIRSTS: Readonly<Record<string, string>> = { fr: '1er', it: '1º' };

/** @param day in the long form of the language */
function withOrdinal(day: string, tag: string): string {
  const first = FIRSTS[tag.slice(0, 2)];
  return first === undefined ? day : day.replace(/^1(?=\s)/, first);
}

/** Formats a day in a time zone of the IANA database: 21 December 2026. @param at milliseconds */
export function formatDayIn(at: number, tag: string, timeZone: string, dateStyle: 'long' | 'short' = 'long'): string {
  const make = () => new Intl.DateTimeFormat(tag, { dateStyle, timeZone });
  return withOrdinal(cached(dayFormats, `${dateStyle} ${tag} ${timeZone}`, make).format(at), tag);
}

/** Formats a day in few characters, in UTC: 12/21/26. @param at milliseconds */
export function formatShortDay(at: number, tag: string): string {
  const make = () => new Intl.DateTimeFormat(tag, { dateStyle: 'short', timeZone: 'UTC' });
  return cached(dayFormats, `short ${tag}`, make).format(at);
}

/** Formats the month of a day, in UTC: December 2026. @param at milliseconds */
export function formatMonth(at: number, tag: string): string {
  const make = () => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return cached(dayFormats, `month ${tag}`, make).format(at);
}

/** Formats a whole number: 12,345. */
export function formatCount(count: number, tag: string): string {
  return cached(countFormats, tag, () => new Intl.NumberFormat(tag)).format(count);
}

/** Formats a part of a whole: 12.5%. @param share 1 is the whole */
export function formatShare(share: number, tag: string): string {
  const make = () => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  return cached(countFormats, `share ${tag}`, make).format(share);
}

/**
 * Formats a day and a time to the minute: 21 Dec 2026, 14:05.
 * @param at milliseconds
 * @param timeZone of the IANA database
 */
export function formatMoment(at: number, tag: string, timeZone: string): string {
  const make = () => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return cached(timeFormats, `${tag} ${timeZone}`, make).format(at);
}

/**
 * Formats the time of a day, rounded up to the minute, with its time zone: 14:20 CET, and with the day if that is
 * another one than that of `now`. @param at milliseconds
 */
export function formatTime(at: number, now: number, { tag, timeZone }: { tag: string; timeZone: string }): string {
  const minute = 60_000;
  const shown = Math.ceil(at / minute) * minute;
  const days = cached(timeFormats, `day ${timeZone}`, () => new Intl.DateTimeFormat('en', { timeZone }));
  const isToday = days.format(shown) === days.format(now);
  const make = (): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(tag, {
      ...(isToday ? {} : { day: 'numeric', month: 'long' }),
      hour: 'numeric',
      minute: '2-digit',
      timeZone,
      timeZoneName: 'short',
    });
  return cached(timeFormats, `${tag} ${timeZone} ${isToday}`, make).format(shown);
}

function cached<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (formats.size >= CACHE_MAX_ENTRIES) formats.clear();
  formats.set(key, made);
  return made;
}
