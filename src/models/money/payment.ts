// The changes of payments. Each payment is recorded once, by the gateway's id. Afterwards only its refunded amount
// changes, unless an operator corrects it to agree with the gateway.
import { raw } from 'objection';
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { OBSERVED } from '../../observed.ts';
import { getPrice } from '../catalog/price.ts';
import { countMoney, MONEY_COLUMNS } from '../counting/money.ts';
import { recordEvent } from '../outbox/event.ts';
import {
  correctReceipts,
  issueReceipts,
  type GatewayTax,
  type MeansOfPayment,
  type PaidRecord,
} from '../receipts/receipt.ts';
import { first, type Tenant } from '../record.ts';
import { BillingRecord, type Billing } from './billing-record.ts';
import { PaymentRecord, type KeptPayment } from './payment-record.ts';

export type NewPayment = Omit<
  KeptPayment,
  | 'id'
  | 'publicationId'
  | 'customerId'
  | 'billingId'
  | 'gateway'
  | 'mailedAt'
  | 'refundMailed'
  | 'countedAmount'
  | 'countedRefund'
>;

/** What the gateway says of a payment for its receipt; null where it does not compute the tax, or say what was paid with. */
export interface PaymentMeans {
  readonly tax: GatewayTax | null;
  readonly paidBy: MeansOfPayment | null;
}

/** What the gateway reports of a known payment. */
export type PaymentFacts = Pick<
  KeptPayment,
  'ref' | 'amount' | 'currency' | 'periodStart' | 'periodEnd' | 'refundedAmount'
>;

const upsert = statement<{ id: string }>(
  'upsert_payment',
  `insert into payments (id, publication_id, customer_id, billing_id, gateway, ref, reason, price_id, amount, discount, currency, period_start,
    period_end, paid_at, refunded_amount, mailed_at, refund_mailed) values (:id, :publicationId, :customerId, :billingId, :gateway, :ref, :reason, :priceId, :amount, :discount,
    :currency, :periodStart, :periodEnd, :paidAt, :refundedAmount, :mailedAt, :refundMailed)
    on conflict (gateway, ref, publication_id) do update set refunded_amount = excluded.refunded_amount where payments.refunded_amount < excluded.refunded_amount returning id`,
);

/** Upserts a payment. Of a known payment only the refunded amount changes, and only grows. */
export async function recordPayment(
  transaction: Transaction,
  clock: Clock,
  { publicationId, id: billingId, customerId, gateway, takenOverAt }: Billing,
  { tax, paidBy, ...given }: NewPayment & PaymentMeans,
): Promise<void> {
  const id = newId('pay', new Date(given.paidAt));
  const payment = { ...given, id, publicationId, billingId, customerId, gateway };
  // Whoever sold the subscription has written about what was paid to them.
  const isFormer = takenOverAt !== null && given.paidAt < takenOverAt;
  const marks = { mailedAt: isFormer ? takenOverAt : null, refundMailed: isFormer ? given.refundedAmount : 0 };
  const written = await transaction.first(upsert, { ...payment, ...marks });
  if (written === undefined) return;
  const recorded = { ...payment, id: written.id };
  await countPayment(transaction, clock, recorded);
  const publication = { id: publicationId };
  // Our choice: who sold a subscription before it was taken over has written its receipts, and writes their credit notes.
  if (!isFormer)
    await issueReceipts(publication, transaction, clock, await toPaid(transaction, { ...recorded, tax, paidBy }));
  if (written.id === id) await recordPaymentEvent(transaction, clock, 'payment.succeeded', recorded);
  if (given.refundedAmount > 0) await recordPaymentEvent(transaction, clock, 'payment.refunded', recorded);
}

/** Notes that the mail about a payment is sent. Returns true for exactly one of several concurrent callers. */
export async function markPaymentMailed(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  now: Date,
): Promise<boolean> {
  const untold = PaymentRecord.in(publication, transaction, { id, mailedAt: null });
  return (await untold.patch({ mailedAt: now.getTime() })) === 1;
}

/** Has the mail about a payment sent once more, with what is known of it by then. */
export async function mailPaymentAgain(publication: Tenant, transaction: Transaction, id: string): Promise<void> {
  await PaymentRecord.in(publication, transaction, { id }).whereNotNull('mailedAt').patch({ mailedAt: null });
}

/** Notes that the mail about a refund is sent. Returns true for exactly one of several concurrent callers. */
export async function markRefundMailed(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const told = PaymentRecord.in(publication, transaction, { id, refundMailed: from });
  return (await told.where('refundedAmount', '>=', to).patch({ refundMailed: to })) === 1;
}

/**
 * Corrects the `known` payments, which were read before the gateway was, to what the gateway reports; for operators. A
 * payment that the gateway does not know is deleted, and one that changed concurrently is left alone. Payments and
 * refunds that only the gateway knows are left to `recordPayment`, which records their events.
 */
export async function correctPayments(
  { publicationId }: Pick<Billing, 'publicationId'>,
  transaction: Transaction,
  clock: Clock,
  { known, theirs }: { readonly known: readonly KeptPayment[]; readonly theirs: readonly PaymentFacts[] },
): Promise<void> {
  const told = new Map(theirs.map((payment) => [payment.ref, payment]));
  for (const payment of known) {
    const { id, ref, amount, refundedAmount } = payment;
    const unchanged = PaymentRecord.in({ id: publicationId }, transaction, { id, amount, refundedAmount });
    const found = told.get(ref);
    await countPayment(transaction, clock, { publicationId, id }, NOTHING);
    if (found === undefined) {
      const isDeleted = (await unchanged.delete()) === 1;
      if (isDeleted) await correct(transaction, clock, payment, { amount: 0, refundedAmount: 0 });
      else await countPayment(transaction, clock, { publicationId, id });
      continue;
    }
    const refunded = Math.min(found.refundedAmount, refundedAmount);
    const isCorrected = await unchanged.patch({
      amount: found.amount,
      currency: found.currency,
      periodStart: found.periodStart,
      periodEnd: found.periodEnd,
      refundedAmount: refunded,
      refundMailed: raw('case when refund_mailed > :refunded then :refunded else refund_mailed end', { refunded }),
    });
    await countPayment(transaction, clock, { publicationId, id });
    if (isCorrected === 1)
      await correct(transaction, clock, payment, { amount: found.amount, refundedAmount: refunded });
  }
}

async function correct(
  transaction: Transaction,
  clock: Clock,
  payment: KeptPayment,
  amounts: Pick<KeptPayment, 'amount' | 'refundedAmount'>,
): Promise<void> {
  const paid = await toPaid(transaction, { ...payment, ...amounts, tax: null, paidBy: null });
  await correctReceipts({ id: payment.publicationId }, transaction, clock, paid);
}

async function toPaid(
  transaction: Transaction,
  payment: NewPayment & PaymentMeans & Pick<KeptPayment, 'id' | 'publicationId' | 'customerId'>,
): Promise<PaidRecord> {
  const { publicationId, priceId, periodStart: start, periodEnd: end } = payment;
  const { planId } = await getPrice({ id: publicationId }, transaction, priceId);
  return { ...payment, planId, period: { start, end } };
}

/** A payment that is about to be corrected counts as nothing until it is counted again. */
const NOTHING = { amount: 0, refundedAmount: 0 };

/** Counts a payment among the figures. Call it after each change of its amounts. */
async function countPayment(
  transaction: Transaction,
  clock: Clock,
  { publicationId, id }: Pick<KeptPayment, 'publicationId' | 'id'>,
  as: Partial<typeof NOTHING> = {},
): Promise<void> {
  const publication = { id: publicationId };
  const found = await first(PaymentRecord.in(publication, transaction, { id }).select(...MONEY_COLUMNS, 'priceId'));
  if (found === undefined) return;
  const { countedAmount, countedRefund } = found;
  const { planId } = await getPrice(publication, transaction, found.priceId);
  await countMoney(transaction, clock, 'payment', { ...found, ...as, planId }, async (counted) =>
    PaymentRecord.in(publication, transaction, { id, countedAmount, countedRefund }).patch(counted),
  );
}

/** Records the event of a payment or a refund. */
async function recordPaymentEvent(
  transaction: Transaction,
  clock: Clock,
  type: 'payment.succeeded' | 'payment.refunded',
  payment: NewPayment & Pick<KeptPayment, 'id' | 'publicationId' | 'customerId' | 'billingId'>,
): Promise<void> {
  const { id, publicationId, customerId, billingId, reason, priceId, amount, currency } = payment;
  const { periodStart, periodEnd, paidAt, refundedAmount } = payment;
  const publication = { id: publicationId };
  const billing = await BillingRecord.find(publication, transaction, { id: billingId });
  const object = {
    id,
    customerId,
    subscriptionId: billing?.subscriptionId ?? null,
    reason,
    priceId,
    amount,
    currency,
    periodStart,
    periodEnd,
    paidAt,
    refundedAmount,
  };
  await recordEvent(publication, transaction, clock, { type, objectId: id, customerId, facts: { object } });
  OBSERVED.payment.publish(type === 'payment.succeeded' ? 'succeeded' : 'refunded');
}
