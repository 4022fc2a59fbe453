// The terms on which a customer subscribes to an offer: the trial days before the first charge, and the discount of a code.
import {
  findDiscountCode,
  refusalOf,
  type CodeRefusal,
  type DiscountCode,
} from '../../models/catalog/discount-code.ts';
import type { OfferForSale } from '../../models/catalog/offer.ts';
import type { Price } from '../../models/catalog/price.ts';
import { hasUsedDiscount } from '../../models/money/discount-redemption.ts';
import { listTriedPlans } from '../../models/money/trial.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import type { Tenant } from '../../models/record.ts';
import type { Discount } from '../gateway.ts';
import type { PaymentParts } from '../gateways.ts';

/** An undefined `customer` is a visitor who is not signed in, and is treated as a newcomer. */
export interface Buyer {
  readonly customer: Pick<CustomerSummary, 'id' | 'email'> | undefined;
}

export interface Terms {
  /** Null without a trial, and for a customer who has tried the plan before. */
  readonly trialDays: number | null;
  readonly discountCode: DiscountCode | null;
}

/** An offer and one of its prices. */
export interface OfferChoice {
  readonly offer: OfferForSale;
  readonly price: Price;
}

/** Who would use a discount code for what. */
export interface CodeUse {
  readonly buyer: Buyer;
  readonly choices: readonly OfferChoice[];
  /** By the gateway's clock. */
  readonly now: Date;
}

/** Whether a discount code can be used for a choice. */
export type CodeCheck =
  { readonly state: 'good'; readonly code: DiscountCode } | { readonly state: 'refused'; readonly reason: CodeRefusal };

/** The trial days of each of the offers, in their order. */
export async function trialDaysOf(
  { database, secretKeys }: PaymentParts,
  publication: Tenant,
  { customer }: Buyer,
  offers: readonly OfferForSale[],
): Promise<(number | null)[]> {
  const isKnown =
    customer?.email !== undefined && customer.email !== null && offers.some(({ trialDays }) => trialDays !== null);
  const tried = isKnown
    ? await listTriedPlans(publication, database, secretKeys, { customerId: customer.id, email: customer.email ?? '' })
    : new Set<string>();
  return offers.map(({ trialDays, plan }) => (tried.has(plan.id) ? null : trialDays));
}

/** Returns undefined for an unknown discount code. */
export function findCode(
  { database }: PaymentParts,
  publication: Tenant,
  text: string,
): Promise<DiscountCode | undefined> {
  return findDiscountCode(publication, database, text);
}

/** Checks whether the buyer may use the discount code, for each of the choices in their order. */
export async function checkCode(
  { database }: PaymentParts,
  publication: Tenant,
  code: DiscountCode | undefined,
  { buyer: { customer }, choices, now }: CodeUse,
): Promise<CodeCheck[]> {
  if (code === undefined) return choices.map(() => ({ state: 'refused', reason: 'unknown' }));
  const refusals = choices.map(({ offer, price }) =>
    refusalOf(code, { offerSlug: offer.slug, currency: price.currency, now: now.getTime() }),
  );
  const isUsed =
    customer !== undefined &&
    refusals.includes(undefined) &&
    (await hasUsedDiscount(publication, database, customer.id, code.id));
  return refusals.map((refusal) => {
    const reason = refusal ?? (isUsed ? 'used_already' : undefined);
    return reason === undefined ? { state: 'good', code } : { state: 'refused', reason };
  });
}

/** The discount as gateways take it. */
export function toDiscount({ id, percentOff, amountOff, currency, periods }: DiscountCode): Discount {
  const off = percentOff === null ? { amount: amountOff ?? 0, currency: currency ?? '' } : { percent: percentOff };
  return { id, off, periods };
}
