// What Stripe says of a payment for its receipt: the tax that Stripe Tax computed, and what was paid with.
import type Stripe from 'stripe';
import type { GatewayTax, MeansOfPayment } from '../../models/receipts/receipt.ts';
import { HUNDREDTHS } from '../../models/tax/split.ts';
import { fromStripeAmount } from './amounts.ts';

const RATE_CACHE_MAX = 5000;
/** Tax rates at Stripe never change their percentage. */
const cachedRates = new Map<string, number>();

/** Of an invoice; older versions of Stripe's API have no such fields. */
type Taxed = Pick<Stripe.Invoice, 'currency'> & Partial<Pick<Stripe.Invoice, 'automatic_tax' | 'total_taxes'>>;

/** Returns null where Stripe Tax did not compute the invoice's tax. */
export async function taxOf(stripe: Stripe, invoice: Taxed): Promise<GatewayTax | null> {
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
