// Which payments a customer is still to be written about: each once, whoever collected it.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Interval } from '../catalog/price.ts';
import type { EndReason } from './billing-record.ts';
import type { PaymentReason } from './payment.ts';

/** Amounts are in minor units, times in milliseconds. */
export interface PaymentToTell {
  paymentId: string;
  publicationId: string;
  customerId: string;
  planName: string;
  reason: PaymentReason;
  amount: number;
  currency: string;
  periodStart: number;
  periodEnd: number;
  paidAt: number;
  endReason: EndReason | null;
  /** Of its subscription, as it stands now. */
  state: string;
  cancelAt: number | null;
  nextAt: number;
  nextAmount: number;
  nextCurrency: string;
  nextInterval: Interval;
}

const toTell = statement<PaymentToTell>(
  'payments_to_tell',
  `select y.id as payment_id, y.publication_id, y.customer_id, l.name as plan_name, y.reason, y.amount, y.currency,
    y.period_start, y.period_end, y.paid_at, b.end_reason, b.state, b.cancel_at,
    b.period_end as next_at, coalesce(b.next_amount, n.amount) as next_amount, n.currency as next_currency, n.interval as next_interval
    from payments y join billings b on b.publication_id = y.publication_id and b.id = y.billing_id join prices p on p.publication_id = y.publication_id and p.id = y.price_id join plans l on l.publication_id = p.publication_id and l.id = p.plan_id
    join prices n on n.publication_id = b.publication_id and n.id = coalesce(b.next_price_id, b.price_id)
    where y.told_at is null order by y.id limit ?`,
);
const mark = statement(
  'mark_payment_told',
  'update payments set told_at = ? where publication_id = ? and id = ? and told_at is null',
);

/** Of every publication, the oldest first. */
export function listPaymentsToTell(connection: Connection, limit: number): Promise<PaymentToTell[]> {
  return connection.all(toTell, [limit]);
}

/** Of two workers one gets true. */
export async function markPaymentTold(
  transaction: Transaction,
  clock: Clock,
  { paymentId, publicationId }: PaymentToTell,
): Promise<boolean> {
  return (await transaction.run(mark, [clock.now(), publicationId, paymentId])) === 1;
}
