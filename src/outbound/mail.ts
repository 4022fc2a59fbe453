// Mails as deliveries: queued in the caller's transaction, since a page never waits for a mail server. A mail holds an address and often a code,
// so it is stored encrypted and erased once it is sent.
import type { Clock } from '../database/clock.ts';
import type { Transaction } from '../database/connection.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { recipientMac } from '../models/outbox/delivery-recipient.ts';
import { addDelivery } from '../models/outbox/delivery.ts';
import type { PublicationRow } from '../models/publication/publication.ts';

export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** What is stored of a mail, encrypted. */
export interface StoredMail extends MailMessage {
  /** The publication's name as it was when the mail was written. */
  fromName: string;
}

/** Records a mail to be sent. It is never sent after `uselessAfter`. Returns the delivery's id. */
export function queueMessage(
  publication: Pick<PublicationRow, 'id' | 'name'>,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  message: MailMessage & { uselessAfter?: Date | undefined },
): Promise<string> {
  const { to, subject, text, html, uselessAfter } = message;
  const stored: StoredMail = { to, subject: toOneLine(subject), text, html, fromName: toOneLine(publication.name) };
  const payload = secretKeys.encrypt('mail', JSON.stringify(stored));
  return addDelivery(publication, transaction, clock, {
    kind: 'mail',
    receiver: mailReceiver(publication.id),
    payload,
    recipientMac: recipientMac(secretKeys, publication, to),
    uselessAfter,
  });
}

/** Throws when no secret in SECRET_KEY opens it. */
export function openMail(secretKeys: SecretKeys, payload: string): StoredMail {
  // Written by queueMessage and authenticated by its encryption.
  return JSON.parse(secretKeys.decrypt('mail', payload)) as StoredMail;
}

/** Our choice: each publication queues for itself, so that one that sends many mails delays no other's. */
function mailReceiver(publicationId: string): string {
  return `mail of ${publicationId}`;
}

/** RFC 5322 section 2.2: a header field is one line. */
function toOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
