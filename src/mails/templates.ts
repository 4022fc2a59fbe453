// The data of each template under templates/mail/: a misspelt or missing variable is a compile error where a mail is written, and the templates
// themselves are type-checked against this list in their test.

/** What every mail is written in and for: filled by rendering. */
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
}

/** Each has a text part and an HTML part of this name, from the same data. */
export interface MailTemplates {
  'email-code': {
    /** What the code is for. */
    readonly label: string;
    readonly emailCode: string;
    readonly minutes: number;
  };
  /** Something that the customer is told of. */
  notice: {
    readonly heading: string;
    readonly paragraphs: readonly string[];
    readonly rows: readonly { readonly label: string; readonly value: string }[];
    /** The first one is what most want next. */
    readonly links: readonly { readonly href: string; readonly text: string }[];
  };
}
