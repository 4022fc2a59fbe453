// Changes a subscription at Stripe: cancel at the period's end, resume, cancel now, refund, switch the price. Each step derives an idempotency key
// of its own from the caller's; a retry goes on where the first try stopped.
import type Stripe from 'stripe';
import type { Clock } from '../../database/clock.ts';
import type { Connection } from '../../database/connection.ts';
import { Conflict } from '../../models/errors.ts';
import type { Tenant } from '../../models/record.ts';
import { DebitUnderWay } from '../debit-under-way.ts';
import type { ChargedPrice, SwitchResult } from '../gateway.ts';
import type { SwitchPreview } from '../switch-terms.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';
import { toDecline } from './errors.ts';
import { openPauseOf } from './pause-trial.ts';
import { isDebitUnderWay } from './payments.ts';
import { isAtPrice, META, priceFor } from './prices.ts';
import { nextAmount, retrieve } from './subscription.ts';
import { idOf, toDate } from './wire.ts';

const ENDED_STATUSES = new Set(['canceled', 'incomplete_expired']);
const UNPAID_STATUSES = new Set(['past_due', 'unpaid', 'paused']);

/** Also undoes a price switch that waits for the period's end. A subscription that is past due or paused has no paid period left and ends at once. */
export async function cancelAtPeriodEnd(stripe: Stripe, clock: Clock, key: string, ref: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(ref);
  if (ENDED_STATUSES.has(subscription.status)) return;
  const pause = openPauseOf(subscription);
  const isPaused = pause !== undefined && clock.now().getTime() >= pause.from * 1000;
  if (UNPAID_STATUSES.has(subscription.status) || isPaused) return cancelNow(stripe, key, ref);
  await releaseSchedule(stripe, key, subscription);
  // The period of a pause is not the paid one.
  const end = pause === undefined ? { cancel_at_period_end: true } : { cancel_at: pause.from };
  await stripe.subscriptions.update(ref, end, { idempotencyKey: `${key} cancel` });
}

export async function resume(stripe: Stripe, key: string, ref: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(ref);
  if (ENDED_STATUSES.has(subscription.status)) return;
  const isAtTime = subscription.cancel_at !== null && !subscription.cancel_at_period_end;
  const goesOn = isAtTime ? { cancel_at: '' as const } : { cancel_at_period_end: false };
  await stripe.subscriptions.update(ref, goesOn, { idempotencyKey: `${key} resume` });
}

export async function cancelNow(stripe: Stripe, key: string, ref: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(ref);
  if (ENDED_STATUSES.has(subscription.status)) return;
  // Stripe's defaults: without an invoice and without proration.
  await stripe.subscriptions.cancel(ref, {}, { idempotencyKey: `${key} end` });
}

export async function refundPayment(stripe: Stripe, key: string, paymentRef: string, amount: number): Promise<void> {
  const { currency } = await stripe.paymentIntents.retrieve(paymentRef);
  const params = { payment_intent: paymentRef, amount: toStripeAmount(amount, currency.toUpperCase()) };
  await stripe.refunds.create(params, { idempotencyKey: `${key} refund` });
}

/**
 * Stripe's own invoice preview, for a time that `switchPrice` repeats. A larger charge happens now, a smaller one at the period's end; in a trial,
 * both now. Throws DebitUnderWay for one that happens now.
 */
export async function previewChange(
  stripe: Stripe,
  publication: Tenant,
  database: Connection,
  clock: Clock,
  ref: string,
  price: ChargedPrice,
): Promise<SwitchPreview> {
  const { subscription, item } = await retrieve(stripe, ref);
  const { currency, amount } = price;
  const at = Math.floor(clock.now().getTime() / 1000);
  const isTrial = subscription.status === 'trialing';
  const stripePrice = { unit_amount: toStripeAmount(amount, currency), currency: currency.toLowerCase() };
  if (!isTrial && stripePrice.unit_amount <= (item.price.unit_amount ?? 0)) {
    const nextAt = item.current_period_end;
    return {
      timing: 'at_period_end',
      at: toDate(at),
      dueNow: 0,
      currency,
      nextAmount: nextAmount(subscription, stripePrice, nextAt),
      nextAt: toDate(nextAt),
    };
  }
  if (await isDebitUnderWay(stripe, ref)) throw new DebitUnderWay('price_id');
  const invoice = await previewInvoice(stripe, subscription, item, {
    price: await priceFor(stripe, publication, database, price),
    at,
  });
  const isSameInterval = item.price.recurring?.interval === price.interval;
  const nextAt =
    isTrial || isSameInterval
      ? item.current_period_end
      : Math.max(...invoice.lines.data.map(({ period }) => period.end));
  const due = { dueNow: fromStripeAmount(invoice.amount_due, currency.toLowerCase()), currency };
  return {
    timing: 'now',
    at: toDate(at),
    ...due,
    nextAmount: nextAmount(subscription, stripePrice, nextAt),
    nextAt: toDate(nextAt),
  };
}

/** Throws Conflict, and changes nothing, when the switch would cost something else than its preview, and DebitUnderWay. */
export async function changePrice(
  stripe: Stripe,
  publication: Tenant,
  database: Connection,
  key: string,
  change: { readonly ref: string; readonly price: ChargedPrice; readonly preview: SwitchPreview },
): Promise<SwitchResult> {
  const { ref, price, preview } = change;
  const { subscription, item } = await retrieve(stripe, ref);
  const stripePrice = await priceFor(stripe, publication, database, price);
  if (preview.timing === 'at_period_end')
    return changeAtPeriodEnd(stripe, key, subscription, item, { stripePrice, price });
  if (item.price.id === stripePrice && activeSchedule(subscription) === undefined) return { state: 'done' };
  if (await isDebitUnderWay(stripe, ref)) throw new DebitUnderWay('price_id');
  const at = Math.floor(preview.at.getTime() / 1000);
  const { amount_due: due } = await previewInvoice(stripe, subscription, item, { price: stripePrice, at });
  if (fromStripeAmount(due, price.currency.toLowerCase()) !== preview.dueNow)
    throw new Conflict('price_id', 'The change would not cost what was shown');
  await releaseSchedule(stripe, key, subscription);
  try {
    // error_if_incomplete: if the card is refused, Stripe answers with the decline and changes nothing.
    const paid = { payment_behavior: 'error_if_incomplete', metadata: { [META.price]: price.priceId } } as const;
    await stripe.subscriptions.update(
      ref,
      { ...changeTo(item, stripePrice, at), ...paid },
      { idempotencyKey: `${key} switch` },
    );
    return { state: 'done' };
  } catch (error) {
    const reason = toDecline(error);
    if (reason === undefined) throw error;
    return { state: 'declined', reason };
  }
}

interface Change {
  items: { id: string; price: string }[];
  proration_behavior: 'always_invoice';
}

/** Previews the invoice of a switch at that time. @param at Stripe's seconds */
function previewInvoice(
  stripe: Stripe,
  { id }: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  change: { readonly price: string; readonly at: number },
): Promise<Stripe.Invoice> {
  return stripe.invoices.createPreview({
    subscription: id,
    subscription_details: changeTo(item, change.price, change.at),
  });
}

function changeTo(
  item: Stripe.SubscriptionItem,
  price: string,
  at: number,
): Pick<Stripe.SubscriptionUpdateParams, 'proration_date'> & Change {
  return { items: [{ id: item.id, price }], proration_behavior: 'always_invoice', proration_date: at };
}

/** Makes a schedule of two phases: the present price until the period's end, then the new one, at which the schedule is released. */
async function changeAtPeriodEnd(
  stripe: Stripe,
  key: string,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  { stripePrice, price }: { readonly stripePrice: string; readonly price: ChargedPrice },
): Promise<SwitchResult> {
  if (isAtPrice(subscription, item, stripePrice, price)) {
    await releaseSchedule(stripe, key, subscription);
    return { state: 'done' };
  }
  const schedule =
    activeSchedule(subscription) ??
    (await stripe.subscriptionSchedules.create(
      { from_subscription: subscription.id },
      { idempotencyKey: `${key} schedule` },
    ));
  const discounts = subscription.discounts.map((discount) => ({ discount: idOf(discount) }));
  const kept = discounts.length === 0 ? {} : { discounts };
  const phases = [
    {
      start_date: schedule.current_phase?.start_date ?? item.current_period_start,
      end_date: item.current_period_end,
      items: [{ price: item.price.id, quantity: 1 }],
      ...kept,
    },
    {
      items: [{ price: stripePrice, quantity: 1 }],
      duration: { interval: price.interval, interval_count: 1 },
      proration_behavior: 'none' as const,
      metadata: { [META.price]: price.priceId },
      ...kept,
    },
  ];
  await stripe.subscriptionSchedules.update(
    schedule.id,
    { end_behavior: 'release', proration_behavior: 'none', phases },
    { idempotencyKey: `${key} phases` },
  );
  return { state: 'done' };
}

/** Stripe refuses other changes while a schedule holds the subscription. */
export async function releaseSchedule(stripe: Stripe, key: string, subscription: Stripe.Subscription): Promise<void> {
  if (!subscription.schedule) return;
  const schedule = idOf(subscription.schedule);
  await stripe.subscriptionSchedules.release(schedule, {}, { idempotencyKey: `${key} ${schedule} release` });
}

/** The schedule that controls the subscription now; a released one is not shown. */
export function activeSchedule({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | undefined {
  return schedule !== null && typeof schedule !== 'string' && schedule.status === 'active' ? schedule : undefined;
}
