// A person leaves for good, by their own wish or by the publisher's: their sessions end, the applications are told, and what is personal is
// erased, in one transaction.
import type { Transaction } from '../database/connection.ts';
import { NotFound } from '../models/errors.ts';
import { eraseCustomer } from '../models/lifecycle/erasure.ts';
import { getMember, lockPersonOf } from '../models/people/customer-person.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { endAllSessions } from '../models/sign-in/session.ts';
import type { Service } from '../service.ts';
import { recordBackchannelLogouts } from './backchannel-logout.ts';

/**
 * Idempotent: whoever is erased already stays so. Wake the worker after the commit. Returns the person's own id, which is another one for a
 * customer who was merged. Throws NotFound for an unknown id and, of a member, for a customer without an e-mail address.
 */
export async function erasePerson(
  service: Service,
  publication: PublicationRow,
  transaction: Transaction,
  id: string,
  as: 'customer' | 'member',
): Promise<{ readonly id: string }> {
  const person = await lockPersonOf(publication, transaction, id);
  if (person === undefined) throw new NotFound(`No such ${as}: ${id}`);
  if (person.goneAt !== null) return person;
  if (as === 'member') await getMember(publication, transaction, person.id);
  await eraseWithSessions(service, publication, transaction, person.id);
  return person;
}

/** Wake the worker after the commit. */
export async function eraseWithSessions(
  { clock, secretKeys }: Service,
  publication: PublicationRow,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  for (const sid of await endAllSessions(publication, transaction, clock, customerId)) {
    await recordBackchannelLogouts(publication, transaction, clock, { sid, customerId });
  }
  await eraseCustomer(publication, transaction, clock, secretKeys, customerId);
}
