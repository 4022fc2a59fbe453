// Lists the payments of a subscription from its invoices: reason, period, amount, discount, refunds and disputes.
import type Stripe from 'stripe';
import type { Dispute } from '../../models/money/gift-record.ts';
import type { MeansOfPayment } from '../../models/receipts/receipt.ts';
import type { GatewayPayment, PaymentReason } from '../gateway.ts';
import { fromStripeAmount } from './amounts.ts';
import { disputeOf } from './disputes.ts';
import { ourPriceId } from './prices.ts';
import { meansOf, taxOf } from './receipt-facts.ts';
import { idOf, toDate } from './wire.ts';

/** Some forty years of months. */
const INVOICES_MAX = 500;
const CHARGES_MAX = 2000;

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
    reason: toReason(reason),
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

function toReason(reason: Stripe.Invoice.BillingReason | null): PaymentReason {
  if (reason === 'subscription_create') return 'start';
  return reason === 'subscription_update' ? 'switch' : 'renewal';
}
