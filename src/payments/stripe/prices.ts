// Our prices and discounts at Stripe, found by a name that we gave them, or made. A product is a plan. Prices and coupons are immutable, so another
// amount is another record.
import type Stripe from 'stripe';
import type { Connection } from '../../database/connection.ts';
import { listPlans } from '../../models/catalog/plan.ts';
import { listPrices, type Interval } from '../../models/catalog/price.ts';
import { NotFound } from '../../models/errors.ts';
import type { Tenant } from '../../models/record.ts';
import { MONTHS } from '../calendar.ts';
import type { ChargedPrice, Discount } from '../gateway.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';
import { hasCode } from './errors.ts';

/** The keys of our metadata at Stripe. An object with the first one was made by this service. */
export const META = {
  publication: 'masthead_publication',
  checkout: 'masthead_checkout',
  price: 'masthead_price',
  updatedSubscription: 'masthead_mends',
  pausedFrom: 'masthead_paused_from',
  pausedUntil: 'masthead_paused_until',
} as const;

const PRICE_CACHE_MAX = 5000;
const cachedPriceIds = new Map<string, string | undefined>();

/** Stripe's id of the price. */
export async function priceFor(
  stripe: Stripe,
  publication: Tenant,
  database: Connection,
  price: ChargedPrice,
): Promise<string> {
  const { priceId, amount, currency, interval } = price;
  const lookupKey = `masthead_${priceId}_${amount}_${currency}_${interval}`;
  const found = (await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })).data[0];
  if (found !== undefined) return found.id;
  const product = await productFor(stripe, publication, database, priceId);
  const made = await stripe.prices.create(
    {
      product,
      currency: currency.toLowerCase(),
      unit_amount: toStripeAmount(amount, currency),
      recurring: { interval },
      // Prices include the tax (decisions 41); it cannot be said of a price later.
      tax_behavior: 'inclusive',
      lookup_key: lookupKey,
      // A price that was archived at Stripe gives up its name.
      transfer_lookup_key: true,
      metadata: { [META.publication]: publication.id, [META.price]: priceId },
    },
    { idempotencyKey: `${lookupKey} price` },
  );
  return made.id;
}

async function productFor(stripe: Stripe, publication: Tenant, database: Connection, priceId: string): Promise<string> {
  const planId = (await listPrices(publication, database)).find(({ id }) => id === priceId)?.planId;
  const plan = (await listPlans(publication, database)).find(({ id }) => id === planId);
  if (plan === undefined) throw new NotFound(`No such price: ${priceId}`);
  const id = `masthead_${plan.id}`;
  try {
    await stripe.products.create(
      { id, name: plan.name, metadata: { [META.publication]: publication.id } },
      { idempotencyKey: `${id} product ${plan.name}`.slice(0, 255) },
    );
  } catch (error) {
    if (!hasCode(error, 'resource_already_exists')) throw error;
  }
  return id;
}

/** The id of our price behind Stripe's; undefined for one that somebody else made. Cached by Stripe's id. @param price its id, or the whole object */
export async function ourPriceId(stripe: Stripe, price: string | Stripe.Price): Promise<string | undefined> {
  if (typeof price !== 'string') return price.metadata[META.price];
  if (!cachedPriceIds.has(price)) {
    if (cachedPriceIds.size >= PRICE_CACHE_MAX) cachedPriceIds.clear();
    cachedPriceIds.set(price, (await stripe.prices.retrieve(price)).metadata[META.price]);
  }
  return cachedPriceIds.get(price);
}

/**
 * Whether the subscription has that price. One that was taken over keeps the price under which it was sold, and names ours
 * in its metadata.
 */
export function isAtPrice(
  { metadata }: Pick<Stripe.Subscription, 'metadata'>,
  { price: present }: Pick<Stripe.SubscriptionItem, 'price'>,
  stripePrice: string,
  { priceId, amount, currency }: ChargedPrice,
): boolean {
  if (present.id === stripePrice) return true;
  const isForeign = present.metadata[META.price] === undefined && metadata[META.price] === priceId;
  return isForeign && present.unit_amount === toStripeAmount(amount, currency);
}

/** @param fallbackId our price's id, for a price that was changed at Stripe */
export function toChargedPrice(price: Stripe.Price, fallbackId: string): ChargedPrice {
  return {
    priceId: price.metadata[META.price] ?? fallbackId,
    amount: fromStripeAmount(price.unit_amount ?? 0, price.currency),
    currency: price.currency.toUpperCase(),
    interval: toInterval(price.recurring?.interval),
  };
}

function toInterval(interval: string | undefined): Interval {
  return interval === 'year' ? 'year' : 'month';
}

/** Stripe's id of the coupon of a discount. */
export async function couponFor(
  stripe: Stripe,
  discount: Discount,
  interval: Interval,
  trialDays: number | null,
): Promise<string> {
  const { off } = discount;
  const duration = durationOf(discount, interval, trialDays);
  const id = `masthead_${discount.id}_${duration.duration_in_months ?? duration.duration}`;
  const takes =
    'percent' in off
      ? { percent_off: off.percent }
      : { amount_off: toStripeAmount(off.amount, off.currency), currency: off.currency.toLowerCase() };
  try {
    await stripe.coupons.create({ id, ...takes, ...duration }, { idempotencyKey: `${id} coupon` });
  } catch (error) {
    if (!hasCode(error, 'resource_already_exists')) throw error;
  }
  return id;
}

/**
 * Stripe counts months from the subscription's start, the trial included, so the months that a trial may take are added: nobody pays more than was
 * promised. Never `once`: such a discount ends with the first invoice, and a switch within the period would be charged without it.
 */
function durationOf(
  { periods }: Discount,
  interval: Interval,
  trialDays: number | null,
): { duration: 'forever' | 'repeating'; duration_in_months?: number } {
  if (periods === null) return { duration: 'forever' };
  const trialMonths = Math.ceil(Math.max(0, (trialDays ?? 0) - 27) / 28);
  return { duration: 'repeating', duration_in_months: periods * MONTHS[interval] + trialMonths };
}
