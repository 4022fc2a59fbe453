// The sandbox's customers. A record has an id and no personal data, since the sandbox mails nobody.
import type { Connection, Transaction } from '../../database/connection.ts';
import { randomSecret } from '../../database/secrets.ts';
import { PublicationRecord, type Tenant } from '../../models/record.ts';

class SandboxCustomerRecord extends PublicationRecord {
  static override tableName = 'sandbox_customers';
  declare key: string;
}

/** Creates a customer once per idempotency key, and returns its id. */
export async function createSandboxCustomer(
  publication: Tenant,
  transaction: Transaction,
  key: string,
): Promise<string> {
  await SandboxCustomerRecord.add(publication, transaction, { id: `sandbox_cus_${randomSecret(24)}`, key });
  const found = await SandboxCustomerRecord.find(publication, transaction, { key });
  if (found === undefined) throw new Error('a sandbox customer was neither made nor found');
  return found.id;
}

export async function hasSandboxCustomer(publication: Tenant, connection: Connection, id: string): Promise<boolean> {
  return (await SandboxCustomerRecord.find(publication, connection, { id })) !== undefined;
}
