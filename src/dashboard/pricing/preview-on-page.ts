// The preview of a price change in the words of its page.
import type { PriceChangePreview } from '../../payments/price-change/preview.ts';
import { formatAmount, formatCount, formatDay, formatMonth } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { priceText } from '../../views/price-text.ts';
import { SKIPPED } from './move-texts.ts';

export interface Line {
  readonly label: string;
  readonly value: string;
}

export interface PreviewOnPage {
  readonly plan: string;
  readonly before: string;
  readonly after: string;
  readonly isMove: boolean;
  /** The first day of the move; empty where nobody moves. */
  readonly day: string;
  /** Slugs, which the confirmation repeats. */
  readonly offers: readonly string[];
  readonly holders: number;
  readonly holdersText: string;
  readonly moving: string;
  /** With its sign. */
  readonly worth: string;
  readonly byAmount: readonly Line[];
  readonly byMonth: readonly Line[];
  readonly skipped: readonly Line[];
  readonly examples: readonly {
    readonly customerId: string;
    readonly email: string;
    readonly now: string;
    /** Empty where nobody moves. */
    readonly from: string;
  }[];
}

/** Our choice: amounts that fewer pay are in one line. */
const AMOUNTS_MAX = 8;

export function toPreviewOnPage(preview: PriceChangePreview, plan: string, language: Language): PreviewOnPage {
  const { t, tag } = language;
  const { price, wish, moving, holders } = preview;
  const count = (value: number): string => formatCount(value, tag);
  const money = (amount: number): string => formatAmount(amount, price.currency, tag);
  const [most, rest] = [preview.byAmount.slice(0, AMOUNTS_MAX), preview.byAmount.slice(AMOUNTS_MAX)];
  const others = rest.reduce((sum, one) => sum + one.count, 0);
  const byAmount = most.map((one) => ({ label: money(one.amount), value: count(one.count) }));
  return {
    plan,
    before: priceText(price, language),
    after: priceText({ ...price, amount: wish.amount }, language),
    isMove: wish.startsAt !== null,
    day: wish.startsAt === null ? '' : formatDay(wish.startsAt, tag),
    offers: preview.offers,
    holders,
    holdersText: count(holders),
    moving: count(moving),
    worth: `${preview.worthAYear > 0 ? '+' : ''}${money(preview.worthAYear)}`,
    byAmount: others === 0 ? byAmount : [...byAmount, { label: t('dashboard.pricing.others'), value: count(others) }],
    byMonth: preview.byMonth.map((one) => ({
      label: formatMonth(Date.parse(`${one.month}-01`), tag),
      value: count(one.count),
    })),
    skipped: preview.skipped.map((one) => ({ label: t(SKIPPED[one.reason]), value: count(one.count) })),
    examples: preview.examples.map(({ customerId, email, amount, firstAt }) => ({
      customerId,
      email,
      now: money(amount),
      from: firstAt === null ? '' : formatDay(firstAt, tag),
    })),
  };
}
