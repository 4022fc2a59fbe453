// Refunds that an operator asked for: each under a name, so that the same one asked for again is made once, and what was under way when a
// process died goes on where it was.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

export interface Refund {
  id: string;
  /** Minor units of the payment's currency. */
  amount: number;
  /** Null while nobody knows whether the gateway has done it. */
  doneAt: number | null;
}

const insert = statement(
  'insert_refund',
  'insert into refunds (id, publication_id, payment_id, key, amount, created_at) values (?, ?, ?, ?, ?, ?) on conflict do nothing',
);
const byKey = statement<Refund>(
  'refund_by_key',
  'select id, amount, done_at from refunds where publication_id = ? and payment_id = ? and key = ?',
);
const finish = statement(
  'finish_refund',
  'update refunds set done_at = ? where publication_id = ? and id = ? and done_at is null',
);
const drop = statement('drop_refund', 'delete from refunds where publication_id = ? and id = ? and done_at is null');

/** Undefined for a name that was not used for this payment. */
export function findRefund(
  publication: Tenant,
  connection: Connection,
  { paymentId, key }: { readonly paymentId: string; readonly key: string },
): Promise<Refund | undefined> {
  return connection.first(byKey, [publication.id, paymentId, key]);
}

/** The one of that name, made by this call unless it is there. */
export async function askRefund(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { paymentId, key, amount }: { readonly paymentId: string; readonly key: string; readonly amount: number },
): Promise<Refund> {
  const now = clock.now();
  await transaction.run(insert, [newId('rfd', now), publication.id, paymentId, key, amount, now]);
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
  await transaction.run(finish, [clock.now(), publication.id, id]);
}

/** The gateway refused it: nothing was done, and the name is free again. */
export async function dropRefund(publication: Tenant, transaction: Transaction, id: string): Promise<void> {
  await transaction.run(drop, [publication.id, id]);
}
