// Redemptions of discount codes. A code is reserved with the checkout, by one conditional write that enforces the
// code's limit, and released when the checkout fails. Our choice: a person uses a code once, which a partial unique
// index enforces.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { DiscountCodeRecord, releaseRedemption, takeRedemption } from '../catalog/discount-code.ts';
import { belongsTo, PublicationRecord, type Tenant } from '../record.ts';

export type Reserved = 'reserved' | 'used_up' | 'used_already';

class DiscountRedemptionRecord extends PublicationRecord {
  static override tableName = 'discount_redemptions';
  static override relationMappings = () => belongsTo('discount_redemptions', { code: [DiscountCodeRecord, 'codeId'] });
  declare codeId: string;
  declare customerId: string;
  declare checkoutId: string;
  declare state: 'reserved' | 'redeemed' | 'freed';
  declare createdAt: number;
}

const free = statement<{ codeId: string }>(
  'free_discount',
  `update discount_redemptions set state = 'freed' where publication_id = :publicationId and checkout_id = :checkoutId and state = 'reserved'
    returning code_id`,
);

/**
 * Reserves a code for a checkout. The caller rolls the transaction back unless the result is `reserved`.
 * @param now the time of the gateway's clock
 */
export async function reserveDiscount(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { readonly codeId: string; readonly customerId: string; readonly checkoutId: string; readonly now: Date },
): Promise<Reserved> {
  const { codeId, customerId, checkoutId, now } = given;
  if (!(await takeRedemption(publication, transaction, codeId, now))) return 'used_up';
  const at = clock.now();
  const reserved = { id: newId('red', at), codeId, customerId, checkoutId, state: 'reserved' } as const;
  const isNew = await DiscountRedemptionRecord.add(publication, transaction, { ...reserved, createdAt: at.getTime() });
  return isNew ? 'reserved' : 'used_already';
}

/** Makes the reservation final, once the checkout is complete. */
export async function redeemDiscount(publication: Tenant, transaction: Transaction, checkoutId: string): Promise<void> {
  await DiscountRedemptionRecord.in(publication, transaction, { checkoutId, state: 'reserved' }).patch({
    state: 'redeemed',
  });
}

/** Releases the reservation of a failed checkout, so that the code can be used again. */
export async function freeDiscount(publication: Tenant, transaction: Transaction, checkoutId: string): Promise<void> {
  const freed = await transaction.first(free, { publicationId: publication.id, checkoutId });
  if (freed !== undefined) await releaseRedemption(publication, transaction, freed.codeId);
}

/** Lists the codes that a customer has used, newest first. */
export function listUsedDiscounts(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<{ readonly code: string; readonly createdAt: number }[]> {
  return DiscountRedemptionRecord.in(publication, connection, { customerId, state: 'redeemed' })
    .joinRelated('code')
    .select('code.code', 'discount_redemptions.createdAt')
    .orderBy('discount_redemptions.id', 'desc')
    .castTo<{ readonly code: string; readonly createdAt: number }[]>()
    .execute();
}

export async function hasUsedDiscount(
  publication: Tenant,
  connection: Connection,
  customerId: string,
  codeId: string,
): Promise<boolean> {
  return (
    (await DiscountRedemptionRecord.find(publication, connection, { customerId, codeId, state: 'redeemed' })) !==
    undefined
  );
}
