// The mailbox: in a test environment without a mail server, mails are kept here instead of being sent, so that a demo
// and its tests can read them.
import { Model } from 'objection';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { normalizeEmail } from '../email-address.ts';

/** A record of the deployment: all publications share the mailbox. */
class MailboxMessageRecord extends Model {
  static override tableName = 'mailbox_messages';
  declare id: string;
  declare recipient: string;
  declare subject: string;
  declare text: string;
  declare html: string;
  declare createdAt: number;
}

export type MailboxMessage = Omit<MailboxMessageRecord, keyof Model>;

export async function addMailboxMessage(
  transaction: Transaction,
  clock: Clock,
  mail: { to: string; subject: string; text: string; html: string },
): Promise<void> {
  const now = clock.now();
  const { to, subject, text, html } = mail;
  await MailboxMessageRecord.query(transaction.knex).insert({
    id: newId('msg', now),
    recipient: normalizeEmail(to),
    subject,
    text,
    html,
    createdAt: now.getTime(),
  });
}

/** Lists messages newest first, for every recipient if none is given. */
export async function listMailboxMessages(
  connection: Connection,
  limit: number,
  recipient?: string,
): Promise<MailboxMessage[]> {
  const messages = MailboxMessageRecord.query(connection.knex).orderBy('id', 'desc').limit(limit);
  return recipient === undefined ? messages : messages.where({ recipient: normalizeEmail(recipient) });
}
