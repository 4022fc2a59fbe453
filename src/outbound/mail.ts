// Mails as deliveries: queued in the caller's transaction, since a page never waits for a mail server. A mail holds an address and often a code,
// so it is stored encrypted and erased once sent.
import type { Clock } from '../database/clock.ts';
import type { Transaction } from '../database/connection.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { recipientMac, recipientMacs } from '../models/outbox/delivery-recipient.ts';
import { addDelivery } from '../models/outbox/delivery.ts';
import { nameInMailProblems } from '../models/outbox/mail-problem.ts';
import { findRecipient } from '../models/outbox/mail-recipient.ts';
import type { PublicationRow } from '../models/publication/publication.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** In a mailbox, only owners of the publication read it. */
  isForOwners?: true | undefined;
  /** Its recipient has just asked for it, so that a complaint about other mails does not stop it. */
  isAskedFor?: true | undefined;
  /** Where the reader's mail program asks for no more of these, by one click (RFC 8058). */
  unsubscribeUrl?: string | undefined;
}

/** A mail as it is stored, encrypted. */
export interface StoredMail extends MailMessage {
  /** The sender's name as it was when the mail was written. */
  fromName: string;
  /** The address of the publication's own that it comes from, while the operator allows its domain. */
  from?: string | undefined;
  /** Where an answer goes. */
  replyTo?: string | undefined;
}

/**
 * Queues a mail, which is never sent after `uselessAfter`. `purpose` and `objectId` stay in the log, so they are nothing
 * personal. To an address on the suppression list it is recorded as given up instead, with as much work, so that nobody
 * learns by the time taken which addresses are. Returns the delivery's id.
 */
export async function queueMessage(
  publication: Pick<PublicationRow, 'id' | 'name'> &
    Partial<Pick<PublicationRow, 'senderName' | 'replyTo' | 'mailFrom'>>,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  message: MailMessage & {
    readonly purpose?: string | undefined;
    readonly objectId?: string | undefined;
    readonly uselessAfter?: Date | undefined;
  },
): Promise<string> {
  const { to, subject, text, html, isForOwners, isAskedFor, unsubscribeUrl, purpose, objectId, uselessAfter } = message;
  const { name, senderName, replyTo, mailFrom } = publication;
  const sender = {
    fromName: toOneLine(senderName ?? name),
    from: mailFrom ?? undefined,
    replyTo: replyTo ?? undefined,
  };
  const line = toOneLine(subject);
  const stored: StoredMail = { to, subject: line, text, html, isForOwners, isAskedFor, unsubscribeUrl, ...sender };
  const payload = secretKeys.encrypt('mail', JSON.stringify(stored));
  const recipient = await findRecipient(publication, transaction, secretKeys, { email: to, isAskedFor });
  const { customerId, stopped } = recipient;
  if (recipient.isUnnamed && customerId !== undefined)
    await nameInMailProblems(publication, transaction, recipientMacs(secretKeys, publication, to), customerId);
  return addDelivery(publication, transaction, clock, {
    kind: 'mail',
    receiver: mailReceiver(publication.id),
    payload,
    recipientMac: recipientMac(secretKeys, publication, to),
    customerId,
    purpose,
    objectId,
    uselessAfter,
    stopped,
  });
}

/** Throws when no secret in SECRET_KEY decrypts it. */
export function openMail(secretKeys: SecretKeys, payload: string): StoredMail {
  // Written by queueMessage and authenticated by its encryption.
  return JSON.parse(secretKeys.decrypt('mail', payload)) as StoredMail;
}

/** Our choice: each publication has a queue of its own, so that one with many mails delays no other's. */
function mailReceiver(publicationId: string): string {
  return `mail of ${publicationId}`;
}

/** RFC 5322 section 2.2: a header field is one line. */
function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
