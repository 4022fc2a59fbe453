// Erases a person (reliability R-P3): personal data leaves the live tables at once, unsent mails included. What was
// subscribed to and when is kept for the books under the bare id, from which nobody can be identified.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { NotFound } from '../errors.ts';
import { forgetWords } from '../finding/word-index.ts';
import { eraseFromCheckouts } from '../money/checkout.ts';
import { forgetGatewayCustomers } from '../money/gateway-customer.ts';
import { eraseFromGifts } from '../money/gift.ts';
import { cancelSubscriptionsOf } from '../money/subscription.ts';
import { keepTrialsOfAddress } from '../money/trial.ts';
import { recipientMacs } from '../outbox/delivery-recipient.ts';
import { erasePersonalEvents } from '../outbox/event-person.ts';
import { recordEvent } from '../outbox/event.ts';
import { removeMailProblems } from '../outbox/mail-problem.ts';
import { eraseFromMailReports } from '../outbox/mail-report.ts';
import { removeTurns } from '../outbox/turn.ts';
import { removeAddressChanges } from '../people/address-change.ts';
import { findClash } from '../people/customer-clash.ts';
import { customerErasedEvent } from '../people/customer-event.ts';
import { getMember, lockPersonOf } from '../people/customer-person.ts';
import { CustomerRecord, ERASED } from '../people/customer-record.ts';
import { EmailCodeRecord } from '../people/email-code.ts';
import { removeNewsletters } from '../people/newsletter-subscription.ts';
import { removeNotes } from '../people/note.ts';
import { touchPerson } from '../people/person-state.ts';
import { eraseIdempotencyAnswers } from '../publication/idempotency-answer.ts';
import { eraseFromReceipts } from '../receipts/receipt.ts';
import { first, type Tenant } from '../record.ts';
import { endSessions } from '../sign-in/session.ts';
import { endSignInLinks } from '../sign-in/sign-in-link.ts';
import { eraseTrail } from '../sign-in/sign-in-trail.ts';
import { removeBuyer } from '../tax/buyer.ts';
import { forgetImportedPerson } from './imported-person.ts';
import { removeExports } from './kept-export.ts';

// Deleting a session deletes its authorization codes and access tokens.
const removeSessions = statement('erase_sessions', 'delete from sessions where publication_id = ? and customer_id = ?');
/** Keeps the row for the log of delivery attempts. A worker that is sending the mail finds its claim lost. */
const emptyLetters = statement(
  'erase_letters',
  `update deliveries set payload = '', recipient_mac = null, customer_id = null, state = case when ended_at is null then 'dead' else state end,
    outcome = case when ended_at is null then 'erased with its recipient' else outcome end, ended_at = coalesce(ended_at, ?)
    where publication_id = ? and recipient_mac = ? and created_at <= ?`,
);

/**
 * Erases a person at the publisher's request. Idempotent. Returns the person's own id, which differs from the given one
 * for a merged customer. Throws NotFound for an unknown id and, as a member, for a customer without an e-mail address.
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

/**
 * Erases the person and ends their sessions and subscriptions. Returns false, without effect, for a person who was
 * erased or merged before.
 */
export async function eraseCustomer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  customerId: string,
): Promise<boolean> {
  const now = clock.now();
  await lockPersonOf(publication, transaction, customerId);
  const here = () => CustomerRecord.in(publication, transaction, { id: customerId, goneAt: null });
  const person = await first(here().select('email', 'emailNormalized', 'searchedAs'));
  if (person === undefined) return false;
  await removeExports(publication, transaction);
  await endSessions(publication, transaction, clock, { customerId, by: 'sign_out', endedBy: 'erasure' });
  await forgetWords(publication, transaction, customerId, person);
  if ((await here().patch({ ...ERASED, goneAt: now.getTime() })) === 0) return false;
  touchPerson(publication, transaction, clock, customerId);
  await cancelSubscriptionsOf(publication, transaction, clock, customerId);
  await erasePersonalEvents(publication, transaction, customerId);
  await recordEvent(publication, transaction, clock, customerErasedEvent(customerId, null));
  await eraseFromCheckouts(publication, transaction, customerId);
  await eraseFromGifts(publication, transaction, { customerId, emailNormalized: person.emailNormalized });
  await eraseFromReceipts(publication, transaction, customerId);
  await removeBuyer(publication, transaction, customerId);
  await forgetGatewayCustomers(publication, transaction, customerId);
  await removeNewsletters(publication, transaction, customerId);
  await removeNotes(publication, transaction, customerId);
  await removeTurns(publication, transaction, customerId);
  await forgetImportedPerson(publication, transaction, customerId);
  await eraseIdempotencyAnswers(publication, transaction, customerId);
  await endSignInLinks(publication, transaction, customerId);
  await eraseByAddress(publication, transaction, { clock, secretKeys, customerId }, person);
  await transaction.run(removeSessions, [publication.id, customerId]);
  return true;
}

/** Erases what is found by an address that the person has or had. */
async function eraseByAddress(
  publication: Tenant,
  transaction: Transaction,
  of: { readonly clock: Clock; readonly secretKeys: SecretKeys; readonly customerId: string },
  { email, emailNormalized }: Pick<CustomerRecord, 'email' | 'emailNormalized'>,
): Promise<void> {
  const { clock, secretKeys, customerId } = of;
  const createdAt = clock.now().getTime();
  const former = await removeAddressChanges(publication, transaction, customerId);
  // Codes for a new address that was never verified.
  await EmailCodeRecord.in(publication, transaction).where('intent', 'like', `%${customerId}%`).delete();
  const present =
    email === null || emailNormalized === null
      ? []
      : [{ formerEmail: email, formerEmailNormalized: emailNormalized, createdAt }];
  const emails = await emptyMailsTo(publication, transaction, of, [...present, ...former]);
  await eraseTrail(publication, transaction, secretKeys, { customerId, emails });
  if (email === null || emailNormalized === null) return;
  await keepTrialsOfAddress(publication, transaction, clock, secretKeys, { customerId, email });
  await EmailCodeRecord.in(publication, transaction, { emailNormalized }).delete();
}

/**
 * Empties the mails to the person, and forgets what became of them. What was sent to an address since it is somebody
 * else's is theirs. Returns the addresses that are nobody's now.
 * @param addresses that the person has or had, each with the time until which they had it
 */
async function emptyMailsTo(
  publication: Tenant,
  transaction: Transaction,
  {
    clock,
    secretKeys,
    customerId,
  }: { readonly clock: Clock; readonly secretKeys: SecretKeys; readonly customerId: string },
  addresses: Awaited<ReturnType<typeof removeAddressChanges>>,
): Promise<string[]> {
  const now = clock.now();
  const ofNobody: string[] = [];
  for (const { formerEmail, formerEmailNormalized: emailNormalized, createdAt } of addresses) {
    const owner = await findClash(publication, transaction, { emailNormalized, activationCodeMac: null });
    const macs = recipientMacs(secretKeys, publication, formerEmail);
    const until = owner === undefined ? now : createdAt;
    for (const mac of macs) await transaction.run(emptyLetters, [now, publication.id, mac, until]);
    if (owner === undefined) ofNobody.push(emailNormalized);
    const known = { customerId, macs: owner === undefined ? macs : [] };
    await removeMailProblems(publication, transaction, known);
    await eraseFromMailReports(publication, transaction, known);
  }
  return ofNobody;
}
