// Applies the gateway's state to our records: reads it, then writes billing record, subscription, payments and checkout in one transaction.
// A webhook is only a reason to read, so neither the order nor the number of webhooks matters. Optimistic lock (`revision`): a state that was read
// before a later one was written is discarded and read anew.
import type { Transaction } from '../database/connection.ts';
import { inPublication } from '../database/scope.ts';
import { findBillingByRef, type Billing, type BillingFacts, type EndReason } from '../models/money/billing-record.ts';
import { createBilling, updateBilling } from '../models/money/billing.ts';
import { endCheckout, findCheckoutByRef, type Checkout } from '../models/money/checkout.ts';
import { beginPaidSubscription, movePaidSubscription } from '../models/money/paid-subscription.ts';
import { recordPayment } from '../models/money/payment.ts';
import { isBeingMoved } from '../models/money/price-change-move.ts';
import {
  endPausedSubscription,
  endSubscription,
  keepEndReason,
  type SubscriptionEnd,
} from '../models/money/subscription-end.ts';
import { findActiveSubscription } from '../models/money/subscription-record.ts';
import { lockPersonOf } from '../models/people/customer-person.ts';
import type { Tenant } from '../models/record.ts';
import { paysForAnother } from './checkout/hindrance.ts';
import type { GatewaySubscription, PaymentGateway } from './gateway.ts';
import type { PaymentParts } from './gateways.ts';
import { applyGift } from './gift.ts';
import { sinceTakeover } from './takeover/since.ts';

/**
 * not ours: made at the gateway by somebody else, and left alone. again: it changed at each try, so it is to be retried. another amount: not what
 * was asked for, so it counts as unpaid.
 */
export type Applied = 'applied' | 'not ours' | 'again' | 'another amount';

const TRIES = 8;

/** Applies a checkout, and the subscription or gift that it paid for. Idempotent. */
export async function applyCheckout(parts: PaymentParts, gateway: PaymentGateway, ref: string): Promise<Applied> {
  const checkout = await findCheckoutByRef(parts.database, gateway.name, ref);
  if (checkout === undefined) return 'not ours';
  return inPublication({ id: checkout.publicationId }, () => applyFound(parts, gateway, checkout, ref));
}

async function applyFound(
  parts: PaymentParts,
  gateway: PaymentGateway,
  checkout: Checkout,
  ref: string,
): Promise<Applied> {
  const publication = { id: checkout.publicationId };
  const found = await gateway.readCheckout(publication, ref);
  if (found.state === 'complete' && found.subscriptionRef !== null) {
    if (checkout.purpose === 'card_update') await gateway.finishCardUpdate(publication, ref);
    const applied = await applySubscription(parts, gateway, publication, found.subscriptionRef);
    if (checkout.purpose === 'card_update' && applied === 'applied')
      await endCardUpdate(parts, gateway, checkout, found.subscriptionRef);
    return applied;
  }
  if (found.state === 'complete' && found.payment !== null)
    return (await applyGift(parts, checkout, found.payment)) ? 'applied' : 'another amount';
  if (found.state === 'expired' || found.state === 'failed') {
    const failure = found.state === 'failed' ? 'debit_failed' : null;
    await parts.database.transaction((transaction) =>
      endCheckout(transaction, parts.clock, checkout, { state: 'expired', failure }),
    );
    if (found.state === 'failed') await gateway.expireCheckout(publication, ref);
  }
  return 'applied';
}

/** Reads the subscription at the gateway and applies it. Idempotent. */
export function applySubscription(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  ref: string,
): Promise<Applied> {
  return inPublication(publication, () => applyUntilUnchanged(parts, gateway, publication, ref));
}

async function applyUntilUnchanged(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  ref: string,
): Promise<Applied> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const known = await findBillingByRef(parts.database, gateway.name, ref, publication);
    const found = await gateway.readSubscription(publication, ref);
    try {
      return await parts.database.transaction((transaction) => apply(parts, gateway, transaction, known, found));
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  return 'again';
}

/** The optimistic lock failed: another worker changed the record since it was read. Rolls back; the caller reads again. */
class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

async function apply(
  parts: PaymentParts,
  gateway: PaymentGateway,
  transaction: Transaction,
  known: Billing | undefined,
  read: GatewaySubscription,
): Promise<Applied> {
  const found = known === undefined ? read : sinceTakeover(known, read);
  if (known !== undefined && !(await isUnchanged(transaction, known))) throw new ChangedMeanwhile();
  const checkout =
    found.checkoutRef === undefined ? undefined : await findCheckoutByRef(transaction, gateway.name, found.checkoutRef);
  const billing = known ?? (checkout && (await createBillingOf(parts, gateway, transaction, checkout, found)));
  if (billing === undefined) return 'not ours';
  const { subscriptionId, isHeldAlready } = await applyToSubscription(parts, transaction, billing, found);
  const endReason = billing.endReason ?? endReasonOf(isHeldAlready, found);
  const facts = { ...toFacts(found), subscriptionId, endReason };
  if (!isSame(billing, facts) && !(await updateBilling(transaction, parts.clock, billing, facts)))
    throw new ChangedMeanwhile();
  await recordPayments(parts, transaction, billing, found);
  if (checkout !== undefined && found.state !== 'pending' && checkout.failure !== 'debit_failed') {
    const failure = endReason === 'held_already' ? endReason : null;
    await endCheckout(transaction, parts.clock, checkout, { state: 'complete', subscriptionId, failure });
  }
  return 'applied';
}

export async function recordPayments(
  { clock }: PaymentParts,
  transaction: Transaction,
  billing: Billing,
  { payments }: Pick<GatewaySubscription, 'payments'>,
): Promise<void> {
  for (const { periodStart, periodEnd, paidAt, dispute: _dispute, ...payment } of payments) {
    const times = { periodStart: periodStart.getTime(), periodEnd: periodEnd.getTime(), paidAt: paidAt.getTime() };
    await recordPayment(transaction, clock, billing, { ...payment, ...times });
  }
}

/**
 * Waits for a merge or an erasure of the person that is under way, and says whether the record is still as it was read:
 * what is applied then is recorded of the person whom it belongs to.
 */
async function isUnchanged(transaction: Transaction, known: Billing): Promise<boolean> {
  await lockPersonOf({ id: known.publicationId }, transaction, known.customerId);
  const present = await findBillingByRef(transaction, known.gateway, known.ref, { id: known.publicationId });
  return present?.revision === known.revision;
}

async function createBillingOf(
  parts: PaymentParts,
  gateway: PaymentGateway,
  transaction: Transaction,
  checkout: Checkout,
  found: GatewaySubscription,
): Promise<Billing> {
  const publication = { id: checkout.publicationId };
  // The person may have been merged into another since they began to pay.
  const person = await lockPersonOf(publication, transaction, checkout.customerId);
  const customerId = person?.id ?? checkout.customerId;
  const given = { ...toFacts(found), customerId, gateway: gateway.name, ref: found.ref };
  const made = await createBilling(publication, transaction, parts.clock, given);
  if (made === undefined) throw new ChangedMeanwhile();
  return made;
}

interface Granted {
  /** Null where there is none: nothing was paid yet, or the customer holds the plan by another one. */
  readonly subscriptionId: string | null;
  /** Whether it was paid and none began, since the customer holds the plan by another one, or pays for another plan. */
  readonly isHeldAlready: boolean;
}

async function applyToSubscription(
  { clock }: PaymentParts,
  transaction: Transaction,
  billing: Billing,
  found: GatewaySubscription,
): Promise<Granted> {
  const publication = { id: billing.publicationId };
  const { priceId } = found.price;
  const wasPaid = hasAccess(found) || found.payments.length > 0;
  const isToBegin =
    billing.endReason === null &&
    (billing.subscriptionId === null ? wasPaid : await isPauseOver(transaction, billing, found));
  // Two tabs, or two gateways' pages: what is paid second is paid back.
  const isSecond =
    isToBegin && billing.subscriptionId === null && (await paysForAnother(publication, transaction, billing));
  const begun =
    isToBegin && !isSecond
      ? await beginPaidSubscription(publication, transaction, clock, { customerId: billing.customerId, priceId })
      : undefined;
  const isHeldAlready = isToBegin && begun === undefined;
  const id = begun ?? billing.subscriptionId;
  if (id === null) return { subscriptionId: null, isHeldAlready };
  if (found.state === 'ended') {
    const end = await endOf(transaction, billing, found);
    await endSubscription(publication, transaction, clock, id, end);
    await endPausedSubscription(publication, transaction, clock, id, end);
  } else if (found.state === 'paused') await endSubscription(publication, transaction, clock, id, { reason: 'paused' });
  else await movePaidSubscription(publication, transaction, clock, id, priceId);
  const isToEnd = found.cancelAt !== null;
  if (found.state !== 'ended' && isToEnd !== (billing.cancelAt !== null))
    await keepEndReason(publication, transaction, id, isToEnd ? await endOf(transaction, billing, found) : null);
  return { subscriptionId: id, isHeldAlready };
}

/** Whether the next period was paid after a pause that has ended the subscription: canceled is final, so another one begins. */
async function isPauseOver(
  transaction: Transaction,
  { publicationId, subscriptionId, pauseFrom }: Billing,
  { state }: GatewaySubscription,
): Promise<boolean> {
  if (state !== 'active' || pauseFrom === null || subscriptionId === null) return false;
  return (await findActiveSubscription({ id: publicationId }, transaction, subscriptionId)) === undefined;
}

/** Why the subscription ends. Our choice: who cancels after the mail about a new price leaves because of it. */
async function endOf(
  transaction: Transaction,
  { publicationId, id, state, endReason }: Billing,
  { cancelAt }: GatewaySubscription,
): Promise<SubscriptionEnd> {
  if (endReason === 'disputed') return { reason: 'disputed' };
  if (endReason === 'unpaid') return { reason: 'unpaid' };
  // Nobody canceled here, which a gateway tells of a pause only by its end: it gave up on a missing payment, or does not say.
  if (endReason === null && cancelAt === null && state !== 'paused')
    return { reason: state === 'past_due' ? 'unpaid' : 'gateway', isFallback: true };
  const isBeforeNewPrice = await isBeingMoved({ id: publicationId }, transaction, id);
  return { reason: isBeforeNewPrice ? 'price_change' : 'reader', isFallback: true };
}

/** Ends the checkout for a new card, so that the page that the customer comes back to shows the subscription. */
async function endCardUpdate(
  { database, clock }: PaymentParts,
  gateway: PaymentGateway,
  checkout: Checkout,
  ref: string,
): Promise<void> {
  const billing = await findBillingByRef(database, gateway.name, ref);
  const outcome = { state: 'complete', subscriptionId: billing?.subscriptionId ?? null } as const;
  await database.transaction((transaction) => endCheckout(transaction, clock, checkout, outcome));
}

/** Our choice: a subscription ends once a dispute of one of its payments is lost, and not while the bank has not decided. */
function endReasonOf(isHeldAlready: boolean, found: GatewaySubscription): EndReason | null {
  if (!hasAccess(found)) return null;
  if (isHeldAlready) return 'held_already';
  return found.payments.some(({ dispute }) => dispute === 'lost') ? 'disputed' : null;
}

function hasAccess({ state }: GatewaySubscription): boolean {
  return state === 'active' || state === 'past_due';
}

export function toFacts({
  state,
  price,
  nextPriceId,
  nextAmount,
  periodEnd,
  trialEnd,
  cancelAt,
  pause,
  pastDueSince,
  declineReason,
  card,
}: GatewaySubscription): BillingFacts {
  const times = {
    periodEnd: periodEnd.getTime(),
    trialEnd: trialEnd?.getTime() ?? null,
    cancelAt: cancelAt?.getTime() ?? null,
    pauseFrom: pause?.from.getTime() ?? null,
    pauseUntil: pause?.until.getTime() ?? null,
    pastDueSince: pastDueSince?.getTime() ?? null,
  };
  // What has ended charges no card, so none is kept of it.
  const kept = state === 'ended' ? null : card;
  const paying = {
    cardBrand: kept?.brand ?? null,
    cardLast4: kept?.last4 ?? null,
    cardExpires: kept?.expires ?? null,
  };
  return { state, ...price, nextPriceId, nextAmount, ...times, declineReason, ...paying };
}

/** Whether nothing changed. A write would raise the revision and make a shown price switch stale. */
function isSame(billing: Billing, facts: BillingFacts & Pick<Billing, 'subscriptionId' | 'endReason'>): boolean {
  const known: Readonly<Record<string, unknown>> = { ...billing };
  return Object.entries(facts).every(([name, value]) => known[name] === value);
}
