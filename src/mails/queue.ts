// The one way into the outbox for every mail: written and queued in the transaction of what it tells of.
import type { Transaction } from '../database/connection.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { queueMessage } from '../outbound/mail.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';
import type { Mail } from './mail.ts';
import { renderMail } from './render.ts';

interface MailToQueue<Facts> {
  readonly publication: PublicationRow;
  readonly language: Language;
  readonly to: string;
  readonly facts: Facts;
  /** It is never sent after that. */
  readonly uselessAfter?: Date;
}

/** Wake the worker after the commit. */
export async function queueMail<Facts>(
  { clock, secretKeys }: Pick<Service, 'clock' | 'secretKeys'>,
  transaction: Transaction,
  mail: Mail<Facts>,
  { publication, language, to, facts, uselessAfter }: MailToQueue<Facts>,
): Promise<void> {
  const reader = { ...language, publication };
  const content = mail.write(facts, reader);
  if (content === undefined) return;
  const message = { to, subject: content.subject, ...renderMail(reader, content), uselessAfter };
  await queueMessage(publication, transaction, clock, secretKeys, message);
}
