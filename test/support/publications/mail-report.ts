// A mail of a publication, and what a mail server or a mail service reports about it.
import type { Transaction } from '../../../src/database/connection.ts';
import { findReportedMail, recordMailReport, type MailBounce } from '../../../src/models/outbox/mail-report.ts';
import type { PublicationRow } from '../../../src/models/publication/publication.ts';
import { queueMessage } from '../../../src/outbound/mail.ts';
import type { Service } from '../../../src/service.ts';

type Parts = Pick<Service, 'database' | 'clock' | 'secretKeys'>;
type Addressed = Pick<PublicationRow, 'id' | 'name'>;

/** Queues a mail; returns the delivery's id. */
export function givenMail({ database, clock, secretKeys }: Parts, publication: Addressed, to: string): Promise<string> {
  const message = { to, subject: 'Renewal', text: 'Soon.', html: '<p>Soon.</p>' };
  return database.transaction((transaction) => queueMessage(publication, transaction, clock, secretKeys, message));
}

/** Queues a mail to the address and reports about it, by default that there is no such address. Returns the mail's id. */
export async function givenMailReport(
  parts: Parts,
  publication: Addressed,
  to: string,
  bounce: MailBounce = { kind: 'hard_bounce', status: '5.1.1', answer: '550 5.1.1 no such user' },
): Promise<string> {
  const id = await givenMail(parts, publication, to);
  await parts.database.transaction((transaction) => report(parts, transaction, id, bounce));
  return id;
}

async function report({ clock }: Parts, transaction: Transaction, id: string, bounce: MailBounce): Promise<void> {
  const mail = await findReportedMail(transaction, id);
  if (mail === undefined) throw new Error(`no mail ${id}`);
  await recordMailReport(transaction, clock, mail, { ...bounce, source: 'smtp' });
}
