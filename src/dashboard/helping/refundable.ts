// What can be refunded to a reader: a payment of theirs, or a gift that they bought.
import { NotFound } from '../../models/errors.ts';
import { getBilling } from '../../models/money/billing-record.ts';
import { findGift, NEVER_PAID } from '../../models/money/gift-record.ts';
import { findPayment } from '../../models/money/payment-record.ts';
import { findActiveSubscription } from '../../models/money/subscription-record.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import { refundGiftPart } from '../../payments/gift-refund.ts';
import { refundPayment } from '../../payments/refund.ts';
import type { Service } from '../../service.ts';
import type { Visit } from '../visit.ts';
import { paramOf, readerOf, readerPath } from './act-page.ts';

export interface Refundable {
  readonly reader: CustomerSummary;
  readonly kind: 'payment' | 'gift';
  readonly id: string;
  readonly path: string;
  readonly planName: string;
  /** Minor units of `currency`, as all amounts here. */
  readonly amount: number;
  readonly refundedAmount: number;
  readonly currency: string;
  readonly paidAt: number;
  /** The subscription that it pays for, while that is active. */
  readonly subscriptionId: string | null;
  /** Whether a refund of all that is left voids the code of a gift that nobody has claimed. */
  readonly isUnclaimed: boolean;
  readonly refund: (amount: number, key: string) => Promise<unknown>;
}

/** The payment or the gift that the path names. Throws NotFound, also for another reader's. */
export async function refundableOf(service: Service, visit: Visit): Promise<Refundable> {
  const reader = await readerOf(service, visit);
  const giftId = paramOf(visit, 'gift');
  return giftId === '' ? paymentOf(service, visit, reader) : giftOf(service, visit, reader, giftId);
}

async function paymentOf(service: Service, visit: Visit, reader: CustomerSummary): Promise<Refundable> {
  const { publication } = visit.session;
  const { database } = service;
  const id = paramOf(visit, 'payment');
  const payment = await findPayment(publication, database, reader.id, id);
  if (payment === undefined) throw new NotFound(`No such payment: ${id}`);
  const { subscriptionId } = await getBilling(publication, database, payment.billingId);
  const { planName, amount, refundedAmount, currency, paidAt } = payment;
  return {
    reader,
    kind: 'payment',
    id,
    path: readerPath(reader, `/payments/${id}/refund`),
    isUnclaimed: false,
    planName,
    amount,
    refundedAmount,
    currency,
    paidAt,
    subscriptionId: await activeOf(service, visit, subscriptionId),
    refund: (part, key) => refundPayment(service, publication, { paymentId: id, amount: part, key }),
  };
}

async function giftOf(service: Service, visit: Visit, reader: CustomerSummary, id: string): Promise<Refundable> {
  const { publication } = visit.session;
  const gift = await findGift(publication, service.database, id);
  if (gift === undefined || gift.customerId !== reader.id || NEVER_PAID.includes(gift.state))
    throw new NotFound(`No such gift: ${id}`);
  const { planName, amount, refundedAmount, currency, state } = gift;
  return {
    reader,
    kind: 'gift',
    id,
    path: readerPath(reader, `/gifts/${id}/refund`),
    isUnclaimed: state === 'paid',
    planName,
    amount,
    refundedAmount,
    currency,
    paidAt: gift.paidAt ?? gift.createdAt,
    subscriptionId: await activeOf(service, visit, gift.subscriptionId),
    refund: (part, key) => refundGiftPart(service, publication, { giftId: id, amount: part, key }),
  };
}

async function activeOf(
  { database }: Service,
  { session }: Visit,
  subscriptionId: string | null,
): Promise<string | null> {
  if (subscriptionId === null) return null;
  return (await findActiveSubscription(session.publication, database, subscriptionId))?.id ?? null;
}
