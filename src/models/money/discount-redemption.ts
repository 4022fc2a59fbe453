// Who used a discount code. It is reserved with the checkout, by one conditional write that holds the code's limit, and given back when the
// checkout comes to nothing. Our choice: a person uses a code once (the partial unique index is the last guard).
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { releaseRedemption, takeRedemption } from '../catalog/discount-code.ts';
import type { Tenant } from '../record.ts';

export type Reserved = 'reserved' | 'used_up' | 'used_already';

const insert = statement(
  'insert_discount_redemption',
  "insert into discount_redemptions (id, publication_id, code_id, customer_id, checkout_id, state, created_at) values (?, ?, ?, ?, ?, 'reserved', ?) on conflict do nothing",
);
const redeem = statement(
  'redeem_discount',
  "update discount_redemptions set state = 'redeemed' where publication_id = ? and checkout_id = ? and state = 'reserved'",
);
const free = statement<{ codeId: string }>(
  'free_discount',
  `update discount_redemptions set state = 'freed' where publication_id = ? and checkout_id = ? and state = 'reserved' returning code_id`,
);
const used = statement<{ one: number }>(
  'discount_used_by_customer',
  "select 1 as one from discount_redemptions where publication_id = ? and customer_id = ? and code_id = ? and state = 'redeemed' limit 1",
);

/** Unless the answer is `reserved`, the caller gives the transaction up. @param now by the gateway's clock */
export async function reserveDiscount(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { readonly codeId: string; readonly customerId: string; readonly checkoutId: string; readonly now: Date },
): Promise<Reserved> {
  if (!(await takeRedemption(publication, transaction, given.codeId, given.now))) return 'used_up';
  const at = clock.now();
  const isNew =
    (await transaction.run(insert, [
      newId('red', at),
      publication.id,
      given.codeId,
      given.customerId,
      given.checkoutId,
      at,
    ])) === 1;
  return isNew ? 'reserved' : 'used_already';
}

/** The checkout led to a subscription. */
export async function redeemDiscount(publication: Tenant, transaction: Transaction, checkoutId: string): Promise<void> {
  await transaction.run(redeem, [publication.id, checkoutId]);
}

/** The checkout came to nothing: the code can be used once more. */
export async function freeDiscount(publication: Tenant, transaction: Transaction, checkoutId: string): Promise<void> {
  const freed = await transaction.first(free, [publication.id, checkoutId]);
  if (freed !== undefined) await releaseRedemption(publication, transaction, freed.codeId);
}

export async function hasUsedDiscount(
  publication: Tenant,
  connection: Connection,
  customerId: string,
  codeId: string,
): Promise<boolean> {
  return (await connection.first(used, [publication.id, customerId, codeId])) !== undefined;
}
