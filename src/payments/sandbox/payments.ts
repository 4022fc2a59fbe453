// The sandbox's own books: what was paid. They stand for the gateway's database, so nothing but the sandbox reads them.
import type { Connection, Transaction } from '../../database/connection.ts';
import { randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../../models/record.ts';
import type { GatewayOneOff, PaymentReason } from '../gateway.ts';
import type { SandboxSubscription } from './records.ts';

/** Times are milliseconds of the sandbox's clock. */
export interface SandboxPayment {
  id: string;
  reason: PaymentReason;
  priceId: string;
  amount: number;
  /** What was taken off. */
  discount: number;
  currency: string;
  periodStart: number;
  periodEnd: number;
  paidAt: number;
  refundedAmount: number;
}

const insertPayment = statement(
  'insert_sandbox_payment',
  `insert into sandbox_payments (id, publication_id, subscription_id, reason, price_id, amount, discount, currency, period_start, period_end, paid_at, refunded_amount)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
);
const payments = statement<SandboxPayment>(
  'sandbox_payments',
  `select id, reason, price_id, amount, discount, currency, period_start, period_end, paid_at,
    refunded_amount from sandbox_payments where publication_id = ? and subscription_id = ? order by paid_at, id`,
);
const refund = statement<{ subscriptionId: string }>(
  'refund_sandbox_payment',
  `update sandbox_payments set refunded_amount = refunded_amount + ? where publication_id = ? and id = ? and refunded_amount + ? <= amount
    returning subscription_id`,
);

const insertCharge = statement(
  'insert_sandbox_charge',
  'insert into sandbox_charges (id, publication_id, checkout_id, amount, currency, paid_at, refunded_amount) values (?, ?, ?, ?, ?, ?, 0)',
);
const charge = statement<Omit<GatewayOneOff, 'paidAt'> & { paidAt: number }>(
  'sandbox_charge_of_checkout',
  'select id as ref, amount, currency, paid_at, refunded_amount from sandbox_charges where publication_id = ? and checkout_id = ?',
);
const refundCharge = statement<{ id: string }>(
  'refund_sandbox_charge',
  'update sandbox_charges set refunded_amount = refunded_amount + ? where publication_id = ? and id = ? and refunded_amount + ? <= amount returning id',
);

export async function insertSandboxPayment(
  transaction: Transaction,
  { id, publicationId }: Pick<SandboxSubscription, 'id' | 'publicationId'>,
  given: Omit<SandboxPayment, 'id' | 'refundedAmount'>,
): Promise<void> {
  const { reason, priceId, amount, discount, currency, periodStart, periodEnd, paidAt } = given;
  const values = [
    `sandbox_pay_${randomSecret(24)}`,
    publicationId,
    id,
    reason,
    priceId,
    amount,
    discount,
    currency,
    periodStart,
    periodEnd,
    paidAt,
  ];
  await transaction.run(insertPayment, values);
}

export function listSandboxPayments(
  publication: Tenant,
  connection: Connection,
  subscriptionId: string,
): Promise<SandboxPayment[]> {
  return connection.all(payments, [publication.id, subscriptionId]);
}

/** Returns whose payment it was; undefined for an unknown one and for more than is left of it. */
export async function refundSandboxPayment(
  publication: Tenant,
  transaction: Transaction,
  paymentId: string,
  amount: number,
): Promise<string | undefined> {
  return (await transaction.first(refund, [amount, publication.id, paymentId, amount]))?.subscriptionId;
}

/** A one-off payment of the whole amount. */
export async function insertSandboxCharge(
  transaction: Transaction,
  given: {
    readonly publicationId: string;
    readonly checkoutId: string;
    readonly amount: number;
    readonly currency: string;
    readonly paidAt: number;
  },
): Promise<void> {
  const { publicationId, checkoutId, amount, currency, paidAt } = given;
  await transaction.run(insertCharge, [
    `sandbox_chg_${randomSecret(24)}`,
    publicationId,
    checkoutId,
    amount,
    currency,
    paidAt,
  ]);
}

/** Null for a checkout of which nothing was charged at once. */
export async function findSandboxCharge(
  publication: Tenant,
  connection: Connection,
  checkoutId: string,
): Promise<GatewayOneOff | null> {
  const found = await connection.first(charge, [publication.id, checkoutId]);
  return found === undefined ? null : { ...found, paidAt: new Date(found.paidAt) };
}

/** Returns false for an unknown one and for more than is left of it. */
export async function refundSandboxCharge(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  amount: number,
): Promise<boolean> {
  return (await transaction.first(refundCharge, [amount, publication.id, id, amount])) !== undefined;
}
