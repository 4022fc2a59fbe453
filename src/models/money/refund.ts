// Refunds that an operator asked for: each under a name, so that the same one asked for again is made once, and what was under way when a
// process died goes on where it was.
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
  /** Null while nobody knows whether the gateway has done it. */
  declare doneAt: number | null;
}

export type Refund = RowOf<RefundRecord>;

/** Undefined for a name that was not used for this payment. */
export function findRefund(
  publication: Tenant,
  connection: Connection,
  name: { readonly paymentId: string; readonly key: string },
): Promise<Refund | undefined> {
  return RefundRecord.find(publication, connection, name);
}

/** The one of that name, made by this call unless it is there. */
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

/** The gateway refused it: nothing was done, and the name is free again. */
export async function dropRefund(publication: Tenant, transaction: Transaction, id: string): Promise<void> {
  await RefundRecord.in(publication, transaction, { id, doneAt: null }).delete();
}
