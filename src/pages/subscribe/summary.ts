// What is bought, before it is paid: a signed-in customer who has chosen an offer and a price sees what is charged now,
// what renews and when, and pays. Whoever comes from the e-mailed code gets here with their choice.
import type { FastifyReply } from 'fastify';
import type { ExpectedTax } from '../../models/receipts/expected-tax.ts';
import { addDays, addIntervals } from '../../payments/calendar.ts';
import { toDiscount, type OfferChoice, type Terms } from '../../payments/checkout/terms.ts';
import { discounted } from '../../payments/discount.ts';
import type { FormState } from '../../site/form.ts';
import { formatAmount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { benefitsIn, nameIn, type OwnLines, type OwnWords } from '../../views/own-words.ts';
import type { FormData } from '../../views/page-data.ts';
import { postalLines } from '../../views/postal/postal-text.ts';
import { priceText } from '../../views/price-text.ts';
import { showPage, type PageOptions } from '../../views/render.ts';
import type { Visit } from '../visit.ts';
import { choiceName } from './choice.ts';
import { dayText } from './day-text.ts';
import { appliedCode, type DiscountOnPage } from './discount-field.ts';
import type { Quote } from './quote.ts';
import { includedTaxText, sumsOf } from './summary-tax.ts';
import { termsText } from './terms-text.ts';

interface SummaryOnPage extends DiscountOnPage {
  readonly action: string;
  readonly continueUrl: string;
  /** The value that the form sends. */
  readonly choice: string;
  /** The hash of the terms that are shown. */
  readonly terms: string;
  readonly offerName: OwnWords;
  readonly benefits: OwnLines;
  /** Such as "€6 a month". */
  readonly price: string;
  /** The trial or the discount; empty for neither. */
  readonly special: string;
  /** What is paid today: net, tax and sum, or the sum alone. */
  readonly sums: readonly { readonly label: string; readonly value: string }[];
  /** What is charged next, when, and its tax. */
  readonly next: string;
  /** Empty, or that the buyer owes the tax. */
  readonly note: string;
  /** Where country and VAT number are changed; empty where nothing depends on them. */
  readonly changeTax: string;
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

export interface Summary {
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
  readonly expected: ExpectedTax | undefined;
  /** The page of the tax details, which leads back to the summary. */
  readonly taxDetails: string;
}

export function showSummary(
  { reply, publication, language }: Visit,
  { choice, quote, code, continueUrl, postalAddress, expected, taxDetails, ...shown }: Summary,
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
    offerName: nameIn(offer, language),
    benefits: benefitsIn(offer, language),
    price: priceText(price, language),
    special: termsText(terms, price, quote.now, language),
    sums: sumsOf(expected, { amount: dueToday(choice, terms), currency: price.currency }, language),
    next: nextText({ choice, terms, now: quote.now, expected }, language),
    note: expected?.treatment === 'reverse_charge' ? language.t('receipt.reverse-charge') : '',
    changeTax: expected?.dependsOnBuyer === true ? taxDetails : '',
    pay: payText(choice, terms, language),
  };
  return showPage(reply, publication, 'subscribe/summary', data, { ...state, ...options });
}

interface Next {
  readonly choice: OfferChoice;
  readonly terms: Terms;
  readonly now: Date;
  readonly expected: ExpectedTax | undefined;
}

/** What is charged after today, when, and its tax: after a trial the first period, otherwise the second. */
function nextText({ choice: { price }, terms, now, expected }: Next, language: Language): string {
  const { trialDays } = terms;
  const day = trialDays === null ? addIntervals(now.getTime(), price.interval, 1) : addDays(now.getTime(), trialDays);
  const charge = { amount: chargeOf(price.amount, terms, trialDays === null ? 2 : 1), currency: price.currency };
  const amount = formatAmount(charge.amount, charge.currency, language.tag);
  const text = language.t(trialDays === null ? 'summary.renews' : 'summary.first', {
    amount,
    day: dayText(day, language),
  });
  return `${text} ${includedTaxText(expected, charge, language)}`.trimEnd();
}

/** Nothing, while a trial lasts. */
function dueToday({ price }: OfferChoice, terms: Terms): number {
  return terms.trialDays === null ? chargeOf(price.amount, terms, 1) : 0;
}

function payText(choice: OfferChoice, terms: Terms, { t, tag }: Language): string {
  if (terms.trialDays !== null) return t('summary.try');
  const due = dueToday(choice, terms);
  return due === 0 ? t('subscribe.pay') : t('summary.pay', { amount: formatAmount(due, choice.price.currency, tag) });
}

/** The charge of a period, counted from 1. */
function chargeOf(amount: number, { discountCode }: Terms, period: number): number {
  const isLess = discountCode !== null && (discountCode.periods === null || discountCode.periods >= period);
  return isLess ? discounted(amount, toDiscount(discountCode)) : amount;
}
