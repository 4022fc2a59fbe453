// What a discount takes off a charge. Amounts are whole minor units, and never under zero.
import type { Discount } from './gateway.ts';

/** What is charged of that amount. */
export function discounted(amount: number, discount: Discount | null): number {
  if (discount === null) return amount;
  const { off } = discount;
  return 'percent' in off ? amount - Math.round((amount * off.percent) / 100) : Math.max(0, amount - off.amount);
}

/** The discount, if the charge number `charge` (from 1) still has it. */
export function discountOn(discount: Discount | null, charge: number): Discount | null {
  return discount !== null && (discount.periods === null || charge <= discount.periods) ? discount : null;
}
