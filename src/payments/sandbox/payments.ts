// The sandbox's own records of payments. They stand for the database of a real gateway, so nothing but the sandbox
// reads them.
import { raw } from 'objection';
import type { Connection, Transaction } from '../../database/connection.ts';
import { randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../../models/record.ts';
import type { GatewayOneOff, PaymentReason } from '../gateway.ts';
import { meansOf } from './cards.ts';
import type { SandboxSubscription } from './records.ts';

/** Times are in milliseconds of the sandbox's clock. */
class SandboxPaymentRecord extends PublicationRecord {
  static override tableName = 'sandbox_payments';
  declare subscriptionId: string;
  declare reason: PaymentReason;
  declare priceId: string;
  declare amount: number;
  /** The amount that a discount took off. */
  declare discount: number;
  declare currency: string;
  declare periodStart: number;
  declare periodEnd: number;
  declare paidAt: number;
  declare refundedAmount: number;
}

/** A one-off payment. */
class SandboxChargeRecord extends PublicationRecord {
  static override tableName = 'sandbox_charges';
  declare checkoutId: string;
  declare amount: number;
  declare currency: string;
  declare paidAt: number;
  declare refundedAmount: number;
}

const SHOWN = [
  'id',
  'reason',
  'priceId',
  'amount',
  'discount',
  'currency',
  'periodStart',
  'periodEnd',
  'paidAt',
  'refundedAmount',
] as const;
type SandboxPayment = Pick<RowOf<SandboxPaymentRecord>, (typeof SHOWN)[number]>;

const refund = statement<{ subscriptionId: string }>(
  'refund_sandbox_payment',
  `update sandbox_payments set refunded_amount = refunded_amount + :amount
    where publication_id = :publicationId and id = :id and refunded_amount + :amount <= amount returning subscription_id`,
);

export async function insertSandboxPayment(
  transaction: Transaction,
  { id, publicationId }: Pick<SandboxSubscription, 'id' | 'publicationId'>,
  given: Omit<SandboxPayment, 'id' | 'refundedAmount'>,
): Promise<void> {
  await SandboxPaymentRecord.in({ id: publicationId }, transaction).insert({
    ...given,
    publicationId,
    id: `sandbox_pay_${randomSecret(24)}`,
    subscriptionId: id,
    refundedAmount: 0,
  });
}

export function listSandboxPayments(
  publication: Tenant,
  connection: Connection,
  subscriptionId: string,
): Promise<SandboxPayment[]> {
  return SandboxPaymentRecord.in(publication, connection, { subscriptionId })
    .select(SHOWN)
    .orderBy(['paidAt', 'id'])
    .execute();
}

/**
 * Refunds a payment and returns its subscription; undefined for an unknown payment, and for more than is left to
 * refund.
 */
export async function refundSandboxPayment(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  amount: number,
): Promise<string | undefined> {
  return (await transaction.first(refund, { publicationId: publication.id, id, amount }))?.subscriptionId;
}

/** Records a one-off payment. */
export async function insertSandboxCharge(
  transaction: Transaction,
  given: Pick<SandboxChargeRecord, 'publicationId' | 'checkoutId' | 'amount' | 'currency' | 'paidAt'>,
): Promise<void> {
  await SandboxChargeRecord.in({ id: given.publicationId }, transaction).insert({
    ...given,
    id: `sandbox_chg_${randomSecret(24)}`,
    refundedAmount: 0,
  });
}

/** Returns null for a checkout without a one-off payment. */
export async function findSandboxCharge(
  publication: Tenant,
  connection: Connection,
  { id: checkoutId, card }: { readonly id: string; readonly card: string | null },
): Promise<GatewayOneOff | null> {
  const found = await first(
    SandboxChargeRecord.in(publication, connection, { checkoutId })
      .select('id as ref', 'amount', 'currency', 'paidAt', 'refundedAmount')
      .castTo<(Pick<GatewayOneOff, 'ref' | 'amount' | 'currency' | 'refundedAmount'> & { paidAt: number })[]>(),
  );
  if (found === undefined) return null;
  const paidBy = card === null ? null : meansOf(card);
  return { ...found, paidAt: new Date(found.paidAt), dispute: 'none', tax: null, paidBy };
}

/** Refunds a one-off payment; returns false for an unknown one, and for more than is left to refund. */
export async function refundSandboxCharge(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  amount: number,
): Promise<boolean> {
  const refunded = await SandboxChargeRecord.in(publication, transaction, { id })
    .where('refundedAmount', '<=', raw('amount - ?', amount))
    .patch({ refundedAmount: raw('refunded_amount + ?', amount) });
  return refunded === 1;
}
