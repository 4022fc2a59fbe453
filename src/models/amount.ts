// Amounts as text for people who read no page: on the command line and in messages of refusals. Pages write them in the
// reader's language (views/formats.ts).
import { InvalidValue } from './errors.ts';

/** Making a format takes about 50 µs. */
const decimals = new Map<string, number>();

/** The number of decimals that a currency has: 2 for EUR, 0 for JPY. @param currency ISO 4217, in upper case */
export function decimalsOf(currency: string): number {
  const known = decimals.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const found = format.resolvedOptions().maximumFractionDigits ?? 2;
  decimals.set(currency, found);
  return found;
}

/** Returns an amount as money: 2.50 EUR, 500 JPY. @param minor in minor units */
export function amountText(minor: number, currency: string): string {
  const digits = decimalsOf(currency);
  return `${(minor / 10 ** digits).toFixed(digits)} ${currency}`;
}

/**
 * Returns an amount in minor units. Our choice: it is written with all decimals of its currency, since 250 could mean
 * 2.50 or 250.00, and 1,000 a thousand or one. Throws InvalidValue.
 */
export function parseAmount(text: string, currency: string): number {
  const digits = decimalsOf(currency);
  const typed = text.trim();
  const [, whole, fraction = ''] = /^(\d{1,10})(?:\.(\d+))?$/.exec(typed) ?? [];
  if (whole !== undefined && fraction.length === digits) return Number(whole + fraction);
  if (digits === 0)
    throw new InvalidValue('amount', `amount must be a whole number, such as 500: ${currency} has no decimals`);
  if (whole === undefined || fraction !== '')
    throw new InvalidValue(
      'amount',
      `amount must have a point and ${digits} decimals in ${currency}, such as ${(5).toFixed(digits)}`,
    );
  const readings = [amountText(Number(whole), currency), amountText(Number(whole) * 10 ** digits, currency)];
  throw new InvalidValue('amount', `${whole} could mean ${readings.join(' or ')}: write all ${digits} decimals`);
}
