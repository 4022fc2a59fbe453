// The sandbox's customers: a name for whoever pays, and nothing about them, since it writes to nobody.
import type { Connection, Transaction } from '../../database/connection.ts';
import { randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../../models/record.ts';

const insert = statement(
  'insert_sandbox_customer',
  'insert into sandbox_customers (id, publication_id, key) values (?, ?, ?) on conflict do nothing',
);
const byKey = statement<{ id: string }>(
  'sandbox_customer_by_key',
  'select id from sandbox_customers where publication_id = ? and key = ?',
);
const byId = statement<{ id: string }>(
  'sandbox_customer',
  'select id from sandbox_customers where publication_id = ? and id = ?',
);

/** Made once under a key. Returns its id. */
export async function createSandboxCustomer(
  publication: Tenant,
  transaction: Transaction,
  key: string,
): Promise<string> {
  await transaction.run(insert, [`sandbox_cus_${randomSecret(24)}`, publication.id, key]);
  const found = await transaction.first(byKey, [publication.id, key]);
  if (found === undefined) throw new Error('a sandbox customer was neither made nor found');
  return found.id;
}

export async function hasSandboxCustomer(publication: Tenant, connection: Connection, id: string): Promise<boolean> {
  return (await connection.first(byId, [publication.id, id])) !== undefined;
}
