// The language that a person reads: the one in which they last signed in. Mails that nobody is browsing for are written in it.
import type { Connection, Transaction } from '../../database/connection.ts';
import { first, type Tenant } from '../record.ts';
import { CustomerRecord } from './customer-record.ts';

/** How a person is written to. No address without one, and once they are erased. */
type Correspondent = Pick<CustomerRecord, 'email' | 'language'>;

/** @param tag BCP 47, one that we have words in */
export async function keepLanguage(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
  tag: string,
): Promise<void> {
  await CustomerRecord.in(publication, transaction, { id: customerId, goneAt: null })
    .where((isOther) => isOther.whereNull('language').orWhereNot('language', tag))
    .patch({ language: tag });
}

export function findCorrespondent(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<Correspondent | undefined> {
  return first(CustomerRecord.in(publication, connection, { id: customerId }).select('email', 'language'));
}
