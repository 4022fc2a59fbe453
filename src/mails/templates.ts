// The data of each template under templates/mail/. A misspelt or missing variable is a compile error where a mail is
// written, and a test type-checks the templates against this list.
import type { Foot } from '../views/foot.ts';

/** The data of the frame around every mail, which the renderer adds. */
export interface MailFrame {
  readonly language: string;
  readonly publicationName: string;
  readonly siteUrl: string;
  readonly brandColor: string;
  readonly onBrandColor: string;
  /** Font stacks. */
  readonly font: string;
  readonly displayFont: string;
  /** Pixels. */
  readonly radius: number;
  /** How the publication is reached, and its legal pages. */
  readonly foot: Foot;
  /** Empty for a mail without one. */
  readonly greeting: string;
  /** The words that the publisher adds before and after the mail's own: lines of paragraphs. */
  readonly opening: readonly (readonly string[])[];
  readonly closing: readonly (readonly string[])[];
}

/** Each template has a text part and an HTML part of this name, rendered from the same data. */
export interface MailTemplates {
  'email-code': {
    /** The purpose of the code. */
    readonly label: string;
    readonly emailCode: string;
    readonly minutes: number;
    readonly notAsked: string;
    /** Opens in the browser that asked; none for staff. */
    readonly codeUrl: string | undefined;
    /** For whoever is told to wait. */
    readonly inboxUrl: string | undefined;
  };
  /** The layout of nearly every mail. */
  notice: {
    readonly heading: string;
    readonly paragraphs: readonly string[];
    /** The lines of what somebody else wrote, after the first paragraph; none for nothing. */
    readonly quote: readonly string[];
    readonly rows: readonly { readonly label: string; readonly value: string }[];
    /** The first link is the most likely next step. */
    readonly links: readonly { readonly href: string; readonly text: string }[];
  };
}
