// On what terms a customer subscribes to an offer: the days before the first charge, and what a discount code takes off.
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

/** Nobody is known yet where `customer` is undefined: they are taken for a newcomer. */
export interface Buyer {
  readonly customer: Pick<CustomerSummary, 'id' | 'email'> | undefined;
}

export interface Terms {
  /** Null without a trial: also for who has tried the plan before. */
  readonly trialDays: number | null;
  readonly discountCode: DiscountCode | null;
}

/** What is bought: an offer by one of its prices. */
export interface OfferChoice {
  readonly offer: OfferForSale;
  readonly price: Price;
}

/** Who would use a code for what. */
export interface CodeUse {
  readonly buyer: Buyer;
  readonly choices: readonly OfferChoice[];
  /** By the gateway's clock. */
  readonly now: Date;
}

/** What a typed code does for a choice. */
export type CodeLookUp =
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

/** Undefined for a code that there is none of. */
export function findCode(
  { database }: PaymentParts,
  publication: Tenant,
  text: string,
): Promise<DiscountCode | undefined> {
  return findDiscountCode(publication, database, text);
}

/** Whether the buyer may use the code for each of the choices, in their order. */
export async function lookUpCode(
  { database }: PaymentParts,
  publication: Tenant,
  code: DiscountCode | undefined,
  { buyer: { customer }, choices, now }: CodeUse,
): Promise<CodeLookUp[]> {
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

/** As gateways take it. */
export function toDiscount({ id, percentOff, amountOff, currency, periods }: DiscountCode): Discount {
  const off = percentOff === null ? { amount: amountOff ?? 0, currency: currency ?? '' } : { percent: percentOff };
  return { id, off, periods };
}
