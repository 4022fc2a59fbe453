// What is bought, before it is paid: a signed-in customer who has chosen an offer and a price sees what is charged now,
// what renews and when, and pays. Whoever comes from the e-mailed code gets here with their choice.
import type { FastifyReply } from 'fastify';
import { addDays, addIntervals } from '../../payments/calendar.ts';
import { toDiscount, type OfferChoice, type Terms } from '../../payments/checkout/terms.ts';
import { discounted } from '../../payments/discount.ts';
import type { FormState } from '../../site/form.ts';
import { formatAmount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import type { FormData } from '../../views/page-data.ts';
import { postalLines } from '../../views/postal-text.ts';
import { priceText } from '../../views/price-text.ts';
import { showPage, type PageOptions } from '../../views/render.ts';
import type { Visit } from '../visit.ts';
import { choiceName } from './choice.ts';
import { dayText } from './day-text.ts';
import { appliedCode, type DiscountOnPage } from './discount-field.ts';
import type { Quote } from './quote.ts';
import type { SummaryTax } from './summary-tax.ts';
import { termsText } from './terms-text.ts';

interface SummaryOnPage extends DiscountOnPage, SummaryTax {
  readonly action: string;
  readonly continueUrl: string;
  /** The value that the form sends. */
  readonly choice: string;
  /** The hash of the terms that are shown. */
  readonly terms: string;
  readonly offerName: string;
  readonly benefits: readonly string[];
  /** Such as "€6 a month". */
  readonly price: string;
  /** The trial or the discount, and what renews when. */
  readonly lines: readonly string[];
  /** The button. */
  readonly pay: string;
  readonly email: string;
  /** The lines of the postal address; empty for a plan that is not sent by post. */
  readonly sentTo: readonly string[];
  readonly changeAddress: string;
  /** Where something else is chosen. */
  readonly chooseAgain: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'subscribe/summary': FormData & SummaryOnPage;
  }
}

export interface Summary extends SummaryTax {
  readonly choice: OfferChoice;
  readonly quote: Quote;
  /** The discount code as typed. */
  readonly code: string;
  readonly csrfToken: string;
  readonly action: string;
  readonly chooseAgain: string;
  readonly continueUrl: string | undefined;
  readonly email: string;
  /** As it is kept. */
  readonly postalAddress: string | null;
  readonly changeAddress: string;
}

export function showSummary(
  { reply, publication, language }: Visit,
  { choice, quote, code, continueUrl, postalAddress, ...shown }: Summary,
  state: FormState,
  options: PageOptions,
): FastifyReply {
  const { offer, price } = choice;
  const name = choiceName(choice);
  const terms = quote.terms.get(name) ?? { trialDays: null, discountCode: null };
  const refusal = quote.refusals.get(name);
  const errors = state.errors.length === 0 && refusal !== undefined ? [refusal] : state.errors;
  const data = {
    ...shown,
    errors,
    choice: name,
    terms: quote.termsHash,
    code,
    applied: appliedCode([terms], errors),
    continueUrl: continueUrl ?? '',
    sentTo: offer.plan.sentByPost ? postalLines(postalAddress, language) : [],
    offerName: offer.name,
    benefits: offer.benefits,
    price: priceText(price, language),
    lines: linesOf(choice, terms, quote.now, language),
    pay: payText(choice, terms, language),
  };
  return showPage(reply, publication, 'subscribe/summary', data, { ...state, ...options });
}

/** The terms of a trial or a discount, and when what is charged next. */
function linesOf({ price }: OfferChoice, terms: Terms, now: Date, language: Language): string[] {
  const special = termsText(terms, price, now, language);
  if (terms.trialDays !== null) {
    const day = dayText(addDays(now.getTime(), terms.trialDays), language);
    const amount = formatAmount(chargeOf(price.amount, terms, 1), price.currency, language.tag);
    return [special, language.t('summary.first', { amount, day })];
  }
  const day = dayText(addIntervals(now.getTime(), price.interval, 1), language);
  const amount = formatAmount(chargeOf(price.amount, terms, 2), price.currency, language.tag);
  return [...(special === '' ? [] : [special]), language.t('summary.renews', { amount, day })];
}

function payText({ price }: OfferChoice, terms: Terms, { t, tag }: Language): string {
  if (terms.trialDays !== null) return t('summary.try');
  const due = chargeOf(price.amount, terms, 1);
  return due === 0 ? t('subscribe.pay') : t('summary.pay', { amount: formatAmount(due, price.currency, tag) });
}

/** The charge of a period, counted from 1. */
function chargeOf(amount: number, { discountCode }: Terms, period: number): number {
  const isLess = discountCode !== null && (discountCode.periods === null || discountCode.periods >= period);
  return isLess ? discounted(amount, toDiscount(discountCode)) : amount;
}
