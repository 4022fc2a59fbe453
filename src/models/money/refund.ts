// Refunds that an operator asked for. Each has an idempotency key, so that a repeated request refunds once, and a
// refund that a crash interrupted is resumed.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';

class RefundRecord extends PublicationRecord {
  static override tableName = 'refunds';
  declare paymentId: string;
  declare key: string;
  /** Minor units of the payment's currency. */
  declare amount: number;
  declare createdAt: number;
  /** Null while it is unknown whether the gateway made the refund. */
  declare doneAt: number | null;
}

export type Refund = RowOf<RefundRecord>;

/** Returns undefined for an idempotency key that was not used for this payment. */
export function findRefund(
  publication: Tenant,
  connection: Connection,
  name: { readonly paymentId: string; readonly key: string },
): Promise<Refund | undefined> {
  return RefundRecord.find(publication, connection, name);
}

/** Returns the refund with this idempotency key, which this call creates unless it exists. */
export async function askRefund(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { paymentId, key, amount }: { readonly paymentId: string; readonly key: string; readonly amount: number },
): Promise<Refund> {
  const createdAt = clock.now();
  const refund = { id: newId('rfd', createdAt), paymentId, key, amount, createdAt: createdAt.getTime() };
  await RefundRecord.add(publication, transaction, refund);
  const found = await findRefund(publication, transaction, { paymentId, key });
  if (found === undefined) throw new Error('a refund was neither made nor found');
  return found;
}

export async function finishRefund(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<void> {
  await RefundRecord.in(publication, transaction, { id, doneAt: null }).patch({ doneAt: clock.now().getTime() });
}

/** Deletes a refund that the gateway refused, which frees its idempotency key. */
export async function dropRefund(publication: Tenant, transaction: Transaction, id: string): Promise<void> {
  await RefundRecord.in(publication, transaction, { id, doneAt: null }).delete();
}
