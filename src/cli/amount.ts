// Amounts of commands: given as money, 2.50, in a currency that is known or given beside it.
import { parseAmount } from '../models/amount.ts';
import { parseCurrency } from '../models/catalog/price.ts';
import { InvalidValue } from '../models/errors.ts';

/** Returns minor units. Throws InvalidValue. */
export function toAmount(text: string, currency: string | undefined): number {
  if (currency === undefined) throw new InvalidValue('currency', 'an amount needs its currency: add --currency EUR');
  return parseAmount(text, parseCurrency(currency));
}
