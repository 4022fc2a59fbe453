// Erasing a person (reliability R-P3): personal data leaves the live tables at once, mails on their way included. What was subscribed to and
// when stays under the bare id, since books must be kept; nobody can tell any more whose it was.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { NotFound } from '../errors.ts';
import { eraseFromCheckouts } from '../money/checkout.ts';
import { forgetGatewayCustomers } from '../money/gateway-customer.ts';
import { eraseFromGifts } from '../money/gift.ts';
import { cancelSubscriptionsOf } from '../money/subscription.ts';
import { keepTrialsOfAddress } from '../money/trial.ts';
import { recipientMacs } from '../outbox/delivery-recipient.ts';
import { erasePersonalEvents } from '../outbox/event-person.ts';
import { recordEvent } from '../outbox/event.ts';
import { customerErasedEvent } from '../people/customer-event.ts';
import { getMember, lockPersonOf } from '../people/customer-person.ts';
import { CustomerRecord, ERASED } from '../people/customer-record.ts';
import { EmailCodeRecord } from '../people/email-code.ts';
import { removeNewsletters } from '../people/newsletter-subscription.ts';
import { eraseIdempotencyAnswers } from '../publication/idempotency-answer.ts';
import { first, type Tenant } from '../record.ts';
import { endSessions } from '../sign-in/session.ts';

// Authorization codes and access tokens go with their sessions.
const removeSessions = statement('erase_sessions', 'delete from sessions where publication_id = ? and customer_id = ?');
/** The row stays for the log of its attempts; a worker that is just sending it finds its claim gone. */
const emptyLetters = statement(
  'erase_letters',
  `update deliveries set payload = '', recipient_mac = null, state = case when ended_at is null then 'dead' else state end,
    outcome = case when ended_at is null then 'erased with its recipient' else outcome end, ended_at = coalesce(ended_at, ?)
    where publication_id = ? and recipient_mac = ?`,
);

/**
 * A person leaves by the publisher's wish. Idempotent: whoever is erased already stays so. Returns the person's own id, which is another one for a
 * customer who was merged. Throws NotFound for an unknown id and, of a member, for a customer without an e-mail address.
 */
export async function erasePerson(
  { clock, secretKeys }: { readonly clock: Clock; readonly secretKeys: SecretKeys },
  publication: Tenant,
  transaction: Transaction,
  id: string,
  as: 'customer' | 'member',
): Promise<{ readonly id: string }> {
  const person = await lockPersonOf(publication, transaction, id);
  if (person === undefined) throw new NotFound(`No such ${as}: ${id}`);
  if (person.goneAt !== null) return person;
  if (as === 'member') await getMember(publication, transaction, person.id);
  await eraseCustomer(publication, transaction, clock, secretKeys, person.id);
  return person;
}

/** Erases the person and ends their sessions and subscriptions. Returns false, without effect, when the person is gone already. */
export async function eraseCustomer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  customerId: string,
): Promise<boolean> {
  const now = clock.now();
  const here = () => CustomerRecord.in(publication, transaction, { id: customerId, goneAt: null });
  const person = await first(here().select('email', 'emailNormalized'));
  if (person === undefined) return false;
  await endSessions(publication, transaction, clock, { customerId, by: 'sign_out' });
  if ((await here().patch({ ...ERASED, goneAt: now.getTime() })) === 0) return false;
  await cancelSubscriptionsOf(publication, transaction, clock, customerId);
  await erasePersonalEvents(publication, transaction, customerId);
  await recordEvent(publication, transaction, clock, customerErasedEvent(customerId, null));
  await eraseFromCheckouts(publication, transaction, customerId);
  await eraseFromGifts(publication, transaction, { customerId, emailNormalized: person.emailNormalized });
  await forgetGatewayCustomers(publication, transaction, customerId);
  await removeNewsletters(publication, transaction, customerId);
  await transaction.run(removeSessions, [publication.id, customerId]);
  // Those for a new address that was never proved.
  await EmailCodeRecord.in(publication, transaction).where('intent', 'like', `%${customerId}%`).delete();
  await eraseIdempotencyAnswers(publication, transaction, secretKeys, customerId);
  const { email, emailNormalized } = person;
  if (email === null || emailNormalized === null) return true;
  await keepTrialsOfAddress(publication, transaction, clock, secretKeys, { customerId, email });
  await EmailCodeRecord.in(publication, transaction, { emailNormalized }).delete();
  for (const mac of recipientMacs(secretKeys, publication, email))
    await transaction.run(emptyLetters, [now, publication.id, mac]);
  return true;
}
