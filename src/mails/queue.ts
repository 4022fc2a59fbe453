// Puts mails into the outbox. Every mail is written and queued here, in the transaction of the change that it is about.
import type { Transaction } from '../database/connection.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { queueMessage } from '../outbound/mail.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';
import { planNameIn } from '../views/own-words.ts';
import type { Mail, PlanFacts } from './mail.ts';
import { renderMail } from './render.ts';
import { findWordsOf, greetingOf, showWords } from './words/own-words.ts';

interface MailToQueue<Facts> {
  readonly publication: PublicationRow;
  readonly language: Language;
  readonly to: string;
  /** Stands for {name} in the words that the publisher adds. */
  readonly readerName?: string | null | undefined;
  readonly facts: Facts;
  /** The id of the record that the mail is about, by which it can be sent anew. */
  readonly objectId?: string | undefined;
  /** The mail is not sent after this time. */
  readonly uselessAfter?: Date;
}

/** Queues a mail, which is sent once the transaction commits. */
export async function queueMail<Facts>(
  { clock, secretKeys }: Pick<Service, 'clock' | 'secretKeys'>,
  transaction: Transaction,
  mail: Omit<Mail<Facts>, 'example'>,
  { publication, language, to, readerName, facts: given, objectId, uselessAfter }: MailToQueue<Facts>,
): Promise<void> {
  const facts = isOfPlan(given) ? { ...given, planName: planNameIn(given, language).text } : given;
  const reader = { ...language, publication };
  const content = mail.write(facts, reader);
  if (content === undefined) return;
  const { name: purpose, isForOwners, isAskedFor } = mail;
  const path = mail.unsubscribePath?.(facts);
  const unsubscribeUrl = path === undefined ? undefined : publication.siteUrl + path;
  const about = { purpose, objectId, isForOwners, isAskedFor, uselessAfter, unsubscribeUrl };
  const name = readerName ?? '';
  const values = { publication: publication.name, name, plan: mail.planName?.(facts) ?? '' };
  const own = await findWordsOf(reader, transaction, mail.name);
  const words = showWords(own, values, greetingOf(reader, mail.name, name));
  const message = { to, subject: content.subject, ...renderMail(reader, content, words), ...about };
  await queueMessage(publication, transaction, clock, secretKeys, message);
}

function isOfPlan(facts: unknown): facts is PlanFacts {
  return typeof facts === 'object' && facts !== null && 'planName' in facts;
}
