// Gifts, from payment to end: paid by a one-off checkout, claimed by whoever has the gift code, refundable until then.
import { addSeconds, type Clock } from '../database/clock.ts';
import type { Transaction } from '../database/connection.ts';
import { inPublication } from '../database/scope.ts';
import type { OfferForSale } from '../models/catalog/offer.ts';
import { AMOUNT_MAX, type Price } from '../models/catalog/price.ts';
import { Conflict, InvalidValue, NotFound } from '../models/errors.ts';
import { endCheckout, type Checkout } from '../models/money/checkout.ts';
import { findGift, findGiftOfCheckout, type Gift, type NewGift } from '../models/money/gift-record.ts';
import {
  claimGift,
  endGift,
  keepGiftDispute,
  keepGiftRefund,
  payGift,
  recordGiftTurn,
  takeGiftBack,
} from '../models/money/gift.ts';
import { beginPaidSubscription } from '../models/money/paid-subscription.ts';
import { endSubscription } from '../models/money/subscription-end.ts';
import { findHeldSubscription } from '../models/money/subscription-record.ts';
import type { Tenant } from '../models/record.ts';
import { addIntervals } from './calendar.ts';
import { dueStatement, listDue, type Clocks } from './due.ts';
import type { GatewayOneOff } from './gateway.ts';
import { getGateway, withTimeout, type PaymentParts } from './gateways.ts';

/** Our choice: longer than any law that we know of asks for. */
const GIFT_LIFETIME_SECONDS = 5 * 366 * 24 * 3600;
/** Our choice: how far ahead the delivery of a gift can be set. */
export const GIFT_AHEAD_DAYS = 366;
export const MESSAGE_MAX_LENGTH = 500;
/** The numbers of periods that can be given, by the price's interval. */
export const GIFT_PERIODS: Readonly<Record<Price['interval'], readonly number[]>> = { month: [1, 3, 6], year: [1] };

export type Claimed =
  | { readonly state: 'claimed'; readonly gift: Gift }
  | { readonly state: 'held'; readonly gift: Gift }
  | { readonly state: 'over' };

interface GiftToEnd extends Pick<Gift, 'id' | 'publicationId' | 'subscriptionId'> {
  readonly clockOffset: number;
}

/** The terms of a gift of so many periods. Throws InvalidValue for a number that cannot be given, and for more than can be charged. */
export function toGiftTerms(
  offer: OfferForSale,
  price: Price,
  periods: number,
): Pick<NewGift, 'planId' | 'priceId' | 'periods' | 'amount' | 'currency' | 'interval'> {
  const amount = price.amount * periods;
  if (!GIFT_PERIODS[price.interval].includes(periods) || amount > AMOUNT_MAX)
    throw new InvalidValue('periods', 'no such gift');
  return {
    planId: offer.plan.id,
    priceId: price.id,
    periods,
    amount,
    currency: price.currency,
    interval: price.interval,
  };
}

/** Applies the one-off payment of a checkout to its gift: paid, disputed or refunded. Idempotent. Returns false for another amount than was asked. */
export async function applyGift(
  { database, clock }: PaymentParts,
  checkout: Checkout,
  payment: GatewayOneOff,
): Promise<boolean> {
  const publication = { id: checkout.publicationId };
  if (payment.amount !== checkout.amount || payment.currency !== checkout.currency) return false;
  await database.transaction(async (transaction) => {
    const gift = await findGiftOfCheckout(publication, transaction, checkout.id);
    if (gift === undefined) return;
    await payGift(transaction, clock, gift, {
      ref: payment.ref,
      paidAt: payment.paidAt.getTime(),
      expiresAt: addSeconds(payment.paidAt, GIFT_LIFETIME_SECONDS).getTime(),
      tax: payment.tax,
      paidBy: payment.paidBy,
    });
    if (payment.refundedAmount > 0) await keepGiftRefund(transaction, clock, gift, payment.refundedAmount);
    if (payment.refundedAmount >= gift.amount) await takeGiftBack(transaction, gift);
    if (payment.dispute !== gift.dispute) await keepGiftDispute(transaction, gift, payment.dispute);
    if (payment.dispute === 'lost') await loseGift(publication, transaction, clock, gift.id);
    await endCheckout(transaction, clock, checkout, { state: 'complete' });
  });
  return true;
}

/** Our choice: a gift whose payment was taken back is void, and ends where it was claimed. */
async function loseGift(publication: Tenant, transaction: Transaction, clock: Clock, id: string): Promise<void> {
  const gift = await findGift(publication, transaction, id);
  if (gift === undefined || (await takeGiftBack(transaction, gift))) return;
  if (gift.subscriptionId !== null && (await endGift(transaction, gift, clock.now())))
    await endSubscription(publication, transaction, clock, gift.subscriptionId, { reason: 'disputed' });
}

/** Starts the subscription of a gift. held: the customer has the plan, and the gift stays claimable. over: claimed by somebody else, or refunded. */
export async function claim(
  parts: PaymentParts,
  publication: Tenant,
  customerId: string,
  gift: Gift,
): Promise<Claimed> {
  const { database, clock } = parts;
  const now = await getGateway(parts, gift.gateway).now(publication);
  const endsAt = addIntervals(now.getTime(), gift.interval, gift.periods);
  try {
    return await database.transaction(async (transaction): Promise<Claimed> => {
      const subscriptionId = await beginPaidSubscription(publication, transaction, clock, {
        customerId,
        priceId: gift.priceId,
        billing: 'gift',
      });
      if (subscriptionId === undefined) return { state: 'held', gift };
      if (!(await claimGift(transaction, gift, { customerId, subscriptionId, now, endsAt }))) throw new NotClaimable();
      await recordGiftTurn(transaction, clock, { ...gift, customerId, turn: 'gift_begun', at: endsAt });
      if (gift.customerId !== customerId)
        await recordGiftTurn(transaction, clock, { ...gift, turn: 'gift_claimed', at: now.getTime() });
      return { state: 'claimed', gift: { ...gift, endsAt, subscriptionId } };
    });
  } catch (error) {
    if (error instanceof NotClaimable) return { state: 'over' };
    throw error;
  }
}

/** Whether the customer already has the plan of the gift. */
export async function holdsPlanOf(
  { database }: PaymentParts,
  publication: Tenant,
  customerId: string,
  { planId }: Gift,
): Promise<boolean> {
  return (await findHeldSubscription(publication, database, { customerId, planId })) !== undefined;
}

/** Refunds a gift that nobody has claimed; a retry goes on where it stopped. Throws NotFound, Conflict for a claimed one, GatewayUnavailable. */
export async function refundGift(parts: PaymentParts, publication: Tenant, id: string): Promise<Gift> {
  const { database, clock } = parts;
  const gift = await findGift(publication, database, id);
  if (gift?.paymentRef === undefined || gift.paymentRef === null) throw new NotFound(`No such gift: ${id}`);
  const { paymentRef } = gift;
  const state = await database.transaction(async (transaction) =>
    (await takeGiftBack(transaction, gift)) ? 'refunded' : (await findGift(publication, transaction, id))?.state,
  );
  if (state !== 'refunded')
    throw new Conflict('gift', 'The gift was claimed: cancel the subscription first if it is to end');
  const left = gift.amount - gift.refundedAmount;
  if (left > 0)
    await withTimeout(getGateway(parts, gift.gateway).refund(publication, `${gift.id} refund`, paymentRef, left));
  await database.transaction((transaction) => keepGiftRefund(transaction, clock, gift, gift.amount));
  return { ...gift, state: 'refunded', refundedAmount: gift.amount, recipientEmail: null };
}

const giftsToEnd = dueStatement<GiftToEnd>(
  'gifts_to_end',
  (offset) => `select g.id, g.publication_id,
    g.subscription_id, ${offset('g')} as clock_offset
    from gifts g where g.state = 'claimed' and g.ended_at is null and g.ends_at <= :latest and g.ends_at - ${offset('g')} <= :now order by g.ends_at`,
);

/** Ends the subscriptions of gifts that are over. Returns whether there were any. */
export async function endGifts(parts: PaymentParts, { now, latest }: Clocks): Promise<boolean> {
  let hadAny = false;
  for (const gift of await listDue(parts, giftsToEnd, { now, latest }))
    hadAny =
      (await inPublication({ id: gift.publicationId }, () =>
        end(parts, gift, addSeconds(now, gift.clockOffset / 1000)),
      )) || hadAny;
  return hadAny;
}

function end({ database, clock }: PaymentParts, gift: GiftToEnd, now: Date): Promise<boolean> {
  const { subscriptionId } = gift;
  return database.transaction(async (transaction) => {
    if (!(await endGift(transaction, gift, now))) return false;
    if (subscriptionId !== null)
      await endSubscription({ id: gift.publicationId }, transaction, clock, subscriptionId, { reason: 'gift_over' });
    return true;
  });
}

/** Rolls back the transaction in which it is thrown. */
class NotClaimable extends Error {
  override readonly name = 'NotClaimable';
}
