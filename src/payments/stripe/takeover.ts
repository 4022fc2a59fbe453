// What a connected Stripe account held before: its customers with their subscriptions, and whether each can be held here.
// The only write is metadata, by which this service finds its price; nothing is charged or prorated.
import type Stripe from 'stripe';
import type { TakeoverNote } from '../../models/imports/import-block.ts';
import type { RowFaultKind } from '../../models/imports/row.ts';
import type { Tenant } from '../../models/record.ts';
import type { GatewayParts, GatewayTakeover } from '../gateway-definition.ts';
import type { AccountCustomer, AccountSubscription } from '../takeover/account.ts';
import { fromStripeAmount } from './amounts.ts';
import { stripeOf } from './client.ts';
import { callStripe } from './errors.ts';
import { META } from './prices.ts';
import { EXPANDED, toGatewaySubscription } from './subscription.ts';
import { toDate } from './wire.ts';

const PAGE_SIZE = 100;
const SUBSCRIPTIONS_MAX = 1000;

export const STRIPE_TAKEOVER: GatewayTakeover = {
  async listCustomers(parts, publication, cursor) {
    return ask(parts, publication, async (stripe) => {
      const { data, has_more: hasMore } = await stripe.customers.list({
        limit: PAGE_SIZE,
        expand: ['data.subscriptions'],
        ...(cursor !== undefined && { starting_after: cursor }),
      });
      const customers: AccountCustomer[] = [];
      for (const customer of data) customers.push(await toCustomer(stripe, publication, customer));
      return { customers, next: hasMore ? data.at(-1)?.id : undefined };
    });
  },
  async readPrice(parts, publication, ref) {
    return ask(parts, publication, async (stripe) => {
      const price = await stripe.prices.retrieve(ref, { expand: ['product'] });
      const { product, nickname } = price;
      const isNamed = typeof product !== 'string' && 'name' in product;
      return {
        ref,
        product: typeof product === 'string' ? product : product.id,
        name: isNamed ? product.name : (nickname ?? ref),
        amount: isFlat(price) ? fromStripeAmount(price.unit_amount ?? 0, price.currency) : null,
        currency: price.currency.toUpperCase(),
        interval: intervalOf(price) ?? null,
        ourPriceId: price.metadata[META.publication] === publication.id ? (price.metadata[META.price] ?? null) : null,
      };
    });
  },
  async claim(parts, publication, { ref, priceId }) {
    return ask(parts, publication, async (stripe) => {
      // Without an idempotency key of ours: a second call has to answer with the state at that time.
      const claimed = await stripe.subscriptions.update(ref, {
        metadata: { [META.publication]: publication.id, [META.price]: priceId },
        expand: [...EXPANDED],
      });
      return toGatewaySubscription(stripe, publication, parts, claimed);
    });
  },
};

async function ask<Answer>(
  parts: GatewayParts,
  publication: Tenant,
  work: (stripe: Stripe) => Promise<Answer>,
): Promise<Answer> {
  const stripe = await stripeOf(parts, publication);
  return callStripe(() => work(stripe));
}

async function toCustomer(stripe: Stripe, publication: Tenant, customer: Stripe.Customer): Promise<AccountCustomer> {
  const { id, email, name = null, created, subscriptions } = customer;
  const all =
    subscriptions?.has_more === true
      ? await stripe.subscriptions
          .list({ customer: id, limit: PAGE_SIZE })
          .autoPagingToArray({ limit: SUBSCRIPTIONS_MAX })
      : (subscriptions?.data ?? []);
  return {
    ref: id,
    email,
    name,
    createdAt: toDate(created),
    subscriptions: all.map((subscription) => toSubscription(publication, subscription)),
  };
}

function toSubscription(publication: Tenant, subscription: Stripe.Subscription): AccountSubscription {
  const { id, metadata, items } = subscription;
  const isOurs = metadata[META.publication] === publication.id && metadata[META.checkout] !== undefined;
  return {
    ref: id,
    priceRef: items.data[0]?.price.id ?? '',
    isOurs,
    fault: faultOf(publication, subscription),
    notes: NOTES.filter(([, has]) => has(subscription)).map(([note]) => note),
  };
}

/** What cannot be held here, in the order in which it is told. */
const FAULTS: readonly (readonly [
  RowFaultKind,
  (subscription: Stripe.Subscription, item: Stripe.SubscriptionItem) => boolean,
])[] = [
  ['unpaid-start', ({ status }) => status === 'incomplete' || status === 'incomplete_expired'],
  ['over', ({ status }) => status === 'canceled'],
  ['invoiced', ({ collection_method: method }) => method === 'send_invoice'],
  ['items', ({ items }) => items.data.length > 1],
  ['metered', (_, { price }) => price.recurring?.usage_type === 'metered'],
  ['amount', (_, { price }) => !isFlat(price)],
  ['interval', (_, { price }) => intervalOf(price) === undefined],
  ['quantity', (_, { quantity }) => (quantity ?? 1) !== 1],
  ['currency', ({ currency }, { price }) => currency !== price.currency],
  ['tax', isTaxedOnTop],
];

function faultOf(publication: Tenant, subscription: Stripe.Subscription): RowFaultKind | undefined {
  const [item] = subscription.items.data;
  if (item === undefined) return 'items';
  const owners = [subscription.metadata[META.publication], item.price.metadata[META.publication]];
  if (owners.some((owner) => owner !== undefined && owner !== publication.id)) return 'of-another';
  return FAULTS.find(([, has]) => has(subscription, item))?.[0];
}

/** The price that we show is what is charged. */
function isTaxedOnTop(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): boolean {
  const { automatic_tax: automatic, default_tax_rates: rates } = subscription;
  const isExclusive = [...(rates ?? []), ...(item.tax_rates ?? [])].some(({ inclusive }) => !inclusive);
  return isExclusive || (automatic?.enabled === true && item.price.tax_behavior === 'exclusive');
}

function isFlat({ unit_amount: amount, recurring }: Stripe.Price): boolean {
  return amount !== null && recurring !== null && recurring.usage_type !== 'metered';
}

function intervalOf({ recurring }: Stripe.Price): 'month' | 'year' | undefined {
  if (recurring === null || recurring.interval_count !== 1) return undefined;
  return (['month', 'year'] as const).find((interval) => interval === recurring.interval);
}

const NOTES: readonly (readonly [TakeoverNote, (subscription: Stripe.Subscription) => boolean])[] = [
  ['trial', ({ status }) => status === 'trialing'],
  ['past_due', ({ status }) => status === 'past_due' || status === 'unpaid' || status === 'paused'],
  ['ends', ({ cancel_at: at, cancel_at_period_end: isAtEnd }) => isAtEnd || at !== null],
  ['not_collected', ({ pause_collection: rest }) => (rest ?? null) !== null],
  ['discount', ({ discounts }) => discounts.length > 0],
  ['schedule', ({ schedule }) => schedule !== null],
  ['former_fee', ({ application_fee_percent: fee }) => (fee ?? null) !== null],
];
