// Stripe Checkout, the hosted card page: in subscription mode, in payment mode for a one-off payment, and in setup mode for a new card, which
// then pays the open invoices.
import type Stripe from 'stripe';
import type { Clock } from '../../database/clock.ts';
import type { Connection } from '../../database/connection.ts';
import { NotFound } from '../../models/errors.ts';
import type { GatewayTax } from '../../models/receipts/receipt.ts';
import type { Tenant } from '../../models/record.ts';
import { findSeller } from '../../models/tax/seller.ts';
import type { CheckoutRequest, GatewayCheckout, GatewayOneOff, StartedCheckout } from '../gateway.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';
import { cancelNow } from './change.ts';
import { disputeOf } from './disputes.ts';
import { toDecline } from './errors.ts';
import { findFirstInvoice, meansOf, taxOfSession } from './payments.ts';
import { couponFor, META, priceFor } from './prices.ts';
import { idOf, toDate } from './wire.ts';

type Session = Stripe.Checkout.Session;
/** The states of a payment intent of a complete session that will not be paid any more. */
const OVER_UNPAID: ReadonlySet<string> = new Set(['requires_payment_method', 'canceled']);

type SessionParams = Stripe.Checkout.SessionCreateParams;

export async function startSession(
  stripe: Stripe,
  publication: Tenant,
  database: Connection,
  key: string,
  request: CheckoutRequest,
): Promise<StartedCheckout> {
  const { returnUrl, cancelUrl, customerRef, cardUpdateFor } = request;
  const metadata = { [META.publication]: publication.id, [META.checkout]: key };
  const shared = { success_url: returnUrl, cancel_url: cancelUrl, metadata };
  const params: SessionParams =
    cardUpdateFor !== undefined
      ? {
          ...shared,
          ...(await cardUpdateParams(stripe, cardUpdateFor)),
          metadata: { ...metadata, [META.updatedSubscription]: cardUpdateFor },
        }
      : {
          ...shared,
          customer: customerRef,
          ...(await automaticTax(publication, database)),
          ...(request.mode === 'one-off'
            ? oneOffParams(request, metadata)
            : await subscriptionParams(stripe, publication, database, request, metadata)),
        };
  const session = await stripe.checkout.sessions.create(params, { idempotencyKey: `${key} checkout` });
  if (session.url === null) throw new NotFound(`Stripe has no page for ${session.id} any more`);
  return { ref: session.id, redirectUrl: session.url, expiresAt: toDate(session.expires_at) };
}

/** With Stripe Tax, which needs the payer's address, where the publication takes over its figures. */
async function automaticTax(publication: Tenant, database: Connection): Promise<Partial<SessionParams>> {
  const { hasGatewayTax } = await findSeller(publication, database);
  return hasGatewayTax ? { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } } : {};
}

async function subscriptionParams(
  stripe: Stripe,
  publication: Tenant,
  database: Connection,
  { price, trialDays, discount }: CheckoutRequest,
  metadata: Record<string, string>,
): Promise<Partial<SessionParams>> {
  const stripePrice = await priceFor(stripe, publication, database, price);
  const coupon = discount === null ? undefined : await couponFor(stripe, discount, price.interval, trialDays);
  return {
    mode: 'subscription',
    line_items: [{ price: stripePrice, quantity: 1 }],
    subscription_data: {
      metadata: { ...metadata, [META.price]: price.priceId },
      ...(trialDays !== null && { trial_period_days: trialDays }),
    },
    payment_method_collection: 'always',
    ...(coupon !== undefined && { discounts: [{ coupon }] }),
  };
}

function oneOffParams(
  { price, description }: CheckoutRequest,
  metadata: Record<string, string>,
): Partial<SessionParams> {
  const { amount, currency } = price;
  const priceData = {
    currency: currency.toLowerCase(),
    unit_amount: toStripeAmount(amount, currency),
    tax_behavior: 'inclusive' as const,
    product_data: { name: description },
  };
  return { mode: 'payment', line_items: [{ price_data: priceData, quantity: 1 }], payment_intent_data: { metadata } };
}

async function cardUpdateParams(stripe: Stripe, cardUpdateFor: string): Promise<Partial<SessionParams>> {
  const { customer, currency } = await stripe.subscriptions.retrieve(cardUpdateFor);
  return { mode: 'setup', customer: idOf(customer), currency };
}

export async function readSession(stripe: Stripe, clock: Clock, ref: string): Promise<GatewayCheckout> {
  const session = await stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent.latest_charge'] });
  return toCheckout(stripe, session, clock);
}

/** Leaves a session that is complete or expired as it is. Ends the subscription of one that failed, which Stripe lets go on and would charge for the next period. */
export async function expireSession(stripe: Stripe, clock: Clock, ref: string): Promise<GatewayCheckout> {
  const found = await readSession(stripe, clock, ref);
  if (found.state === 'failed') {
    const { subscription } = await stripe.checkout.sessions.retrieve(ref);
    if (subscription !== null) await cancelNow(stripe, `${ref} failed`, idOf(subscription));
  }
  if (found.state !== 'open') return found;
  try {
    await stripe.checkout.sessions.expire(ref, {}, { idempotencyKey: `${ref} expire` });
  } catch (error) {
    const now = await readSession(stripe, clock, ref);
    if (now.state === 'open') throw error;
    return now;
  }
  return readSession(stripe, clock, ref);
}

/** Makes the card of a complete setup session the subscription's card and pays its open invoices. A declined card leaves them open. */
export async function finishCardUpdate(stripe: Stripe, ref: string): Promise<void> {
  const {
    metadata,
    setup_intent: intent,
    status,
  } = await stripe.checkout.sessions.retrieve(ref, { expand: ['setup_intent'] });
  const updatedRef = metadata?.[META.updatedSubscription];
  const card = intent === null || typeof intent === 'string' ? null : intent.payment_method;
  if (status !== 'complete' || updatedRef === undefined || card === null) return;
  const subscription = await stripe.subscriptions.retrieve(updatedRef);
  if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') return;
  await stripe.subscriptions.update(
    updatedRef,
    { default_payment_method: idOf(card) },
    { idempotencyKey: `${ref} card` },
  );
  const open = await stripe.invoices.list({ subscription: updatedRef, status: 'open', limit: 100 });
  for (const { id } of open.data) await payInvoice(stripe, id, idOf(card), `${ref} ${id} pay`);
}

async function payInvoice(stripe: Stripe, invoice: string, card: string, idempotencyKey: string): Promise<void> {
  try {
    await stripe.invoices.pay(invoice, { payment_method: card }, { idempotencyKey });
  } catch (error) {
    if (toDecline(error) === undefined) throw error;
  }
}

async function toCheckout(stripe: Stripe, session: Session, clock: Clock): Promise<GatewayCheckout> {
  const { subscription, metadata, payment_intent: intent } = session;
  const isDelayed =
    session.mode === 'subscription' && session.status === 'complete' && session.payment_status === 'unpaid';
  const paid = isDelayed
    ? await findFirstIntent(stripe, subscription)
    : intent === null || typeof intent === 'string'
      ? null
      : intent;
  const state = toState(session, paid, clock);
  const lastError = paid?.last_payment_error ?? null;
  const lastDecline = state !== 'open' || lastError === null ? null : toDeclineOf(lastError);
  const subscriptionRef = metadata?.[META.updatedSubscription] ?? (subscription === null ? null : idOf(subscription));
  return {
    state,
    lastDecline,
    subscriptionRef: state === 'complete' ? subscriptionRef : null,
    payment: state === 'complete' && paid !== null ? await toOneOff(stripe, paid, taxOfSession(session)) : null,
  };
}

/** A session is complete as soon as it was submitted. Whether it is paid, only `payment_status` says: a debit takes days. */
function toState(
  { mode, status, payment_status: paymentStatus, expires_at: expiresAt }: Session,
  intent: Stripe.PaymentIntent | null,
  clock: Clock,
): GatewayCheckout['state'] {
  if (status === 'expired' || (status === 'open' && toDate(expiresAt) <= clock.now())) return 'expired';
  if (status !== 'complete') return 'open';
  if (mode === 'setup' || paymentStatus !== 'unpaid') return 'complete';
  return intent !== null && OVER_UNPAID.has(intent.status) ? 'failed' : 'pending';
}

/** The payment that is to begin a subscription. */
async function findFirstIntent(
  stripe: Stripe,
  subscription: Session['subscription'],
): Promise<Stripe.PaymentIntent | null> {
  const invoice = subscription === null ? undefined : await findFirstInvoice(stripe, idOf(subscription));
  const intent = invoice?.payments?.data
    .map(({ payment }) => payment.payment_intent)
    .find((given) => given !== undefined);
  return intent === undefined ? null : stripe.paymentIntents.retrieve(idOf(intent));
}

function toDeclineOf({ code, decline_code }: Stripe.PaymentIntent.LastPaymentError): GatewayCheckout['lastDecline'] {
  return toDecline(Object.assign(new Error('declined'), { type: 'StripeCardError', code, decline_code })) ?? null;
}

async function toOneOff(
  stripe: Stripe,
  { id, amount_received: amount, currency, latest_charge: charge, created }: Stripe.PaymentIntent,
  tax: GatewayTax | null,
): Promise<GatewayOneOff | null> {
  if (charge === null || typeof charge === 'string') return null;
  return {
    ref: id,
    amount: fromStripeAmount(amount, currency),
    currency: currency.toUpperCase(),
    paidAt: toDate(charge.created ?? created),
    refundedAmount: fromStripeAmount(charge.amount_refunded, currency),
    dispute: await disputeOf(stripe, charge),
    tax,
    paidBy: meansOf(charge),
  };
}
