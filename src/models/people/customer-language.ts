// The language that a person reads: the one in which they last signed in. Letters that nobody is browsing for are written in it.
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

const keep = statement(
  'keep_language',
  'update customers set language = ? where publication_id = ? and id = ? and gone_at is null and (language is null or language <> ?)',
);
const byCustomer = statement<{ language: string | null }>(
  'language_of_customer',
  'select language from customers where publication_id = ? and id = ?',
);

/** @param tag BCP 47, one that we have words in */
export async function keepLanguage(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
  tag: string,
): Promise<void> {
  await transaction.run(keep, [tag, publication.id, customerId, tag]);
}

/** Undefined for one who has never signed in. */
export async function findLanguage(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<string | undefined> {
  return (await connection.first(byCustomer, [publication.id, customerId]))?.language ?? undefined;
}
