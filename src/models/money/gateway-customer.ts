// The ids of our customers at the payment gateways: one per customer and gateway, created at the first checkout and
// reused.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { TenantRecord, type Tenant } from '../record.ts';

export interface GatewayCustomerKey {
  readonly customerId: string;
  readonly gateway: string;
}

class GatewayCustomerRecord extends TenantRecord {
  static override tableName = 'gateway_customers';
  static override idColumn = ['publicationId', 'customerId', 'gateway'];
  declare customerId: string;
  declare gateway: string;
  declare ref: string;
  declare createdAt: number;
}

/** Returns the gateway's id of the customer; undefined before the first checkout. */
export async function findGatewayCustomer(
  publication: Tenant,
  connection: Connection,
  { customerId, gateway }: GatewayCustomerKey,
): Promise<string | undefined> {
  return (await GatewayCustomerRecord.find(publication, connection, { customerId, gateway }))?.ref;
}

/** Returns our customer of each of the gateway's ids that is known. */
export async function listGatewayCustomers(
  publication: Tenant,
  connection: Connection,
  { gateway, refs }: { readonly gateway: string; readonly refs: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  const rows = await GatewayCustomerRecord.in(publication, connection, { gateway }).whereIn('ref', [...refs]);
  return new Map(rows.map(({ ref, customerId }) => [ref, customerId]));
}

/**
 * Stores the gateway's id of a customer and returns the stored one: of two concurrent calls, the first wins.
 * @param gone the former id, which the gateway has deleted and `ref` replaces
 */
export async function keepGatewayCustomer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  key: GatewayCustomerKey,
  { ref, gone }: { readonly ref: string; readonly gone: string | undefined },
): Promise<string> {
  const { customerId, gateway } = key;
  if (gone === undefined)
    await GatewayCustomerRecord.add(publication, transaction, {
      customerId,
      gateway,
      ref,
      createdAt: clock.now().getTime(),
    });
  else await GatewayCustomerRecord.in(publication, transaction, { customerId, gateway, ref: gone }).patch({ ref });
  return (await findGatewayCustomer(publication, transaction, key)) ?? ref;
}

/** Merges two customers: the target keeps its own ids, and gets those of gateways where it had none. */
export async function moveGatewayCustomers(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  const known = GatewayCustomerRecord.in(publication, transaction, { customerId: intoId }).select('gateway');
  await GatewayCustomerRecord.in(publication, transaction, { customerId: fromId })
    .whereNotIn('gateway', known)
    .patch({ customerId: intoId });
  await forgetGatewayCustomers(publication, transaction, fromId);
}

/** Deletes an erased person's ids at the gateways. */
export async function forgetGatewayCustomers(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  await GatewayCustomerRecord.in(publication, transaction, { customerId }).delete();
}
