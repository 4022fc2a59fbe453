// What a customer can do with a subscription that a gateway collects for (decisions 29, 30): cancel at the period's end, resume, and see what is
// paid, until when, and what is owed.
import { listPlans, type Plan } from '../models/catalog/plan.ts';
import { listPrices, type Price } from '../models/catalog/price.ts';
import { NotFound } from '../models/errors.ts';
import {
  findBillingOf,
  isPauseWaiting,
  listBillingsOf,
  type Billing,
  type DeclineReason,
} from '../models/money/billing-record.ts';
import { listGiftsClaimedBy } from '../models/money/gift-record.ts';
import { listPayments, type Payment } from '../models/money/payment-record.ts';
import { listActiveSubscriptions } from '../models/money/subscription-record.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { isInTrial } from '../models/trial-period.ts';
import { applySubscription } from './apply.ts';
import type { PayingCard } from './gateway.ts';
import { findGatewayNamed, getGateway, withTimeout, type PaymentParts } from './gateways.ts';
import { GRACE_SECONDS } from './grace.ts';
import { writeAtGateway } from './write.ts';

/** One active subscription as the account page shows it. */
export interface SubscriptionDetails {
  readonly subscriptionId: string;
  readonly plan: Plan;
  /** Null for a complimentary one. */
  readonly price: Price | null;
  /** Null where no gateway collects: complimentary, or billed outside. */
  readonly billing: BillingDetails | null;
  /** When it ends by itself, where no gateway collects; null otherwise, and for a gift. */
  readonly endsAt: number | null;
  /** When a gift ends; null otherwise. */
  readonly giftEndsAt: number | null;
}

export interface BillingDetails {
  readonly billingId: string;
  /** The name of who collects. */
  readonly gateway: string;
  /** The end of the paid period, in milliseconds, as all times here. */
  readonly periodEnd: number;
  /** When it ends; null while it renews. */
  readonly cancelAt: number | null;
  /** The price of the next period, the new one where a switch is pending. Null when it ends. */
  readonly nextPrice: Price | null;
  /** That price less the discount that runs, in minor units. Null when it ends. */
  readonly nextAmount: number | null;
  /** A pause that waits for `periodEnd`: until when, and what is charged then. */
  readonly pauseUntil: number | null;
  /** Whether the trial runs, until `periodEnd`. */
  readonly isInTrial: boolean;
  /** The last payment failed; access ends at `accessUntil` unless a new card pays (startCardUpdate). */
  readonly pastDue: {
    readonly since: number;
    readonly accessUntil: number;
    readonly declineReason: DeclineReason | null;
  } | null;
  /** Whether the gateway has a page for `openPortal`. */
  readonly hasPortal: boolean;
  /** The card of the next charge, where it is known. */
  readonly card: PayingCard | null;
}

/**
 * The status stays active until then. Idempotent. Throws NotFound for another customer's and for one that no gateway collects for, and
 * OutcomeUnknown.
 */
export function cancelAtPeriodEnd(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  subscriptionId: string,
): Promise<void> {
  return change(parts, publication, customerId, subscriptionId, 'cancelAtPeriodEnd');
}

/** Whether the publisher gives it for nothing, so that its reader can leave it at once. A gift is paid for. */
export function isLeavable({ price, billing, giftEndsAt }: SubscriptionDetails): boolean {
  return price === null && billing === null && giftEndsAt === null;
}

/** Undoes a cancel at the period's end, before that end. Idempotent. Throws as cancelAtPeriodEnd does. */
export function resume(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  subscriptionId: string,
): Promise<void> {
  return change(parts, publication, customerId, subscriptionId, 'resume');
}

/** The address of the gateway's own page for cards and receipts. Throws NotFound where it has none, and as cancelAtPeriodEnd does. */
export async function openPortal(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  subscriptionId: string,
): Promise<string> {
  const billing = await getBillingOf(parts, publication, customerId, subscriptionId);
  const address = await withTimeout(
    getGateway(parts, billing.gateway).openPortal(publication, billing.ref, `${publication.siteUrl}/`),
  );
  if (address === undefined) throw new NotFound(`The gateway has no page for the subscription ${subscriptionId}`);
  return address;
}

/** The customer's payments, newest first. */
export function listPaymentsOf(
  { database }: PaymentParts,
  publication: PublicationRow,
  customerId: string,
): Promise<Payment[]> {
  return listPayments(publication, database, customerId);
}

/** The active subscriptions of a customer, newest first. */
export async function subscriptionDetailsOf(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
): Promise<SubscriptionDetails[]> {
  const { database } = parts;
  const active = await listActiveSubscriptions(publication, database, customerId);
  if (active.length === 0) return [];
  const [plans, prices, billings, gifts] = await Promise.all([
    listPlans(publication, database),
    listPrices(publication, database),
    listBillingsOf(publication, database, customerId),
    listGiftsClaimedBy(publication, database, customerId),
  ]);
  const priceOf = (id: string | null): Price | null => prices.find((price) => price.id === id) ?? null;
  return active.flatMap(({ id, planId, priceId, endsAt }) => {
    const plan = plans.find((candidate) => candidate.id === planId);
    const billing = billings.find(({ subscriptionId, state }) => subscriptionId === id && state !== 'ended');
    const giftEndsAt = gifts.find(({ subscriptionId }) => subscriptionId === id)?.endsAt ?? null;
    return plan === undefined
      ? []
      : [
          {
            subscriptionId: id,
            plan,
            price: priceOf(priceId),
            endsAt,
            giftEndsAt,
            billing: billing === undefined ? null : toDetails(parts, billing, priceOf),
          },
        ];
  });
}

function toDetails(
  parts: PaymentParts,
  billing: Billing,
  priceOf: (id: string | null) => Price | null,
): BillingDetails {
  const { id: billingId, periodEnd, cancelAt, priceId, nextPriceId } = billing;
  const nextPrice = cancelAt === null ? priceOf(nextPriceId ?? priceId) : null;
  const next = {
    nextPrice,
    nextAmount: nextPrice === null ? null : (billing.nextAmount ?? nextPrice.amount),
    isInTrial: isInTrial(billing),
    pauseUntil: isPauseWaiting(billing) ? billing.pauseUntil : null,
  };
  const hasPortal = findGatewayNamed(parts, billing.gateway)?.capabilities().portal ?? false;
  return {
    billingId,
    gateway: billing.gateway,
    periodEnd,
    cancelAt,
    hasPortal,
    card: cardOf(billing),
    ...next,
    pastDue: pastDueOf(billing),
  };
}

function pastDueOf({ pastDueSince: since, declineReason }: Billing): BillingDetails['pastDue'] {
  return since === null ? null : { since, accessUntil: since + GRACE_SECONDS * 1000, declineReason };
}

function cardOf({ cardBrand: brand, cardLast4: last4, cardExpires: expires }: Billing): PayingCard | null {
  return brand === null || last4 === null || expires === null ? null : { brand, last4, expires };
}

/** A subscription whose pause runs. It grants nothing, so it is none of `subscriptionDetailsOf`. */
export interface PausedSubscription {
  /** The one that the pause has ended. */
  readonly subscriptionId: string;
  readonly plan: Plan;
  readonly price: Price;
  /** When the pause ends, and the next period is charged. */
  readonly until: number;
  readonly amount: number;
}

export async function listPausedOf(
  { database }: PaymentParts,
  publication: PublicationRow,
  customerId: string,
): Promise<PausedSubscription[]> {
  const paused = (await listBillingsOf(publication, database, customerId)).filter(
    ({ state, endReason }) => state === 'paused' && endReason === null,
  );
  if (paused.length === 0) return [];
  const [plans, prices] = await Promise.all([listPlans(publication, database), listPrices(publication, database)]);
  return paused.flatMap(({ subscriptionId, priceId, nextPriceId, nextAmount, pauseUntil }) => {
    const price = prices.find(({ id }) => id === (nextPriceId ?? priceId));
    const plan = plans.find(({ id }) => id === price?.planId);
    return subscriptionId === null || price === undefined || plan === undefined || pauseUntil === null
      ? []
      : [{ subscriptionId, plan, price, until: pauseUntil, amount: nextAmount ?? price.amount }];
  });
}

/** A subscription whose pause is over and whose next payment failed: it grants nothing until another card pays. */
export interface OwingSubscription {
  readonly subscriptionId: string;
  readonly plan: Plan;
  readonly price: Price;
  /** When it ends unless a card pays. */
  readonly accessUntil: number;
  readonly declineReason: DeclineReason | null;
}

export async function listOwingOf(
  { database }: PaymentParts,
  publication: PublicationRow,
  customerId: string,
): Promise<OwingSubscription[]> {
  const owing = (await listBillingsOf(publication, database, customerId)).filter(
    ({ state, endReason, pauseFrom }) => state === 'past_due' && endReason === null && pauseFrom !== null,
  );
  if (owing.length === 0) return [];
  const [plans, prices, active] = await Promise.all([
    listPlans(publication, database),
    listPrices(publication, database),
    listActiveSubscriptions(publication, database, customerId),
  ]);
  return owing.flatMap(({ subscriptionId, priceId, pastDueSince, declineReason }) => {
    const price = prices.find(({ id }) => id === priceId);
    const plan = plans.find(({ id }) => id === price?.planId);
    return subscriptionId === null ||
      price === undefined ||
      plan === undefined ||
      active.some(({ id }) => id === subscriptionId)
      ? []
      : [{ subscriptionId, plan, price, accessUntil: (pastDueSince ?? 0) + GRACE_SECONDS * 1000, declineReason }];
  });
}

/** The idempotency key holds the revision, so that a retry is the same change and a later one is another. */
async function change(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  subscriptionId: string,
  verb: 'cancelAtPeriodEnd' | 'resume',
): Promise<void> {
  const billing = await getBillingOf(parts, publication, customerId, subscriptionId);
  if ((billing.cancelAt === null) === (verb === 'resume')) return;
  const gateway = getGateway(parts, billing.gateway);
  await writeAtGateway(parts, gateway, publication, billing.ref, async () => {
    await withTimeout(gateway[verb](publication, `${billing.id} ${verb} ${billing.revision}`, billing.ref));
    await withTimeout(applySubscription(parts, gateway, publication, billing.ref));
  });
}

/** Throws NotFound for another customer's, for one that no gateway collects for, and for one that has ended. */
export async function getBillingOf(
  { database }: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  subscriptionId: string,
): Promise<Billing> {
  const billing = await findBillingOf(publication, database, subscriptionId);
  if (billing === undefined || billing.customerId !== customerId || billing.state === 'ended')
    throw new NotFound(`No such subscription: ${subscriptionId}`);
  return billing;
}
