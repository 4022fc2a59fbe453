// A mail of a publication, and what a mail server or a mail service reports about it.
import type { Transaction } from '../../../src/database/connection.ts';
import { findReportedMail, recordMailReport, type MailBounce } from '../../../src/models/outbox/mail-report.ts';
import type { PublicationRow } from '../../../src/models/publication/publication.ts';
import { queueMessage } from '../../../src/outbound/mail.ts';
import type { Service } from '../../../src/service.ts';

type Parts = Pick<Service, 'database' | 'clock' | 'secretKeys'>;
type Addressed = Pick<PublicationRow, 'id' | 'name'>;

/** Queues a mail; returns the delivery's id. */
export function givenMail(parts: Parts, publication: Addressed, to: string): Promise<string> {
  return parts.database.transaction((transaction) => queue(parts, publication, transaction, to));
}

const NO_SUCH_ADDRESS: MailBounce = { kind: 'hard_bounce', status: '5.1.1', answer: '550 5.1.1 no such user' };

/**
 * Queues a mail to the address and reports about it, by default that there is no such address, in one transaction, so
 * that no worker sends it in between. Returns the mail's id.
 */
export function givenMailReport(
  parts: Parts,
  publication: Addressed,
  to: string,
  bounce?: MailBounce,
): Promise<string> {
  return parts.database.transaction(async (transaction) => {
    const id = await queue(parts, publication, transaction, to);
    await report(parts, transaction, id, bounce);
    return id;
  });
}

/** Reports about a mail, by default that there is no such address. */
export function reportMail(parts: Pick<Parts, 'database' | 'clock'>, id: string, bounce?: MailBounce): Promise<void> {
  return parts.database.transaction((transaction) => report(parts, transaction, id, bounce));
}

function queue(
  { clock, secretKeys }: Pick<Parts, 'clock' | 'secretKeys'>,
  publication: Addressed,
  transaction: Transaction,
  to: string,
): Promise<string> {
  const message = { to, subject: 'Renewal', text: 'Soon.', html: '<p>Soon.</p>' };
  return queueMessage(publication, transaction, clock, secretKeys, message);
}

async function report(
  { clock }: Pick<Parts, 'clock'>,
  transaction: Transaction,
  id: string,
  bounce = NO_SUCH_ADDRESS,
): Promise<void> {
  const mail = await findReportedMail(transaction, id);
  if (mail === undefined) throw new Error(`no mail ${id}`);
  await recordMailReport(transaction, clock, mail, { ...bounce, source: 'smtp' });
}
