// A letter that tells a customer of something, in the look of the publication: queued in the caller's transaction, sent after the commit.
import type { Transaction } from '../database/connection.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { queueMail } from '../outbound/mail.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';
import { renderMail } from '../views/render.ts';

export interface Notice {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

export async function queueNotice(
  { clock, secretKeys }: Pick<Service, 'clock' | 'secretKeys'>,
  publication: PublicationRow,
  transaction: Transaction,
  language: Language,
  { to, subject, paragraphs }: Notice,
): Promise<void> {
  const parts = renderMail(publication, language, 'notice', { heading: subject, paragraphs, rows: [], links: [] });
  await queueMail(publication, transaction, clock, secretKeys, { to, subject, ...parts });
}
