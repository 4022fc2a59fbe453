// The mailbox: in a test environment without a mail server, mails are kept here instead of being sent, so that a demo
// and its tests can read them.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { normalizeEmail } from '../email-address.ts';
import { NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';

class MailboxMessageRecord extends PublicationRecord {
  static override tableName = 'mailbox_messages';
  static override booleans = ['isForOwners'];
  declare recipient: string;
  declare subject: string;
  declare text: string;
  declare html: string;
  /** It gives access to the dashboard, so that only who may give that reads it. */
  declare isForOwners: boolean;
  declare createdAt: number;
}

export type MailboxMessage = RowOf<MailboxMessageRecord>;

/** Which messages are asked for, and by whom. */
export interface MailboxFilter {
  readonly recipient?: string | undefined;
  /** Whether the messages for owners are among them. */
  readonly isOwner: boolean;
}

export async function addMailboxMessage(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  mail: { to: string; subject: string; text: string; html: string; isForOwners?: boolean | undefined },
): Promise<void> {
  const now = clock.now();
  const { to, subject, text, html, isForOwners = false } = mail;
  await MailboxMessageRecord.add(publication, transaction, {
    id: newId('msg', now),
    recipient: normalizeEmail(to),
    subject,
    text,
    html,
    isForOwners,
    createdAt: now.getTime(),
  });
}

/** Lists the newest messages, for every recipient if none is given. */
export async function listMailboxMessages(
  publication: Tenant,
  connection: Connection,
  limit: number,
  filter: MailboxFilter,
): Promise<MailboxMessage[]> {
  return (await listMailboxPage(publication, connection, { ...filter, limit })).objects;
}

/** Returns a page of the messages, newest first. */
export async function listMailboxPage(
  publication: Tenant,
  connection: Connection,
  request: PageRequest & MailboxFilter,
): Promise<Page<MailboxMessage>> {
  const messages = readable(publication, connection, request).where('id', '<', `msg_${firstPosition(request)}`);
  if (request.recipient !== undefined) messages.where({ recipient: normalizeEmail(request.recipient) });
  return toPage(await messages.orderBy('id', 'desc').limit(request.limit + 1), request, (message) => message);
}

/** Throws NotFound, also for a message that is not for the reader. */
export async function getMailboxMessage(
  publication: Tenant,
  connection: Connection,
  id: string,
  filter: Pick<MailboxFilter, 'isOwner'>,
): Promise<MailboxMessage> {
  const found = await first(readable(publication, connection, filter).where({ id }));
  if (found === undefined) throw new NotFound(`No such message: ${id}`);
  return found;
}

function readable(publication: Tenant, connection: Connection, { isOwner }: Pick<MailboxFilter, 'isOwner'>) {
  return MailboxMessageRecord.in(publication, connection, isOwner ? {} : { isForOwners: false });
}
