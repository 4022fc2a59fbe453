// How long a gift runs, in the visitor's words: 3 months, one year.
import type { Interval } from '../models/price.ts';
import type { TextKey, Translate } from '../site/text.ts';

const LENGTHS: Readonly<Record<Interval, TextKey>> = { month: 'gift.months', year: 'gift.years' };

export function periodsText(t: Translate, interval: Interval, periods: number): string {
  return t(LENGTHS[interval], { count: periods });
}
