// Starts checkouts at the gateway: for a subscription, one open per customer and plan; for a new card; for a gift. checkout-progress.ts says how
// each goes.
import type { Transaction } from '../../database/connection.ts';
import { getDiscountCode } from '../../models/catalog/discount-code.ts';
import { findOffer } from '../../models/catalog/offer.ts';
import { listPlans } from '../../models/catalog/plan.ts';
import { Conflict, NotFound } from '../../models/errors.ts';
import { findBillingOf } from '../../models/money/billing-record.ts';
import { keepStarted, openCheckout, type Checkout, type NewCheckout } from '../../models/money/checkout.ts';
import { reserveDiscount } from '../../models/money/discount-redemption.ts';
import { findGiftOfCheckout, type NewGift } from '../../models/money/gift-record.ts';
import { createGift } from '../../models/money/gift.ts';
import { findActiveSubscription } from '../../models/money/subscription-record.ts';
import { reserveTrial } from '../../models/money/trial.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { applyCheckout } from '../apply.ts';
import type { CheckoutRequest, Discount, PaymentGateway } from '../gateway.ts';
import { getGateway, getGatewayOf, withTimeout, type PaymentParts } from '../gateways.ts';
import { listOwingOf } from '../subscription.ts';
import { withGatewayCustomer } from './customer.ts';
import { checkUnhindered } from './hindrance.ts';
import { closeOtherCheckouts } from './other-checkouts.ts';
import { checkCode, findCode, toDiscount, trialDaysOf, type CodeUse } from './terms.ts';

export type Payer = Pick<CustomerSummary, 'id' | 'email' | 'name'>;

/** Where the browser goes afterwards; the checkout's id is known only once there is one. */
export type CheckoutUrls = (checkoutId: string) => { readonly returnUrl: string; readonly cancelUrl: string };

export interface CheckoutStart {
  readonly offerSlug: string;
  /** One of the offer's own. */
  readonly priceId: string;
  /** A discount code, as typed. */
  readonly code?: string | undefined;
  /** Already checked against the allowlist. */
  readonly continueUrl?: string | undefined;
  readonly urls: CheckoutUrls;
}

export interface CheckoutStarted {
  readonly checkoutId: string;
  /** The gateway's card page. */
  readonly redirectUrl: string;
}

const TRIES = 4;
/** The terms in which two gifts differ. */
const GIFT_TERMS = ['priceId', 'periods', 'recipientEmail', 'senderName', 'message', 'deliverAt'] as const;

/**
 * Starts or resumes the checkout of an offer; concurrent calls get the same card page. Throws NotFound for an offer or price that is not for sale,
 * Conflict for a plan that is held already (plan_id), a discount code that cannot be used (code) and a trial that was used meanwhile (trial), and
 * GatewayUnavailable within five seconds; then a retry goes on with the same checkout.
 */
export async function startCheckout(
  parts: PaymentParts,
  publication: PublicationRow,
  customer: Payer,
  given: CheckoutStart,
): Promise<CheckoutStarted> {
  const gateway = await getGatewayOf(parts, publication);
  const offer = await findOffer(publication, parts.database, given.offerSlug);
  const price = offer?.prices.find(({ id }) => id === given.priceId);
  if (offer === undefined || price === undefined) throw new NotFound('No such price of an offer that is for sale');
  const [trialDays = null] = await trialDaysOf(parts, publication, { customer }, [offer]);
  const wanted: NewCheckout = {
    customerId: customer.id,
    planId: offer.plan.id,
    purpose: 'subscribe',
    billingId: null,
    priceId: price.id,
    amount: price.amount,
    currency: price.currency,
    interval: price.interval,
    trialDays,
    discountCodeId:
      given.code === undefined
        ? null
        : await codeIdOf(parts, publication, given.code, {
            buyer: { customer },
            choices: [{ offer, price }],
            now: await gateway.now(publication),
          }),
    gateway: gateway.name,
    continueUrl: given.continueUrl ?? null,
  };
  return startAtGateway(parts, gateway, publication, {
    customer,
    wanted,
    urls: given.urls,
    description: offer.plan.name,
    cardUpdateFor: undefined,
  });
}

/** Starts a checkout for a new card, which also pays what is owed. Throws NotFound where no gateway collects, and as startCheckout does. */
export async function startCardUpdate(
  parts: PaymentParts,
  publication: PublicationRow,
  customer: Payer,
  given: { readonly subscriptionId: string; readonly urls: CheckoutUrls },
): Promise<CheckoutStarted> {
  const billing = await findBillingOf(publication, parts.database, given.subscriptionId);
  if (billing === undefined || billing.customerId !== customer.id || billing.state === 'ended')
    throw new NotFound(`No such subscription: ${given.subscriptionId}`);
  const gateway = getGateway(parts, billing.gateway);
  const active = await findActiveSubscription(publication, parts.database, given.subscriptionId);
  // After a pause whose next payment failed, none is active until a card pays.
  const owing = active === undefined ? await listOwingOf(parts, publication, customer.id) : [];
  const planId = active?.planId ?? owing.find((one) => one.subscriptionId === given.subscriptionId)?.plan.id;
  if (planId === undefined) throw new NotFound(`No such subscription: ${given.subscriptionId}`);
  const { priceId, amount, currency, interval } = billing;
  const wanted: NewCheckout = {
    customerId: customer.id,
    planId,
    purpose: 'card_update',
    billingId: billing.id,
    priceId,
    amount,
    currency,
    interval,
    trialDays: null,
    discountCodeId: null,
    gateway: gateway.name,
    continueUrl: null,
  };
  const description = (await listPlans(publication, parts.database)).find(({ id }) => id === planId)?.name ?? '';
  return startAtGateway(parts, gateway, publication, {
    customer,
    wanted,
    urls: given.urls,
    description,
    cardUpdateFor: billing.ref,
  });
}

/** Starts the checkout of a gift, a one-off payment. Throws NotFound and GatewayUnavailable as startCheckout does. */
export async function startGift(
  parts: PaymentParts,
  publication: PublicationRow,
  customer: Payer,
  given: { readonly gift: NewGift; readonly planName: string; readonly urls: CheckoutUrls },
): Promise<CheckoutStarted> {
  const gateway = await getGatewayOf(parts, publication);
  const { planId, priceId, amount, currency, interval } = given.gift;
  const terms = {
    billingId: null,
    priceId,
    amount,
    currency,
    interval,
    trialDays: null,
    discountCodeId: null,
    continueUrl: null,
  };
  const wanted: NewCheckout = { customerId: customer.id, planId, purpose: 'gift', gateway: gateway.name, ...terms };
  return startAtGateway(parts, gateway, publication, {
    customer,
    wanted,
    urls: given.urls,
    description: given.planName,
    cardUpdateFor: undefined,
    gift: given.gift,
  });
}

interface CheckoutOrder {
  readonly customer: Payer;
  readonly wanted: NewCheckout;
  readonly urls: CheckoutUrls;
  readonly description: string;
  readonly cardUpdateFor: string | undefined;
  /** Set for a gift. */
  readonly gift?: NewGift;
}

async function startAtGateway(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: PublicationRow,
  order: CheckoutOrder,
): Promise<CheckoutStarted> {
  const { wanted } = order;
  const now = await gateway.now(publication);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const pending = await closeOtherCheckouts(parts, publication, wanted);
    if (pending !== undefined) return { checkoutId: pending.id, redirectUrl: order.urls(pending.id).returnUrl };
    if (wanted.purpose === 'subscribe') await checkUnhindered(parts, publication, wanted);
    const checkout = await parts.database.transaction((transaction) =>
      openCheckout(publication, transaction, parts.clock, wanted, (id) =>
        reserve(parts, publication, transaction, order, id, now),
      ),
    );
    const started = checkout && (await openCardPage(parts, gateway, publication, checkout, order));
    if (checkout !== undefined && started !== undefined) return { checkoutId: checkout.id, redirectUrl: started };
  }
  throw new Conflict('checkout', 'Another checkout of this plan is under way: try again in a moment');
}

/** Returns the address of the card page, or of our page that says that a debit is under way; undefined when the open checkout had other terms or is over, and is closed now. */
async function openCardPage(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: PublicationRow,
  checkout: Checkout,
  order: CheckoutOrder,
): Promise<string | undefined> {
  const { wanted } = order;
  const discount =
    checkout.discountCodeId === null
      ? null
      : toDiscount(await getDiscountCode(publication, parts.database, checkout.discountCodeId));
  const start = (customerRef: string) =>
    withTimeout(
      gateway.startCheckout(
        publication,
        `${checkout.id} ${customerRef}`,
        toRequest(checkout, order, customerRef, discount),
      ),
    );
  const started = await withGatewayCustomer(parts, gateway, publication, order.customer, start);
  await parts.database.transaction((transaction) => keepStarted(transaction, checkout, started));
  const gift = order.gift && (await findGiftOfCheckout(publication, parts.database, checkout.id));
  const isSameGift =
    order.gift === undefined || (gift !== undefined && GIFT_TERMS.every((term) => gift[term] === order.gift?.[term]));
  const isWanted =
    isSameGift &&
    (['priceId', 'billingId', 'continueUrl', 'trialDays', 'discountCodeId'] as const).every(
      (term) => checkout[term] === wanted[term],
    );
  const read = isWanted
    ? gateway.readCheckout(publication, started.ref)
    : gateway.expireCheckout(publication, started.ref);
  const { state } = await withTimeout(read);
  if (state === 'open') return started.redirectUrl;
  if (state === 'pending') return order.urls(checkout.id).returnUrl;
  await withTimeout(applyCheckout(parts, gateway, started.ref));
  return undefined;
}

function toRequest(
  { id, purpose, priceId, amount, currency, interval, trialDays }: Checkout,
  { urls, description, cardUpdateFor }: CheckoutOrder,
  customerRef: string,
  discount: Discount | null,
): CheckoutRequest {
  return {
    mode: purpose === 'gift' ? 'one-off' : 'subscription',
    ...urls(id),
    customerRef,
    description,
    price: { priceId, amount, currency, interval },
    trialDays,
    discount,
    cardUpdateFor,
  };
}

/** Returns the id of the discount code. Throws Conflict where it cannot be used. */
async function codeIdOf(parts: PaymentParts, publication: PublicationRow, text: string, use: CodeUse): Promise<string> {
  const [found] = await checkCode(parts, publication, await findCode(parts, publication, text), use);
  if (found?.state !== 'good') throw new Conflict('code', `The code cannot be used: ${found?.reason ?? 'unknown'}`);
  return found.code.id;
}

/** Reserves gift, trial and discount in the transaction that opens the checkout. Throws Conflict where another checkout was quicker. */
async function reserve(
  { clock, secretKeys }: PaymentParts,
  publication: PublicationRow,
  transaction: Transaction,
  { wanted: { customerId, planId, trialDays, discountCodeId: codeId, gateway }, customer, gift }: CheckoutOrder,
  checkoutId: string,
  now: Date,
): Promise<void> {
  if (gift !== undefined)
    await createGift(publication, transaction, clock, { ...gift, checkoutId, customerId, gateway });
  const trier = { customerId, email: customer.email ?? '', planId, checkoutId };
  if (trialDays !== null && !(await reserveTrial(publication, transaction, clock, secretKeys, trier)))
    throw new Conflict('trial', 'This plan was tried already');
  const reserved =
    codeId === null
      ? 'reserved'
      : await reserveDiscount(publication, transaction, clock, { codeId, customerId, checkoutId, now });
  if (reserved !== 'reserved') throw new Conflict('code', `The code cannot be used: ${reserved}`);
}
