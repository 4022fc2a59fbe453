// Sends a claimed mail, unless its address came onto the suppression list, or its reader refused such mails, since it was
// queued or sent before.
import type { Connection } from '../database/connection.ts';
import type { SecretKeys } from '../database/secrets.ts';
import type { ClaimedDelivery } from '../models/outbox/delivery-claim.ts';
import { findRecipient } from '../models/outbox/mail-recipient.ts';
import { isRefused } from '../models/people/customer-mail-choice.ts';
import type { MailTransport } from './mail-transport.ts';
import { openMail } from './mail.ts';
import type { Outcome } from './outcome.ts';

/** Throws when no secret in SECRET_KEY decrypts the mail. */
export async function sendMail(
  { database, secretKeys }: { readonly database: Connection; readonly secretKeys: SecretKeys },
  transport: MailTransport,
  delivery: ClaimedDelivery,
): Promise<Outcome> {
  const mail = openMail(secretKeys, delivery.payload);
  const publication = { id: delivery.publicationId };
  const asked = { email: mail.to, isAskedFor: mail.isAskedFor };
  const { stopped, customerId } = await findRecipient(publication, database, secretKeys, asked);
  if (stopped !== undefined) return { result: 'refused', text: stopped };
  if (await isRefused(publication, database, { purpose: delivery.purpose, customerId }))
    return { result: 'refused', text: 'not sent: the reader wants no more of these mails' };
  return transport.send(delivery, mail);
}
