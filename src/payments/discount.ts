// Applies discounts to charges. Amounts are whole minor units, and never below zero.
import type { Discount } from './gateway.ts';

/** The charge that is left of the amount. */
export function discounted(amount: number, discount: Discount | null): number {
  if (discount === null) return amount;
  const { off } = discount;
  return 'percent' in off ? amount - Math.round((amount * off.percent) / 100) : Math.max(0, amount - off.amount);
}

/** The discount, if it covers charge number `charge` (counted from 1); null otherwise. */
export function discountOn(discount: Discount | null, charge: number): Discount | null {
  return discount !== null && (discount.periods === null || charge <= discount.periods) ? discount : null;
}
