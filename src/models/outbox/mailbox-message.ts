// The mailbox: where mails are kept instead of being sent, in a test environment without a mail server, so that a demo and its tests can read them.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { normalizeEmail } from '../email-address.ts';

export interface MailboxMessage {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  createdAt: number;
}

const columns = 'id, recipient, subject, text, html, created_at';
const insert = statement(
  'insert_mailbox_message',
  'insert into mailbox_messages (id, recipient, subject, text, html, created_at) values (?, ?, ?, ?, ?, ?)',
);
const newest = statement<MailboxMessage>(
  'newest_mailbox_messages',
  `select ${columns} from mailbox_messages order by id desc limit ?`,
);
const newestOf = statement<MailboxMessage>(
  'newest_mailbox_messages_of_recipient',
  `select ${columns} from mailbox_messages where recipient = ? order by id desc limit ?`,
);

export async function addMailboxMessage(
  transaction: Transaction,
  clock: Clock,
  mail: { to: string; subject: string; text: string; html: string },
): Promise<void> {
  const now = clock.now();
  await transaction.run(insert, [newId('msg', now), normalizeEmail(mail.to), mail.subject, mail.text, mail.html, now]);
}

/** Newest first; all of them without a recipient. */
export function listMailboxMessages(
  connection: Connection,
  limit: number,
  recipient?: string,
): Promise<MailboxMessage[]> {
  return recipient === undefined
    ? connection.all(newest, [limit])
    : connection.all(newestOf, [normalizeEmail(recipient), limit]);
}
