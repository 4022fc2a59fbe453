// Reads a subscription from Stripe: its state, price, next amount, paid period and payments.
import type Stripe from 'stripe';
import type { Clock } from '../../database/clock.ts';
import type { Connection } from '../../database/connection.ts';
import { NotFound } from '../../models/errors.ts';
import { findCheckoutRef } from '../../models/money/checkout.ts';
import type { Tenant } from '../../models/record.ts';
import type { GatewaySubscription, ListedSubscription, PayingCard, SubscriptionPage } from '../gateway.ts';
import { fromStripeAmount } from './amounts.ts';
import { openPauseOf, pauseOf } from './pause-trial.ts';
import { findFirstInvoice, listPayments, readDeclineReason } from './payments.ts';
import { META, ourPriceId, toChargedPrice } from './prices.ts';
import { idOf, toDate } from './wire.ts';

type State = GatewaySubscription['state'];

/** https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses */
const STATES: Readonly<Record<string, State>> = {
  incomplete: 'pending',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  incomplete_expired: 'ended',
  canceled: 'ended',
};
const PAGE_SIZE = 100;
export const EXPANDED = ['schedule', 'discounts.source.coupon', 'default_payment_method'];

/** Retrieves a subscription, expanded, with its one item. Throws NotFound for one without an item, which is not ours. */
export async function retrieve(
  stripe: Stripe,
  ref: string,
): Promise<{ readonly subscription: Stripe.Subscription; readonly item: Stripe.SubscriptionItem }> {
  const subscription = await stripe.subscriptions.retrieve(ref, { expand: EXPANDED });
  return { subscription, item: itemOf(subscription) };
}

function itemOf({ items }: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = items.data;
  if (item === undefined) throw new NotFound('Stripe has this subscription without an item');
  return item;
}

interface Parts {
  readonly database: Connection;
  readonly clock: Clock;
}

export async function readStripeSubscription(
  stripe: Stripe,
  publication: Tenant,
  parts: Parts,
  ref: string,
): Promise<GatewaySubscription> {
  return toGatewaySubscription(stripe, publication, parts, (await retrieve(stripe, ref)).subscription);
}

/** @param subscription expanded by EXPANDED */
export async function toGatewaySubscription(
  stripe: Stripe,
  publication: Tenant,
  { database, clock }: Parts,
  subscription: Stripe.Subscription,
): Promise<GatewaySubscription> {
  const { id: ref } = subscription;
  const item = itemOf(subscription);
  const fallbackId = subscription.metadata[META.price] ?? '';
  const [payments, checkoutRef, next] = await Promise.all([
    listPayments(stripe, subscription, item.price, fallbackId),
    checkoutOf(stripe, publication, database, subscription),
    nextPrice(stripe, subscription, item),
  ]);
  const open = openPauseOf(subscription);
  const isPaused = open !== undefined && clock.now().getTime() >= open.from * 1000 && open.until > open.from;
  const state = isPaused ? 'paused' : await stateOf(stripe, subscription, payments.length > 0);
  const isOwed = state === 'past_due';
  const paidUntil = open?.from ?? (isOwed ? item.current_period_start : item.current_period_end);
  const periodEnd = toDate(paidUntil);
  const cancelAt = cancelTime(subscription, item);
  const goesOn = state !== 'ended' && cancelAt === null;
  return {
    ref,
    checkoutRef,
    state,
    price: toChargedPrice(item.price, fallbackId),
    nextPriceId: next === undefined ? null : ((await ourPriceId(stripe, next)) ?? null),
    nextAmount: goesOn ? amountOfRenewal(subscription, next ?? item.price, item.current_period_end) : null,
    periodEnd,
    ...timesOf(subscription),
    cancelAt,
    pastDueSince: isOwed ? periodEnd : null,
    declineReason: isOwed ? await readDeclineReason(stripe, ref) : null,
    card: cardOf(subscription),
    payments,
  };
}

function cardOf({ default_payment_method: method }: Stripe.Subscription): PayingCard | null {
  if (method === null || typeof method === 'string' || method.card === undefined) return null;
  const { brand, last4, exp_year: year, exp_month: month } = method.card;
  return { brand, last4, expires: `${year}-${String(month).padStart(2, '0')}` };
}

/** A trial that is a pause is none of the reader's own. */
function timesOf(subscription: Stripe.Subscription): Pick<GatewaySubscription, 'trialEnd' | 'pause'> {
  const { trial_end: trialEnd } = subscription;
  const last = pauseOf(subscription);
  const isOwn = trialEnd !== null && (last === undefined || trialEnd < last.from);
  return {
    trialEnd: isOwn ? toDate(trialEnd) : null,
    pause:
      last === undefined || last.until === last.from ? null : { from: toDate(last.from), until: toDate(last.until) },
  };
}

export async function listPage(
  stripe: Stripe,
  publication: Tenant,
  database: Connection,
  cursor: string | undefined,
): Promise<SubscriptionPage> {
  const { data, has_more: hasMore } = await stripe.subscriptions.list({
    status: 'all',
    limit: PAGE_SIZE,
    ...(cursor !== undefined && { starting_after: cursor }),
  });
  const toListed = async (subscription: Stripe.Subscription): Promise<ListedSubscription> => ({
    ref: subscription.id,
    checkoutRef: await checkoutOf(stripe, publication, database, subscription),
    state: toState(subscription.status),
  });
  return { subscriptions: await Promise.all(data.map(toListed)), next: hasMore ? data.at(-1)?.id : undefined };
}

/** The checkout named by the subscription's metadata: from our record, otherwise from Stripe. Undefined where the publication did not make it. */
export async function checkoutOf(
  stripe: Stripe,
  publication: Tenant,
  database: Connection,
  { id, metadata }: Stripe.Subscription,
): Promise<string | undefined> {
  const key = metadata[META.checkout];
  if (metadata[META.publication] !== publication.id || key === undefined) return undefined;
  return (
    (await findCheckoutRef(publication, database, key)) ??
    (await stripe.checkout.sessions.list({ subscription: id, limit: 1 })).data[0]?.id
  );
}

/** At Stripe a subscription is active while the debit that is to begin it is under way, and even after that has failed. */
async function stateOf(stripe: Stripe, subscription: Stripe.Subscription, wasPaid: boolean): Promise<State> {
  const { id, status, trial_end: trialEnd, collection_method: method } = subscription;
  const state = toState(status);
  const mayBeUnpaid = (state === 'active' || state === 'past_due') && !wasPaid && trialEnd === null;
  if (!mayBeUnpaid || method !== 'charge_automatically') return state;
  const first = await findFirstInvoice(stripe, id);
  return first === undefined || first.status === 'paid' ? state : 'pending';
}

function toState(status: string): State {
  const state = STATES[status];
  if (state === undefined) throw new Error(`Stripe has a status that is not known here: ${status}`);
  return state;
}

/** When it ends without a renewal, by either of Stripe's two fields. */
function cancelTime(
  { cancel_at: cancelAt, cancel_at_period_end: isAtPeriodEnd }: Stripe.Subscription,
  { current_period_end: periodEnd }: Stripe.SubscriptionItem,
): Date | null {
  if (cancelAt !== null) return toDate(cancelAt);
  return isAtPeriodEnd ? toDate(periodEnd) : null;
}

/** The price of the next phase, where a switch waits for the period's end. */
export async function nextPrice(
  stripe: Stripe,
  { schedule }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Promise<Stripe.Price | undefined> {
  if (schedule === null || typeof schedule === 'string' || schedule.status !== 'active') return undefined;
  const following = schedule.phases.find(({ start_date: start }) => start >= item.current_period_end)?.items[0]?.price;
  if (following === undefined || idOf(following) === item.price.id) return undefined;
  return stripe.prices.retrieve(idOf(following));
}

/** Nothing, where the account's owner has the collection rest by then. */
function amountOfRenewal(
  subscription: Pick<Stripe.Subscription, 'discounts' | 'pause_collection'>,
  price: Stripe.Price,
  at: number,
): number {
  const rest = subscription.pause_collection ?? null;
  const isResting = rest !== null && (rest.resumes_at === null || rest.resumes_at > at);
  return isResting ? 0 : nextAmount(subscription, price, at);
}

/** The amount of a charge, less the discounts that run then. @param at the time of the charge, in Stripe's seconds */
export function nextAmount(
  { discounts }: Pick<Stripe.Subscription, 'discounts'>,
  { unit_amount: amount, currency }: Pick<Stripe.Price, 'unit_amount' | 'currency'>,
  at: number,
): number {
  const charged = discounts.reduce(
    (left, discount) =>
      typeof discount === 'string' || (discount.end !== null && discount.end <= at)
        ? left
        : left - discountOf(discount, left),
    amount ?? 0,
  );
  return fromStripeAmount(Math.max(0, charged), currency);
}

function discountOf({ source }: Stripe.Discount, amount: number): number {
  if (source.coupon === null || typeof source.coupon === 'string') return 0;
  const { amount_off: off, percent_off: percent } = source.coupon;
  return off ?? Math.round((amount * (percent ?? 0)) / 100);
}
