// How a price is written: the amount in the visitor's language (Intl), then how often it is due.
import type { Interval, Price } from '../models/price.ts';
import type { PriceOnPage } from '../site/templates.ts';

const INTERVALS: Readonly<Record<Interval, string>> = { month: 'a month', year: 'a year' };

export function toPriceOnPage(price: Pick<Price, 'amount' | 'currency' | 'interval'>, language: string): PriceOnPage {
  return { amount: amountText(price.amount, price.currency, language), interval: INTERVALS[price.interval] };
}

/** Whole amounts without decimals, as they are said: €5 and €4.50. @param amount in minor units */
function amountText(amount: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** digits);
}
