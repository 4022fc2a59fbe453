// A mail of a publication, and what a mail server or a mail service reports about it.
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

const NO_SUCH_ADDRESS: MailBounce = { kind: 'hard_bounce', status: '5.1.1', answer: '550 5.1.1 no such user' };

/** Queues a mail to the address and reports about it, by default that there is no such address. Returns the mail's id. */
export async function givenMailReport(
  parts: Parts,
  publication: Addressed,
  to: string,
  bounce?: MailBounce,
): Promise<string> {
  const id = await givenMail(parts, publication, to);
  await reportMail(parts, id, bounce);
  return id;
}

/** Reports about a mail, by default that there is no such address. */
export async function reportMail(
  { database, clock }: Pick<Parts, 'database' | 'clock'>,
  id: string,
  bounce = NO_SUCH_ADDRESS,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const mail = await findReportedMail(transaction, id);
    if (mail === undefined) throw new Error(`no mail ${id}`);
    await recordMailReport(transaction, clock, mail, { ...bounce, source: 'smtp' });
  });
}
