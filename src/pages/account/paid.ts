// The billing section of the account page (service.md, Endpoints A, `/`: manage subscription; decisions 30): plan and
// price, payments, the next renewal, and links to change it. Subscriptions that are billed outside or complimentary are
// shown as such.
import { listPlans, type Plan } from '../../models/catalog/plan.ts';
import { listGiftsOf } from '../../models/money/gift-record.ts';
import type { Payment } from '../../models/money/payment-record.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import type { PayingCard } from '../../payments/gateway.ts';
import {
  isLeavable,
  listOwingOf,
  listPausedOf,
  listPaymentsOf,
  subscriptionDetailsOf,
  type BillingDetails,
  type OwingSubscription,
  type PausedSubscription,
  type SubscriptionDetails,
} from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import { declineText } from '../../views/decline-text.ts';
import { formatAmount, formatDayIn } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { nameIn, planNameIn, type OwnWords } from '../../views/own-words.ts';
import { priceText } from '../../views/price-text.ts';
import { statusText } from '../gift/gift-details.ts';
import { dayText } from '../subscribe/day-text.ts';
import { mayPause } from './pause.ts';

/** A subscription on the account page; its lines say what is charged next. */
interface SubscriptionOnPage {
  readonly id: string;
  readonly planName: OwnWords;
  /** Such as "€6 a month", "Free of charge". */
  readonly price: string;
  readonly lines: readonly string[];
  /** The card that pays, such as "Visa •••• 4242, valid until 04/2031"; empty where it is not known. */
  readonly card: string;
  /** The text of a subscription in dunning, with the end of the grace period; empty otherwise. */
  readonly pastDue: string;
  readonly cancelHref: string | undefined;
  readonly resumeAction: string | undefined;
  /** Where a pause ends before its time, and what the link to it says; undefined without one. */
  readonly readOn: { readonly href: string; readonly text: string } | undefined;
  readonly switchHref: string | undefined;
  /** Where the reader pauses it; undefined where only the publisher can. */
  readonly pauseHref: string | undefined;
  /** The page where the card is replaced. */
  readonly cardHref: string | undefined;
  /** The link to the gateway's own page for cards and invoices. */
  readonly portalHref: string | undefined;
}

interface PaymentOnPage {
  readonly day: string;
  readonly amount: string;
  readonly description: OwnWords;
  /** Empty where nothing was refunded. */
  readonly refunded: string;
  readonly href: string;
}

/** A gift on the account page of its buyer. */
interface GiftOnPage {
  readonly planName: OwnWords;
  readonly line: string;
  readonly href: string;
}

/** The billing section of the account page. */
export interface PaidOnPage {
  /** The newsletters of somebody without a subscription; empty for none. */
  readonly free: readonly OwnWords[];
  /** Gifts that the customer bought for others. */
  readonly gifts: readonly GiftOnPage[];
  readonly subscriptions: readonly SubscriptionOnPage[];
  readonly payments: readonly PaymentOnPage[];
}

declare module '../../views/templates.ts' {
  interface Parts {
    paid: { readonly csrfToken: string; readonly paid: Pick<PaidOnPage, 'subscriptions' | 'free'> };
    'paid-history': { readonly paid: Pick<PaidOnPage, 'gifts' | 'payments'> };
  }
}

export async function findPaid(
  service: Service,
  publication: PublicationRow,
  customerId: string,
  language: Language,
): Promise<Omit<PaidOnPage, 'free'>> {
  const [details, paused, owing, payments, gifts] = await Promise.all([
    subscriptionDetailsOf(service, publication, customerId),
    listPausedOf(service, publication, customerId),
    listOwingOf(service, publication, customerId),
    listPaymentsOf(service, publication, customerId),
    listGiftsOf(publication, service.database, customerId),
  ]);
  const plans = details.some(({ billing }) => billing !== null) ? await listPlans(publication, service.database) : [];
  return {
    subscriptions: [
      ...details.map((subscription) => toSubscription(publication, subscription, plans, language)),
      ...paused.map((subscription) => toPaused(subscription, language)),
      ...owing.map((subscription) => toOwing(subscription, language)),
    ],
    gifts: gifts.map((gift) => ({
      planName: planNameIn(gift, language),
      line: statusText(gift, language),
      href: `/gifts/${gift.id}`,
    })),
    payments: payments.map((payment) => toPayment(payment, language)),
  };
}

/** What a reader can do about a subscription that they cannot change themselves. */
const UNCHANGEABLE = {
  card: '',
  pastDue: '',
  cancelHref: undefined,
  resumeAction: undefined,
  readOn: undefined,
  switchHref: undefined,
  pauseHref: undefined,
  cardHref: undefined,
  portalHref: undefined,
};

function toPaused({ subscriptionId, plan, price, until, amount }: PausedSubscription, language: Language) {
  const charged = formatAmount(amount, price.currency, language.tag);
  const line = language.t('paid.paused', { day: dayText(until, language), amount: charged });
  const shown = { id: subscriptionId, planName: nameIn(plan, language), price: priceText(price, language) };
  return {
    ...UNCHANGEABLE,
    ...shown,
    lines: [line],
    readOn: readOnLink(subscriptionId, language.t('paid.read-on')),
    cancelHref: `/subscriptions/${subscriptionId}/cancel`,
  };
}

function toSubscription(
  publication: PublicationRow,
  details: SubscriptionDetails,
  plans: readonly Plan[],
  language: Language,
): SubscriptionOnPage {
  const { t } = language;
  const { subscriptionId: id, plan, price, billing, endsAt, giftEndsAt } = details;
  const shown = {
    id,
    planName: nameIn(plan, language),
    price: price === null ? t('paid.complimentary') : priceText(price, language),
  };
  if (billing === null) {
    const given = t(price === null ? 'paid.complimentary-line' : 'paid.outside-line');
    const end = giftEndsAt === null ? endsOn(endsAt, language, publication.timeZone) : dayText(giftEndsAt, language);
    const ends = end === undefined ? [] : [t('gift.ends', { day: end })];
    return {
      ...UNCHANGEABLE,
      ...shown,
      price: giftEndsAt === null ? shown.price : t('gift.price'),
      lines: giftEndsAt === null ? [given, ...ends] : ends,
      cancelHref: isLeavable(details) ? `/subscriptions/${id}/cancel` : undefined,
    };
  }
  const isCanceled = billing.cancelAt !== null;
  const isPauseWaiting = billing.pauseUntil !== null;
  const isChangeable = !isCanceled && billing.pastDue === null && !isPauseWaiting;
  return {
    ...shown,
    lines: linesOf(details, billing, plans, language),
    card: isCanceled || billing.card === null ? '' : cardText(billing.card, language),
    pastDue: billing.pastDue === null ? '' : t('paid.past-due', failureOf(billing.pastDue, language)),
    cancelHref: isCanceled ? undefined : `/subscriptions/${id}/cancel`,
    resumeAction: isCanceled ? `/subscriptions/${id}/resume` : undefined,
    readOn: isPauseWaiting ? readOnLink(id, t('paid.undo-pause')) : undefined,
    switchHref: isChangeable ? pathWith('/upgrade', { from: id }) : undefined,
    pauseHref: mayPause(publication, details) ? `/subscriptions/${id}/pause` : undefined,
    cardHref: isCanceled ? undefined : `/subscriptions/${id}/card`,
    portalHref: billing.hasPortal ? `/subscriptions/${id}/portal` : undefined,
  };
}

/** Why the last payment failed, and until when another card helps. */
function failureOf(
  { accessUntil, declineReason }: Pick<OwingSubscription, 'accessUntil' | 'declineReason'>,
  language: Language,
): { reason: string; day: string } {
  return { reason: declineText(declineReason, language), day: dayText(accessUntil, language) };
}

function toOwing({ subscriptionId, plan, price, ...failure }: OwingSubscription, language: Language) {
  return {
    ...UNCHANGEABLE,
    id: subscriptionId,
    planName: nameIn(plan, language),
    price: priceText(price, language),
    lines: [],
    pastDue: language.t('paid.owing', failureOf(failure, language)),
    cancelHref: `/subscriptions/${subscriptionId}/cancel`,
    cardHref: `/subscriptions/${subscriptionId}/card`,
  };
}

/** The expiry stands as on the card itself, in every language. */
function cardText({ brand, last4, expires }: PayingCard, { t }: Language): string {
  const [year = '', month = ''] = expires.split('-');
  return t('paid.card-of', { brand: brandName(brand), last4, day: `${month}/${year}` });
}

/** The name on the card: "amex" is American Express, and of others the first letter is large. */
function brandName(brand: string): string {
  const names: Readonly<Record<string, string>> = { amex: 'American Express', diners: 'Diners Club', jcb: 'JCB' };
  return names[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}

function readOnLink(id: string, text: string): { href: string; text: string } {
  return { href: `/subscriptions/${id}/read-on`, text };
}

/** The last day before a date of the publisher's, in their time zone. */
function endsOn(endsAt: number | null, { tag }: Language, timeZone: string): string | undefined {
  return endsAt === null ? undefined : formatDayIn(endsAt - 1, tag, timeZone);
}

/** The next charge, a scheduled change of price, or the end. */
function linesOf(
  { price }: SubscriptionDetails,
  { periodEnd, cancelAt, pauseUntil, nextPrice, nextAmount, isInTrial, pastDue }: BillingDetails,
  plans: readonly Plan[],
  language: Language,
): string[] {
  const { t, tag } = language;
  if (cancelAt !== null) return [t('paid.ends', { day: dayText(cancelAt, language) })];
  if (nextPrice === null || pastDue !== null) return [];
  const day = dayText(periodEnd, language);
  const amount = nextAmount ?? nextPrice.amount;
  if (pauseUntil !== null) {
    const charged = formatAmount(amount, nextPrice.currency, tag);
    return [t('paid.pause', { day, until: dayText(pauseUntil, language), amount: charged })];
  }
  const key = isInTrial ? 'paid.trial' : amount < nextPrice.amount ? 'paid.next-discount' : 'paid.next';
  const next = t(key, { amount: formatAmount(amount, nextPrice.currency, tag), day });
  if (nextPrice.id === price?.id) return [next];
  const plan = plans.find(({ id }) => id === nextPrice.planId);
  const name = plan === undefined ? '' : nameIn(plan, language).text;
  return [t('paid.changes', { day, plan: name, price: priceText(nextPrice, language) }), next];
}

function toPayment(payment: Payment, language: Language): PaymentOnPage {
  const { id, paidAt, amount, currency, refundedAmount } = payment;
  const { t, tag } = language;
  const refunded =
    refundedAmount === 0 ? '' : t('paid.refunded', { amount: formatAmount(refundedAmount, currency, tag) });
  return {
    day: dayText(paidAt, language),
    amount: formatAmount(amount, currency, tag),
    description: planNameIn(payment, language),
    refunded,
    href: `/receipts/${id}`,
  };
}
