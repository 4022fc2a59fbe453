// What a payment gateway calls a person: one customer there for each of ours, made at the first checkout and kept for all later ones.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

/** Whom, and where. */
export interface GatewayCustomerKey {
  readonly customerId: string;
  readonly gateway: string;
}

const find = statement<{ ref: string }>(
  'gateway_customer',
  'select ref from gateway_customers where publication_id = ? and customer_id = ? and gateway = ?',
);
const insert = statement(
  'insert_gateway_customer',
  'insert into gateway_customers (publication_id, customer_id, gateway, ref, created_at) values (?, ?, ?, ?, ?) on conflict do nothing',
);
const replace = statement(
  'replace_gateway_customer',
  'update gateway_customers set ref = ? where publication_id = ? and customer_id = ? and gateway = ? and ref = ?',
);
const move = statement(
  'move_gateway_customers',
  `update gateway_customers set customer_id = ? where publication_id = ? and customer_id = ?
    and not exists (select 1 from gateway_customers own where own.publication_id = gateway_customers.publication_id and own.customer_id = ? and own.gateway = gateway_customers.gateway)`,
);
const forget = statement(
  'erase_gateway_customers',
  'delete from gateway_customers where publication_id = ? and customer_id = ?',
);

/** Undefined before the first checkout. */
export async function findGatewayCustomer(
  publication: Tenant,
  connection: Connection,
  { customerId, gateway }: GatewayCustomerKey,
): Promise<string | undefined> {
  return (await connection.first(find, [publication.id, customerId, gateway]))?.ref;
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
  if (gone === undefined) await transaction.run(insert, [publication.id, customerId, gateway, ref, clock.now()]);
  else await transaction.run(replace, [ref, publication.id, customerId, gateway, gone]);
  return (await findGatewayCustomer(publication, transaction, key)) ?? ref;
}

/** The person keeps their own, and takes over the former record's where they had none. */
export async function moveGatewayCustomers(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await transaction.run(move, [intoId, publication.id, fromId, intoId]);
  await forgetGatewayCustomers(publication, transaction, fromId);
}

/** Of an erased person nothing leads to the gateway's customer any more. */
export async function forgetGatewayCustomers(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  await transaction.run(forget, [publication.id, customerId]);
}
