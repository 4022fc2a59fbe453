// What a payment gateway calls a person: one customer there for each of ours, made at the first checkout and kept for all later ones.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { PublicationRow, type Tenant } from '../record.ts';

/** Whom, and where. */
export interface GatewayCustomerKey {
  readonly customerId: string;
  readonly gateway: string;
}

class GatewayCustomerRecord extends PublicationRow {
  static override tableName = 'gateway_customers';
  static override idColumn = ['publicationId', 'customerId', 'gateway'];
  declare customerId: string;
  declare gateway: string;
  declare ref: string;
  declare createdAt: number;
}

/** Undefined before the first checkout. */
export async function findGatewayCustomer(
  publication: Tenant,
  connection: Connection,
  { customerId, gateway }: GatewayCustomerKey,
): Promise<string | undefined> {
  return (await GatewayCustomerRecord.find(publication, connection, { customerId, gateway }))?.ref;
}

/** Returns the one that is kept: of two at once, the first. @param gone what is replaced, since the gateway has it no more */
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

/** The person keeps their own, and takes over the former record's where they had none. */
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

/** Of an erased person nothing leads to the gateway's customer any more. */
export async function forgetGatewayCustomers(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  await GatewayCustomerRecord.in(publication, transaction, { customerId }).delete();
}
