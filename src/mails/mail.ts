// One mail: its words and its layout, made from its facts for one reader. Each mail of the service stands in a file of its own in this folder.
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Language } from '../views/language.ts';
import type { MailTemplates } from './templates.ts';

/** Whom a mail is written for: their language, and the publication whose brand it has. */
export interface Reader extends Language {
  readonly publication: PublicationRow;
}

/** A subject, and the data of one of the templates. */
export type MailContent = {
  readonly [Name in keyof MailTemplates]: {
    readonly subject: string;
    readonly template: Name;
    readonly data: MailTemplates[Name];
  };
}[keyof MailTemplates];

type Notice = MailTemplates['notice'];

export interface Mail<Facts> {
  /** Returns undefined where there is nothing to say after all. */
  write(facts: Facts, reader: Reader): MailContent | undefined;
}

/** The layout of nearly every mail; its heading is its subject, too. */
export function notice(
  heading: string,
  { paragraphs, rows = [], links = [] }: Pick<Notice, 'paragraphs'> & Partial<Pick<Notice, 'rows' | 'links'>>,
): MailContent {
  return { subject: heading, template: 'notice', data: { heading, paragraphs, rows, links } };
}
