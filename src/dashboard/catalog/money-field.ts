// Amounts as publishers type them: 5, 5.50, 5,50.

/** Our choice: offered in this order; any other currency is for the command line and the data API. */
export const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'DKK', 'NOK', 'SEK', 'PLN', 'CZK', 'CAD', 'AUD', 'JPY'] as const;

/**
 * Returns the amount in the currency's minor unit, null for an empty field, and undefined for text that is no amount or
 * has more decimals than the currency.
 */
export function parseMoney(text: string, currency: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const decimals = decimalsOf(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,8})(?:[.,](\d{1,3}))?$/.exec(typed) ?? [];
  if (whole === '' || fraction.length > decimals) return undefined;
  return Number(whole + fraction.padEnd(decimals, '0'));
}

function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
