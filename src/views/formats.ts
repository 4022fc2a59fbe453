// How amounts and days are written in a language. Making a format takes Intl some 50 µs, longer than all else that a page does, so each is made once.

/** Our choice: a few languages and currencies are in use; whoever makes up tags gains nothing. */
const KEPT_MAX = 500;

const amountFormats = new Map<string, { readonly format: Intl.NumberFormat; readonly unit: number }>();
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Whole amounts without decimals, as they are said: €5 and €4.50. @param minor in minor units @param tag BCP 47 */
export function formatAmount(minor: number, currency: string, tag: string): string {
  const { format, unit } = kept(amountFormats, `${tag} ${currency}`, () => {
    const made = new Intl.NumberFormat(tag, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
    return { format: made, unit: 10 ** (made.resolvedOptions().maximumFractionDigits ?? 2) };
  });
  return format.format(minor / unit);
}

/** Such as 21 December 2026. Our choice: days are those of UTC, as nobody's time zone is known. @param at milliseconds */
export function formatDay(at: number, tag: string): string {
  return kept(dayFormats, tag, () => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })).format(at);
}

function kept<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (formats.size >= KEPT_MAX) formats.clear();
  formats.set(key, made);
  return made;
}
