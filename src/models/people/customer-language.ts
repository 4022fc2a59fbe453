// A person's language is the one in which they last signed in. Mails sent outside their own requests are written in it.
import type { Connection, Transaction } from '../../database/connection.ts';
import { first, type Tenant } from '../record.ts';
import { CustomerRecord } from './customer-record.ts';

/** The address, name and language for mails to a person. The address is null for a customer without one and after erasure. */
type Correspondent = Pick<CustomerRecord, 'email' | 'name' | 'language'>;

/**
 * Stores the language of a sign-in.
 * @param tag BCP 47 tag of a language that the pages are translated into
 */
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
  return first(CustomerRecord.in(publication, connection, { id: customerId }).select('email', 'name', 'language'));
}
