// The language that a person reads: the one in which they last signed in. Mails that nobody is browsing for are written in it.
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

/** How a person is written to. */
interface Correspondent {
  /** Null without one, and once they are erased. */
  readonly email: string | null;
  /** BCP 47; null for one who has never signed in. */
  readonly language: string | null;
}

const keep = statement(
  'keep_language',
  'update customers set language = ? where publication_id = ? and id = ? and gone_at is null and (language is null or language <> ?)',
);
const byCustomer = statement<Correspondent>(
  'correspondent',
  'select email, language from customers where publication_id = ? and id = ?',
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

export function findCorrespondent(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<Correspondent | undefined> {
  return connection.first(byCustomer, [publication.id, customerId]);
}
