// Parses the fields of a discount code. Each function throws InvalidValue.
import { InvalidValue } from '../errors.ts';
import { AMOUNT_MAX, parseCurrency } from './price.ts';

/** Our choice. */
const DISCOUNT_PERIODS_MAX = 120;
const REDEMPTIONS_MAX = 10_000_000;

/** Either percent or an amount with its currency. */
interface GivenOff {
  readonly percentOff?: number | undefined;
  readonly amountOff?: number | undefined;
  readonly currency?: string | undefined;
}

interface Off {
  percentOff: number | null;
  amountOff: number | null;
  currency: string | null;
}

export function parseNewCode(text: string): string {
  const code = text.trim();
  if (!/^[A-Za-z0-9][A-Za-z0-9-]{2,39}$/.test(code))
    throw new InvalidValue('code', 'code must be 3 to 40 letters, digits and hyphens');
  return code;
}

export function parseOff({ percentOff, amountOff, currency }: GivenOff): Off {
  if ((percentOff === undefined) === (amountOff === undefined))
    throw new InvalidValue('percent_off', 'a code takes off either percent or an amount');
  if (percentOff !== undefined) {
    if (currency !== undefined) throw new InvalidValue('currency', 'currency belongs to an amount, not to percent');
    return { percentOff: parseCount('percent_off', percentOff, 100), amountOff: null, currency: null };
  }
  if (currency === undefined) throw new InvalidValue('currency', 'an amount needs its currency');
  return {
    percentOff: null,
    amountOff: parseCount('amount_off', amountOff ?? Number.NaN, AMOUNT_MAX),
    currency: parseCurrency(currency),
  };
}

function parseCount(field: string, value: number, max: number): number {
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw new InvalidValue(field, `${field} must be a whole number from 1 to ${max}`);
  return value;
}

export function parseMaxRedemptions(count: number | null): number | null {
  return count === null ? null : parseCount('max_redemptions', count, REDEMPTIONS_MAX);
}

export function parseValidUntil(day: Date | null, now: Date): number | null {
  if (day !== null && !(day > now)) throw new InvalidValue('valid_until', 'valid_until must be a day to come');
  return day?.getTime() ?? null;
}

export function parsePeriods(count: number | null): number | null {
  return count === null ? null : parseCount('periods', count, DISCOUNT_PERIODS_MAX);
}
