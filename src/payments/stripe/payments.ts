// Lists the payments of a subscription from its invoices: reason, period, amount, discount, refunds and disputes, and what
// Stripe says for their receipts: the tax that Stripe Tax computed, and what was paid with.
import type Stripe from 'stripe';
import type { DeclineReason } from '../../models/money/billing-record.ts';
import type { Dispute } from '../../models/money/gift-record.ts';
import type { GatewayTax, MeansOfPayment } from '../../models/receipts/receipt.ts';
import { HUNDREDTHS } from '../../models/tax/split.ts';
import type { GatewayPayment, PaymentReason } from '../gateway.ts';
import { fromStripeAmount } from './amounts.ts';
import { disputeOf } from './disputes.ts';
import { toReason } from './errors.ts';
import { ourPriceId } from './prices.ts';
import { idOf, toDate } from './wire.ts';

/** Some forty years of months. */
const INVOICES_MAX = 500;
const CHARGES_MAX = 2000;

const RATE_CACHE_MAX = 5000;
/** Tax rates at Stripe never change their percentage. */
const cachedRates = new Map<string, number>();

/** Oldest first. @param known the subscription's present price @param fallbackId our price's id, for a price that was changed at Stripe */
export async function listPayments(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  known: Stripe.Price,
  fallbackId: string,
): Promise<GatewayPayment[]> {
  const [invoices, charged] = await Promise.all([
    stripe.invoices
      .list({ subscription: subscription.id, status: 'paid', limit: 100, expand: ['data.payments'] })
      .autoPagingToArray({ limit: INVOICES_MAX }),
    listCharged(stripe, idOf(subscription.customer)),
  ]);
  const payments = await Promise.all(
    invoices.map((invoice) => toPayment(stripe, invoice, { known, fallbackId, charged })),
  );
  return payments
    .filter((payment) => payment !== undefined)
    .toSorted((a, b) => a.paidAt.getTime() - b.paidAt.getTime() || a.periodStart.getTime() - b.periodStart.getTime());
}

/**
 * Why the last charge of a subscription that is past due failed: from the payment intent of its open invoice. Null where Stripe gives
 * no reason, or one that is not known here.
 */
export async function readDeclineReason(stripe: Stripe, subscription: string): Promise<DeclineReason | null> {
  const intent = await findOpenIntent(stripe, subscription);
  if (intent === undefined) return null;
  const { status, last_payment_error: error } = intent;
  // The bank wants the payer, who was not there.
  if (status === 'requires_action') return 'authentication_refused';
  return (error && toReason(error)) ?? null;
}

/** Whether a debit that is to pay for the subscription is under way, which takes days. */
export async function isDebitUnderWay(stripe: Stripe, subscription: string): Promise<boolean> {
  return (await findOpenIntent(stripe, subscription))?.status === 'processing';
}

/** The payment intent of the newest open invoice. */
async function findOpenIntent(stripe: Stripe, subscription: string): Promise<Stripe.PaymentIntent | undefined> {
  const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 1, expand: ['data.payments'] });
  const intent = data[0]?.payments?.data
    .map(({ payment }) => payment.payment_intent)
    .find((given) => given !== undefined);
  return intent === undefined ? undefined : stripe.paymentIntents.retrieve(idOf(intent));
}

/** The invoice that begins the subscription, expanded by its payments; undefined for an older one, whose first invoice is far back. */
export async function findFirstInvoice(stripe: Stripe, subscription: string): Promise<Stripe.Invoice | undefined> {
  const { data } = await stripe.invoices.list({ subscription, limit: 10, expand: ['data.payments'] });
  return data.find(({ billing_reason: reason }) => reason === 'subscription_create');
}

interface Charged {
  readonly refunded: number;
  readonly dispute: Dispute;
  readonly paidBy: MeansOfPayment | null;
}

/** What was paid with, and what was refunded or disputed, by payment intent. */
async function listCharged(stripe: Stripe, customer: string): Promise<ReadonlyMap<string, Charged>> {
  const charges = await stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: CHARGES_MAX });
  const found = new Map<string, Charged>();
  // Newest first; that which paid comes last of the attempts of an intent and counts.
  for (const charge of charges.toReversed()) {
    const { payment_intent: intent, amount_refunded: refunded, status } = charge;
    if (intent !== null && status !== 'failed')
      found.set(idOf(intent), { refunded, dispute: await disputeOf(stripe, charge), paidBy: meansOf(charge) });
  }
  return found;
}

interface Known {
  readonly known: Stripe.Price;
  readonly fallbackId: string;
  readonly charged: ReadonlyMap<string, Charged>;
}

/** Returns undefined for an invoice that is free without a discount: of a trial, or of a switch in it. */
async function toPayment(
  stripe: Stripe,
  invoice: Stripe.Invoice,
  { known, fallbackId, charged }: Known,
): Promise<GatewayPayment | undefined> {
  const { currency, amount_paid: paid, billing_reason: reason, status_transitions: times, created } = invoice;
  const line = mainLine(invoice);
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  if (line === undefined || (paid === 0 && discount === 0)) return undefined;
  const price = line.pricing?.price_details?.price;
  const isKnown = price === undefined || idOf(price) === known.id;
  const intent = invoice.payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
  // An invoice of 0 has no payment: its own id takes its place, and there is nothing to refund.
  const ref = intent === undefined ? invoice.id : idOf(intent);
  return {
    ref,
    reason: toPaymentReason(reason),
    priceId: (await ourPriceId(stripe, isKnown ? known : price)) ?? fallbackId,
    amount: fromStripeAmount(paid, currency),
    discount: fromStripeAmount(discount, currency),
    currency: currency.toUpperCase(),
    periodStart: toDate(line.period.start),
    periodEnd: toDate(line.period.end),
    paidAt: toDate(times.paid_at ?? created),
    refundedAmount: fromStripeAmount(charged.get(ref)?.refunded ?? 0, currency),
    dispute: charged.get(ref)?.dispute ?? 'none',
    tax: await taxOf(stripe, invoice),
    paidBy: charged.get(ref)?.paidBy ?? null,
  };
}

/** The line of the largest amount: in a price switch the new price's, beside the credit for the old one. */
function mainLine({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  return lines.data.toSorted((a, b) => b.amount - a.amount || b.period.end - a.period.end)[0];
}

function toPaymentReason(reason: Stripe.Invoice.BillingReason | null): PaymentReason {
  if (reason === 'subscription_create') return 'start';
  return reason === 'subscription_update' ? 'switch' : 'renewal';
}

/** Of an invoice; older versions of Stripe's API have no such fields. */
type Taxed = Pick<Stripe.Invoice, 'currency'> & Partial<Pick<Stripe.Invoice, 'automatic_tax' | 'total_taxes'>>;

/** Returns null where Stripe Tax did not compute the invoice's tax. */
async function taxOf(stripe: Stripe, invoice: Taxed): Promise<GatewayTax | null> {
  const { automatic_tax: automatic, currency } = invoice;
  const taxes = invoice.total_taxes ?? [];
  if (automatic?.enabled !== true || automatic.status !== 'complete') return null;
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  const rateIds = new Set(taxes.flatMap(({ tax_rate_details: details }) => details?.tax_rate ?? []));
  const [rateId] = rateIds;
  return {
    tax: fromStripeAmount(tax, currency),
    // Several taxes at once, as in North America, have no one rate.
    rate: rateId === undefined || rateIds.size > 1 ? null : await rateOf(stripe, rateId),
    isReverseCharge: taxes.some(({ taxability_reason: reason }) => reason === 'reverse_charge'),
  };
}

/** The same for a one-off payment, whose session names the sum of its taxes, and no rates. */
export function taxOfSession({
  automatic_tax: automatic,
  total_details: details,
  currency,
}: Partial<Pick<Stripe.Checkout.Session, 'automatic_tax' | 'total_details' | 'currency'>>): GatewayTax | null {
  if (automatic?.status !== 'complete' || !details || !currency) return null;
  return { tax: fromStripeAmount(details.amount_tax, currency), rate: null, isReverseCharge: false };
}

async function rateOf(stripe: Stripe, id: string): Promise<number> {
  const known = cachedRates.get(id);
  if (known !== undefined) return known;
  const { effective_percentage: effective, percentage } = await stripe.taxRates.retrieve(id);
  const rate = Math.round((effective ?? percentage) * HUNDREDTHS);
  if (cachedRates.size >= RATE_CACHE_MAX) cachedRates.clear();
  cachedRates.set(id, rate);
  return rate;
}

/** The card or account behind a charge; null where Stripe does not say. */
export function meansOf({
  payment_method_details: details,
}: Partial<Pick<Stripe.Charge, 'payment_method_details'>>): MeansOfPayment | null {
  if (details === undefined || details === null) return null;
  const { type, card, sepa_debit: debit } = details;
  if (card !== undefined)
    return { brand: card.brand ?? type, last4: card.last4 ?? null, country: card.country ?? null };
  return { brand: type, last4: debit?.last4 ?? null, country: debit?.country ?? null };
}
