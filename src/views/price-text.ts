// Formats a price in the visitor's language: the amount (Intl) and the interval.
import type { Interval, Price } from '../models/catalog/price.ts';
import { formatAmount } from './formats.ts';
import type { Language } from './language.ts';
import type { TextKey } from './text.ts';

export interface PriceOnPage {
  /** Such as €5 or €4.50, in the visitor's language. */
  readonly amount: string;
  /** Such as "a month". */
  readonly interval: string;
}

const INTERVALS: Readonly<Record<Interval, TextKey>> = { month: 'price.month', year: 'price.year' };

export function toPriceOnPage(
  price: Pick<Price, 'amount' | 'currency' | 'interval'>,
  { tag, t }: Language,
): PriceOnPage {
  return { amount: formatAmount(price.amount, price.currency, tag), interval: t(INTERVALS[price.interval]) };
}

/** The whole price as one text: €5 a month. */
export function priceText(price: Pick<Price, 'amount' | 'currency' | 'interval'>, language: Language): string {
  const { amount, interval } = toPriceOnPage(price, language);
  return language.t('paid.price', { amount, interval });
}
