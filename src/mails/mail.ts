// The type of a mail, which makes a subject and a layout from its facts for one reader. Each mail of the service has a
// file of its own in this folder.
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Language } from '../views/language.ts';
import type { MailTemplates } from './templates.ts';

/** What the made-up facts of a mail are about, which the dashboard shows. */
export interface Example {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly planName: string;
  /** Minor units of `currency`. */
  readonly amount: number;
  readonly currency: string;
}

/** The language of the recipient, and the publication whose brand the mail has. */
export interface Reader extends Language {
  readonly publication: PublicationRow;
}

/** The subject, and the data of one of the templates. */
export type MailContent = {
  readonly [Name in keyof MailTemplates]: {
    readonly subject: string;
    readonly template: Name;
    readonly data: MailTemplates[Name];
  };
}[keyof MailTemplates];

type Notice = MailTemplates['notice'];

/** Of a mail about a plan, whose name is written in the language of the mail where the plan has one in it. */
export interface PlanFacts {
  /** In the publication's language. */
  readonly planName: string;
  /** In others, as the plan's record has them. */
  readonly planTexts?: string | null;
}

export interface Mail<Facts> {
  /** Kept in the log of deliveries, and shown by the text `dashboard.mail-name.NAME`. */
  readonly name: string;
  /** It gives access to the dashboard: in the mailbox of a test environment, only owners read it. */
  readonly isForOwners?: true;
  /** Its recipient asks for it at that moment, so that a complaint about other mails does not stop it. */
  readonly isAskedFor?: true;
  /** Returns the path of the link by which its reader gets no other one, for a mail that nobody asked for. */
  unsubscribePath?(facts: Facts): string;
  /** Returns what stands for {plan} in the words that the publisher adds. */
  planName?(facts: Facts): string;
  /** Returns made-up facts, for the preview of a mail to readers. */
  example?(example: Example): Facts;
  /** Returns undefined where no mail is to be sent after all. */
  write(facts: Facts, reader: Reader): MailContent | undefined;
}

/** Returns the layout of nearly every mail, whose heading is also its subject. */
export function notice(
  heading: string,
  {
    paragraphs,
    quote = [],
    rows = [],
    links = [],
  }: Pick<Notice, 'paragraphs'> & Partial<Pick<Notice, 'quote' | 'rows' | 'links'>>,
): MailContent {
  return { subject: heading, template: 'notice', data: { heading, paragraphs, quote, rows, links } };
}
