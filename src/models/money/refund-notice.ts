// What was paid back and is still to be told, whoever paid it back: an operator, the gateway's own pages, or this service after a lost race.
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { EndReason } from './billing-record.ts';

export interface RefundToTell {
  paymentId: string;
  publicationId: string;
  customerId: string;
  planName: string;
  currency: string;
  amount: number;
  refundedAmount: number;
  /** What letters told of before. */
  told: number;
  endReason: EndReason | null;
}

const toTell = statement<RefundToTell>(
  'refunds_to_tell',
  `select y.id as payment_id, y.publication_id, y.customer_id, l.name as plan_name, y.currency, y.amount,
    y.refunded_amount, y.refund_told as told, b.end_reason
    from payments y join billings b on b.publication_id = y.publication_id and b.id = y.billing_id join prices p on p.publication_id = y.publication_id and p.id = y.price_id join plans l on l.publication_id = p.publication_id and l.id = p.plan_id
    where y.refunded_amount > y.refund_told order by y.id limit ?`,
);
const mark = statement(
  'mark_refund_told',
  'update payments set refund_told = ? where publication_id = ? and id = ? and refund_told = ? and refunded_amount >= ?',
);

/** Of every publication. */
export function listRefundsToTell(connection: Connection, limit: number): Promise<RefundToTell[]> {
  return connection.all(toTell, [limit]);
}

/** Of two workers one gets true. */
export async function markRefundTold(
  transaction: Transaction,
  { paymentId, publicationId, refundedAmount, told }: RefundToTell,
): Promise<boolean> {
  return (await transaction.run(mark, [refundedAmount, publicationId, paymentId, told, refundedAmount])) === 1;
}
