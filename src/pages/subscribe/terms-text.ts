// Formats the terms of a price: the trial, the discounted price and its duration, and the price after that.
import type { DiscountCode } from '../../models/catalog/discount-code.ts';
import type { Price } from '../../models/catalog/price.ts';
import { addDays } from '../../payments/calendar.ts';
import { toDiscount, type Terms } from '../../payments/checkout/terms.ts';
import { discounted } from '../../payments/discount.ts';
import { formatAmount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { priceText } from '../../views/price-text.ts';
import type { TextKey } from '../../views/text.ts';
import { dayText } from './day-text.ts';

const FIRST: Readonly<Record<Price['interval'], TextKey>> = { month: 'terms.first-months', year: 'terms.first-years' };

/** Empty for a price without trial or discount. @param now by the gateway's clock */
export function termsText({ trialDays, discountCode }: Terms, price: Price, now: Date, language: Language): string {
  const { t } = language;
  const less = discountCode === null ? '' : discountText(discountCode, price, language);
  if (trialDays === null) return less;
  const day = dayText(addDays(now.getTime(), trialDays), language);
  if (discountCode === null) return t('terms.trial', { count: trialDays, price: priceText(price, language), day });
  return `${t('terms.trial-until', { count: trialDays, day })} ${less}`;
}

function discountText(discountCode: DiscountCode, price: Price, language: Language): string {
  const { t, tag } = language;
  const amount = discounted(price.amount, toDiscount(discountCode));
  const values = {
    code: discountCode.code,
    amount: formatAmount(amount, price.currency, tag),
    full: priceText(price, language),
  };
  if (discountCode.periods === null)
    return t('terms.always', { ...values, price: priceText({ ...price, amount }, language) });
  return t(FIRST[price.interval], { ...values, count: discountCode.periods });
}
