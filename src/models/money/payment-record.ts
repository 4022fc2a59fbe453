// Payments and their queries; receipts are made from them. Their changes are in src/models/money/payment.ts.
import type { QueryBuilder } from 'objection';
import type { Connection } from '../../database/connection.ts';
import { PriceRecord } from '../catalog/price.ts';
import { NotFound } from '../errors.ts';
import { belongsTo, first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { BillingRecord, type Billing } from './billing-record.ts';

export type PaymentReason = 'start' | 'renewal' | 'switch';

/** Amounts are in minor units, times in milliseconds. */
export class PaymentRecord extends PublicationRecord {
  static override tableName = 'payments';
  static override relationMappings = () =>
    belongsTo('payments', { billing: [BillingRecord, 'billingId'], price: [PriceRecord, 'priceId'] });
  declare customerId: string;
  declare billingId: string;
  declare gateway: string;
  declare ref: string;
  declare reason: PaymentReason;
  declare priceId: string;
  declare amount: number;
  /** The amount that a discount took off. */
  declare discount: number;
  declare currency: string;
  declare periodStart: number;
  declare periodEnd: number;
  declare paidAt: number;
  declare mailedAt: number | null;
  declare refundedAmount: number;
  /** The part of `refundedAmount` that the customer was mailed about. */
  declare refundMailed: number;
  /** The parts of `amount` and `refundedAmount` that stand among the changes of figures. */
  declare countedAmount: number;
  declare countedRefund: number;
}

export type KeptPayment = RowOf<PaymentRecord>;

/** A payment with the name of its plan, and the gateway's id of its subscription. */
export type Payment = KeptPayment & { planName: string; planTexts: string | null; subscriptionRef: string };

/** Lists a customer's payments, newest first. */
export function listPayments(publication: Tenant, connection: Connection, customerId: string): Promise<Payment[]> {
  return named(PaymentRecord.in(publication, connection, { customerId }))
    .orderBy([
      { column: 'payments.paidAt', order: 'desc' },
      { column: 'payments.id', order: 'desc' },
    ])
    .execute();
}

/** Returns undefined for a payment of another customer. */
export function findPayment(
  publication: Tenant,
  connection: Connection,
  customerId: string,
  id: string,
): Promise<Payment | undefined> {
  return first(named(PaymentRecord.in(publication, connection, { customerId, id })));
}

/** Returns those payments that there are, by their ids. */
export async function findPayments(
  publication: Tenant,
  connection: Connection,
  ids: readonly string[],
): Promise<Map<string, Payment>> {
  const found =
    ids.length === 0 ? [] : await named(PaymentRecord.in(publication, connection)).whereIn('payments.id', [...ids]);
  return new Map(found.map((payment) => [payment.id, payment]));
}

/** Throws NotFound. */
export async function getPayment(publication: Tenant, connection: Connection, id: string): Promise<Payment> {
  const found = await first(named(PaymentRecord.in(publication, connection, { id })));
  if (found === undefined) throw new NotFound(`No such payment: ${id}`);
  return found;
}

/** Lists the payments of a billing record, oldest first. */
export function listPaymentsOfBilling(
  { publicationId, id }: Pick<Billing, 'id' | 'publicationId'>,
  connection: Connection,
): Promise<KeptPayment[]> {
  return PaymentRecord.in({ id: publicationId }, connection, { billingId: id }).orderBy(['paidAt', 'id']).execute();
}

/** Finds a billing record of any publication by the gateway's id of one of its payments. */
export function findBillingByPayment(
  connection: Connection,
  gateway: string,
  ref: string,
): Promise<Billing | undefined> {
  const payments = PaymentRecord.ofAll(connection, { gateway, ref });
  return first(payments.joinRelated('billing').select('billing.*').castTo<Billing[]>());
}

function named(payments: QueryBuilder<PaymentRecord, PaymentRecord[]>): QueryBuilder<PaymentRecord, Payment[]> {
  return payments
    .joinRelated('[billing, price.plan]')
    .select(
      'payments.*',
      'price:plan.name as planName',
      'price:plan.texts as planTexts',
      'billing.ref as subscriptionRef',
    )
    .castTo<Payment[]>();
}
