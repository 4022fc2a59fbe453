// What files have said of a person who is gone.
import type { Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

const forget = statement(
  'forget_imported_person',
  'delete from imported_people where publication_id = ? and customer_id = ?',
);

/** Forgets what the last file said of a person who was erased or merged; the next one finds somebody new. */
export async function forgetImportedPerson(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  await transaction.run(forget, [publication.id, customerId]);
}
