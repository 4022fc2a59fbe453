// Payments made to agree with the gateway's books where they went apart: only by an operator's wish, and only what the operator was shown.
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Billing } from './billing-record.ts';

/** What is compared of a payment. Amounts in minor units, times in milliseconds. */
export interface KeptPayment {
  id: string;
  ref: string;
  amount: number;
  currency: string;
  periodStart: number;
  periodEnd: number;
  refundedAmount: number;
}

/** What the gateway says of it. */
export type PaymentFacts = Omit<KeptPayment, 'id'>;

const ofBilling = statement<KeptPayment>(
  'payments_of_billing',
  `select id, ref, amount, currency, period_start, period_end, refunded_amount
    from payments where publication_id = ? and billing_id = ? order by paid_at, id`,
);
const correct = statement(
  'correct_payment',
  `update payments set amount = ?, currency = ?, period_start = ?, period_end = ?, refunded_amount = ?, refund_told = case when refund_told > ? then ? else refund_told end
    where publication_id = ? and id = ? and amount = ? and refunded_amount = ?`,
);
const remove = statement(
  'remove_payment',
  'delete from payments where publication_id = ? and id = ? and amount = ? and refunded_amount = ?',
);

/** The first first. */
export function listPaymentsOfBilling(
  { publicationId, id }: Pick<Billing, 'id' | 'publicationId'>,
  connection: Connection,
): Promise<KeptPayment[]> {
  return connection.all(ofBilling, [publicationId, id]);
}

/**
 * What is in `known`, and was read before the gateway was, becomes what the gateway says; a payment that the gateway does not know goes. One
 * that changed meanwhile is left alone. Payments and refunds that only the gateway knows are left to `recordPayment`, which tells of them.
 */
export async function correctPayments(
  { publicationId }: Pick<Billing, 'publicationId'>,
  transaction: Transaction,
  known: readonly KeptPayment[],
  theirs: readonly PaymentFacts[],
): Promise<void> {
  const told = new Map(theirs.map((payment) => [payment.ref, payment]));
  for (const { id, ref, amount, refundedAmount } of known) {
    const found = told.get(ref);
    if (found === undefined) {
      await transaction.run(remove, [publicationId, id, amount, refundedAmount]);
      continue;
    }
    const refunded = Math.min(found.refundedAmount, refundedAmount);
    const facts = [found.amount, found.currency, found.periodStart, found.periodEnd, refunded, refunded, refunded];
    await transaction.run(correct, [...facts, publicationId, id, amount, refundedAmount]);
  }
}
