// Formats the length of a gift in the visitor's language: 3 months, one year.
import type { Interval } from '../../models/catalog/price.ts';
import type { TextKey, Translate } from '../../views/text.ts';

const LENGTHS: Readonly<Record<Interval, TextKey>> = { month: 'gift.months', year: 'gift.years' };

export function periodsText(t: Translate, interval: Interval, periods: number): string {
  return t(LENGTHS[interval], { count: periods });
}
