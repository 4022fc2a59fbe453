// Amounts as publishers type them: 5, 5.50, 5,50.
import { decimalsOf } from '../../models/amount.ts';

/** Our choice: offered after those of the publication; any other currency is for the command line and the data API. */
const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF', 'DKK', 'NOK', 'SEK', 'PLN', 'CZK', 'CAD', 'AUD', 'JPY'];

/** The currencies to choose from: those of the publication's prices, the most frequent first, and then the others. */
export function currenciesOf(prices: readonly { readonly currency: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency } of prices) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const used = [...counts].toSorted(([, a], [, b]) => b - a).map(([currency]) => currency);
  return [...new Set([...used, ...CURRENCIES])];
}

const KNOWN = new Set(Intl.supportedValuesOf('currency'));

/** Whether it is the ISO 4217 code of a currency. */
export function isCurrency(text: string): boolean {
  return KNOWN.has(text);
}

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
