// Converts amounts. Ours are whole minor units by ISO 4217; Stripe's are too, but for some currencies:
// https://docs.stripe.com/currencies#zero-decimal
import { amountText, decimalsOf } from '../../models/amount.ts';
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
  const converted = amount * 10 ** (stripeDigits(currency) - decimalsOf(currency));
  const step = THREE_DECIMAL.has(currency) ? 10 : 1;
  if (!Number.isInteger(converted) || converted % step !== 0)
    throw new InvalidValue('amount', `Stripe cannot charge ${amountText(amount, currency)}`);
  return converted;
}

/** @param amount Stripe's @param currency as Stripe writes it, in lower case */
export function fromStripeAmount(amount: number, currency: string): number {
  const upper = currency.toUpperCase();
  return Math.round(amount * 10 ** (decimalsOf(upper) - stripeDigits(upper)));
}

/** ISK and UGX have no minor unit, but Stripe writes them with two digits. */
function stripeDigits(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 0;
  return THREE_DECIMAL.has(currency) ? 3 : 2;
}
