// Sets the price of a Stripe subscription's next renewal: a schedule of two phases, of which the second is not prorated. Each step derives an
// idempotency key of its own from the caller's; a retry goes on where the first try stopped.
import type Stripe from 'stripe';
import type { Connection } from '../../database/connection.ts';
import type { Tenant } from '../../models/record.ts';
import type { ChargedPrice, ExpectedRenewal } from '../gateway.ts';
import { activeSchedule, releaseSchedule } from './change.ts';
import { isAtPrice, META, ourPriceId, priceFor } from './prices.ts';
import { nextPrice, retrieve } from './subscription.ts';
import { idOf } from './wire.ts';

/** Only these go on to a next period that is charged. */
const GOING_ON = new Set(['active', 'trialing']);
const ENDED = new Set(['canceled', 'incomplete_expired']);

/** Returns false, and changes nothing, where the subscription is not as expected (gateway.ts, setRenewalPrice). */
export async function setRenewalPrice(
  stripe: Stripe,
  publication: Tenant,
  database: Connection,
  key: string,
  change: { readonly ref: string; readonly price: ChargedPrice; readonly expected: ExpectedRenewal },
): Promise<boolean> {
  const { ref, price, expected } = change;
  const { subscription, item } = await retrieve(stripe, ref);
  if (ENDED.has(subscription.status) || !(await isExpected(stripe, { subscription, item }, expected, price)))
    return false;
  const stripePrice = await priceFor(stripe, publication, database, price);
  if (isAtPrice(subscription, item, stripePrice, price)) {
    await releaseSchedule(stripe, key, subscription);
    return true;
  }
  const isToEnd = subscription.cancel_at !== null || subscription.cancel_at_period_end;
  if (!GOING_ON.has(subscription.status) || isToEnd) return false;
  const schedule = await scheduleOf(stripe, key, subscription, item);
  if (schedule === undefined) return false;
  const phases = phasesOf(subscription, item, schedule, { stripePrice, price });
  await stripe.subscriptionSchedules.update(
    schedule.id,
    { end_behavior: 'release', proration_behavior: 'none', phases },
    { idempotencyKey: `${key} renewal` },
  );
  return true;
}

/** The schedule that controls the present period, or a new one; undefined where the subscription is renewed just now. */
async function scheduleOf(
  stripe: Stripe,
  key: string,
  subscription: Stripe.Subscription,
  { current_period_end: periodEnd }: Stripe.SubscriptionItem,
): Promise<Stripe.SubscriptionSchedule | undefined> {
  const isOfPeriod = (schedule: Stripe.SubscriptionSchedule) => schedule.current_phase?.end_date === periodEnd;
  const active = activeSchedule(subscription);
  if (active !== undefined && isOfPeriod(active)) return active;
  if (active !== undefined) await releaseSchedule(stripe, key, subscription);
  const made = await stripe.subscriptionSchedules.create(
    { from_subscription: subscription.id },
    { idempotencyKey: `${key} renewal schedule` },
  );
  if (isOfPeriod(made)) return made;
  await stripe.subscriptionSchedules.release(made.id, {}, { idempotencyKey: `${key} ${made.id} release` });
  return undefined;
}

/** The present price until the period ends, or the trial, then the other one, at which the schedule is released. */
function phasesOf(
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
  schedule: Stripe.SubscriptionSchedule,
  { stripePrice, price }: { readonly stripePrice: string; readonly price: ChargedPrice },
): Stripe.SubscriptionScheduleUpdateParams.Phase[] {
  const discounts = subscription.discounts.map((discount) => ({ discount: idOf(discount) }));
  const kept = discounts.length === 0 ? {} : { discounts };
  const [start, end] = [schedule.current_phase?.start_date ?? item.current_period_start, item.current_period_end];
  const present = { start_date: start, end_date: end, items: [{ price: item.price.id, quantity: 1 }], ...kept };
  return [
    // Without `trial`, a phase charges at once.
    subscription.status === 'trialing' ? { ...present, trial: true } : present,
    {
      items: [{ price: stripePrice, quantity: 1 }],
      duration: { interval: price.interval, interval_count: 1 },
      proration_behavior: 'none',
      metadata: { [META.price]: price.priceId },
      ...kept,
    },
  ];
}

async function isExpected(
  stripe: Stripe,
  { subscription, item }: Awaited<ReturnType<typeof retrieve>>,
  { priceId, nextPriceId, periodEnd }: ExpectedRenewal,
  price: ChargedPrice,
): Promise<boolean> {
  // A past due subscription has the end of its last paid period; only a waiting price is taken back from it.
  const isSamePeriod = item.current_period_end * 1000 === periodEnd.getTime() || !GOING_ON.has(subscription.status);
  const found = (await ourPriceId(stripe, item.price)) ?? subscription.metadata[META.price];
  const next = await nextPrice(stripe, subscription, item);
  const foundNext = (next && (await ourPriceId(stripe, next))) ?? null;
  const wanted = price.priceId === priceId ? null : price.priceId;
  return isSamePeriod && found === priceId && [nextPriceId, wanted].includes(foundNext);
}
