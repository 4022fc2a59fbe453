// Payments: what was paid for which time, as the gateway tells it. A payment is recorded once by the gateway's own reference for it; only what
// was refunded of it changes. Receipts are made from these.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { recordEvent } from '../outbox/event.ts';
import type { Tenant } from '../record.ts';
import type { Billing } from './billing-record.ts';

export type PaymentReason = 'start' | 'renewal' | 'switch';

/** Amounts are in minor units, times in milliseconds. */
export interface Payment {
  id: string;
  billingId: string;
  ref: string;
  reason: PaymentReason;
  priceId: string;
  planName: string;
  amount: number;
  /** What a discount took off. */
  discount: number;
  currency: string;
  periodStart: number;
  periodEnd: number;
  paidAt: number;
  refundedAmount: number;
}

export type NewPayment = Omit<Payment, 'id' | 'billingId' | 'planName'>;

const upsert = statement<{ id: string }>(
  'upsert_payment',
  `insert into payments (id, publication_id, customer_id, billing_id, gateway, ref, reason, price_id, amount, discount, currency, period_start,
    period_end, paid_at, refunded_amount) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict (gateway, ref, publication_id) do update set refunded_amount = excluded.refunded_amount where payments.refunded_amount < excluded.refunded_amount returning id`,
);
const columns = `y.id, y.billing_id, y.ref, y.reason, y.price_id, l.name as plan_name, y.amount, y.discount, y.currency,
  y.period_start, y.period_end, y.paid_at, y.refunded_amount
  from payments y join prices p on p.publication_id = y.publication_id and p.id = y.price_id join plans l on l.publication_id = p.publication_id and l.id = p.plan_id`;
const ofCustomer = statement<Payment>(
  'payments_of_customer',
  `select ${columns} where y.publication_id = ? and y.customer_id = ? order by y.paid_at desc, y.id desc`,
);
const byId = statement<Payment>(
  'payment_of_customer',
  `select ${columns} where y.publication_id = ? and y.customer_id = ? and y.id = ?`,
);
const markTold = statement(
  'mark_payment_told',
  'update payments set told_at = ? where publication_id = ? and id = ? and told_at is null',
);
const markRefund = statement(
  'mark_refund_told',
  'update payments set refund_told = ? where publication_id = ? and id = ? and refund_told = ? and refunded_amount >= ?',
);
const subscriptionOfBilling = statement<{ id: string | null }>(
  'subscription_id_of_billing',
  'select subscription_id as id from billings where publication_id = ? and id = ?',
);

/** A known one keeps all but what was refunded, which only grows. */
export async function recordPayment(
  transaction: Transaction,
  clock: Clock,
  billing: Billing,
  given: NewPayment,
): Promise<void> {
  const { ref, reason, priceId, amount, discount, currency, periodStart, periodEnd, paidAt, refundedAmount } = given;
  const owner = [billing.publicationId, billing.customerId, billing.id, billing.gateway];
  const id = newId('pay', new Date(paidAt));
  const written = await transaction.first(upsert, [
    id,
    ...owner,
    ref,
    reason,
    priceId,
    amount,
    discount,
    currency,
    periodStart,
    periodEnd,
    paidAt,
    refundedAmount,
  ]);
  if (written === undefined) return;
  const payment = { id: written.id, reason, priceId, amount, currency, periodStart, periodEnd, paidAt, refundedAmount };
  if (written.id === id) await recordPaymentEvent(transaction, clock, billing, 'payment.succeeded', payment);
  if (refundedAmount > 0) await recordPaymentEvent(transaction, clock, billing, 'payment.refunded', payment);
}

/** Newest first. */
export function listPayments(publication: Tenant, connection: Connection, customerId: string): Promise<Payment[]> {
  return connection.all(ofCustomer, [publication.id, customerId]);
}

/** One receipt; undefined for another customer's. */
export function findPayment(
  publication: Tenant,
  connection: Connection,
  customerId: string,
  id: string,
): Promise<Payment | undefined> {
  return connection.first(byId, [publication.id, customerId, id]);
}

/** The customer is mailed about it. Returns true for exactly one of several concurrent callers. */
export async function markPaymentTold(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  now: Date,
): Promise<boolean> {
  return (await transaction.run(markTold, [now, publication.id, id])) === 1;
}

/** The customer is mailed about the difference. Returns true for exactly one of several concurrent callers. */
export async function markRefundTold(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  return (await transaction.run(markRefund, [to, publication.id, id, from, to])) === 1;
}

/** Of a payment that was recorded or refunded just now. */
async function recordPaymentEvent(
  transaction: Transaction,
  clock: Clock,
  billing: Billing,
  type: 'payment.succeeded' | 'payment.refunded',
  {
    id,
    reason,
    priceId,
    amount,
    currency,
    periodStart,
    periodEnd,
    paidAt,
    refundedAmount,
  }: Omit<Payment, 'billingId' | 'planName' | 'discount' | 'ref'>,
): Promise<void> {
  const { publicationId, customerId } = billing;
  const subscriptionId = (await transaction.first(subscriptionOfBilling, [publicationId, billing.id]))?.id ?? null;
  const object = {
    id,
    customerId,
    subscriptionId,
    reason,
    priceId,
    amount,
    currency,
    periodStart,
    periodEnd,
    paidAt,
    refundedAmount,
  };
  await recordEvent({ id: publicationId }, transaction, clock, { type, objectId: id, customerId, facts: { object } });
}
