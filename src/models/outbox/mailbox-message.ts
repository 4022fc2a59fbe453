// The mailbox: in a test environment without a mail server, mails are kept here instead of being sent, so that a demo
// and its tests can read them.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { normalizeEmail } from '../email-address.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';

class MailboxMessageRecord extends PublicationRecord {
  static override tableName = 'mailbox_messages';
  declare recipient: string;
  declare subject: string;
  declare text: string;
  declare html: string;
  declare createdAt: number;
}

export type MailboxMessage = RowOf<MailboxMessageRecord>;

export async function addMailboxMessage(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  mail: { to: string; subject: string; text: string; html: string },
): Promise<void> {
  const now = clock.now();
  const { to, subject, text, html } = mail;
  await MailboxMessageRecord.add(publication, transaction, {
    id: newId('msg', now),
    recipient: normalizeEmail(to),
    subject,
    text,
    html,
    createdAt: now.getTime(),
  });
}

/** Lists the publication's messages newest first, for every recipient if none is given. */
export async function listMailboxMessages(
  publication: Tenant,
  connection: Connection,
  limit: number,
  recipient?: string,
): Promise<MailboxMessage[]> {
  const of = recipient === undefined ? {} : { recipient: normalizeEmail(recipient) };
  return MailboxMessageRecord.in(publication, connection, of).orderBy('id', 'desc').limit(limit);
}
