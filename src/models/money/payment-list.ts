// Payments as operators see them: of the whole publication or of one customer, the newest first, in pages.
import type { Connection } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import type { Tenant } from '../record.ts';
import type { PaymentReason } from './payment.ts';

/** Amounts in minor units, times in milliseconds. */
export interface PaymentSummary {
  id: string;
  customerId: string;
  planName: string;
  gateway: string;
  ref: string;
  /** What the gateway calls the subscription that it was for. */
  subscriptionRef: string;
  reason: PaymentReason;
  amount: number;
  currency: string;
  paidAt: number;
  refundedAmount: number;
}

const columns = `y.id, y.customer_id, l.name as plan_name, y.gateway, y.ref, b.ref as subscription_ref, y.reason, y.amount, y.currency,
  y.paid_at, y.refunded_amount
  from payments y join billings b on b.publication_id = y.publication_id and b.id = y.billing_id join prices p on p.publication_id = y.publication_id and p.id = y.price_id join plans l on l.publication_id = p.publication_id and l.id = p.plan_id`;
const page = statement<PaymentSummary>(
  'payment_page',
  `select ${columns} where y.publication_id = ? and y.id < ? order by y.id desc limit ?`,
);
const pageOfCustomer = statement<PaymentSummary>(
  'payment_page_of_customer',
  `select ${columns} where y.publication_id = ? and y.id < ? and y.customer_id = ? order by y.id desc limit ?`,
);
const byId = statement<PaymentSummary>('payment_summary', `select ${columns} where y.publication_id = ? and y.id = ?`);

export async function listPaymentPage(
  publication: Tenant,
  connection: Connection,
  request: PageRequest & { readonly customerId?: string | undefined },
): Promise<Page<PaymentSummary>> {
  const before = `pay_${firstPosition(request)}`;
  const { customerId, limit } = request;
  const found =
    customerId === undefined
      ? await connection.all(page, [publication.id, before, limit + 1])
      : await connection.all(pageOfCustomer, [publication.id, before, customerId, limit + 1]);
  return toPage(found, request, (row) => row);
}

/** Throws NotFound. */
export async function getPaymentSummary(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<PaymentSummary> {
  const found = await connection.first(byId, [publication.id, id]);
  if (found === undefined) throw new NotFound(`No such payment: ${id}`);
  return found;
}
