// Converts amounts. Ours are whole minor units by ISO 4217; Stripe's are too, but for some currencies:
// https://docs.stripe.com/currencies#zero-decimal
import { InvalidValue } from '../../models/errors.ts';

const ZERO_DECIMAL = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]);
const THREE_DECIMAL = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** Throws InvalidValue for an amount that Stripe cannot charge. @param amount minor units @param currency in upper case */
export function toStripeAmount(amount: number, currency: string): number {
  const converted = amount * 10 ** (stripeDigits(currency) - digits(currency));
  const step = THREE_DECIMAL.has(currency) ? 10 : 1;
  if (!Number.isInteger(converted) || converted % step !== 0)
    throw new InvalidValue('amount', `Stripe cannot charge ${amount} minor units of ${currency}`);
  return converted;
}

/** @param amount Stripe's @param currency as Stripe writes it, in lower case */
export function fromStripeAmount(amount: number, currency: string): number {
  const upper = currency.toUpperCase();
  return Math.round(amount * 10 ** (digits(upper) - stripeDigits(upper)));
}

function digits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** ISK and UGX have no minor unit, but Stripe writes them with two digits. */
function stripeDigits(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 0;
  return THREE_DECIMAL.has(currency) ? 3 : 2;
}
