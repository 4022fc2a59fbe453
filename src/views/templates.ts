// The data of each page's template under templates/ (their words are in templates/text/): a misspelt or missing variable is a compile error where
// a page is rendered, and the templates themselves are type-checked against their data in their test. What stands here is every page's or several
// rooms'; each page adds its own template beside itself, by `declare module`.
import type { LogoOnPage } from './logo.ts';
import type { FormError, FreeOfferingOnPage } from './page-data.ts';

/** What a page is read in: filled by rendering, not by pages. */
export interface Frame {
  /** Empty where the site is not known. */
  readonly siteName: string;
  /** The language of the page's words. */
  readonly language: string;
  /** The language of the site's own words. */
  readonly siteLanguage: string;
  readonly home: string;
  readonly navigation: readonly { readonly href: string; readonly text: string }[];
  readonly stylesheets: readonly string[];
  readonly icon: string;
  readonly logo: LogoOnPage | undefined;
}

interface FieldData {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly type: 'text' | 'email' | 'date';
  readonly value: string;
  readonly autocomplete: 'email' | 'name' | 'one-time-code' | 'off';
  readonly errors: readonly FormError[];
}

interface SentenceData {
  readonly text: string;
  readonly value: string;
}

/** Template name → its data. Each page adds its own. */
export interface Templates {
  error: {
    readonly heading: string;
    readonly paragraphs: readonly string[];
    readonly link: { readonly href: string; readonly text: string } | undefined;
  };
}

export type TemplateName = keyof Templates;

/**
 * Partial templates → their data. What is of one room is added there.
 * @public by a program of test/structure/templates.test.ts, which holds the templates against these types.
 */
export interface Parts {
  'error-summary': { readonly errors: readonly FormError[] };
  field: FieldData;
  logo: { readonly logo: LogoOnPage; readonly name: string };
  'free-offering': { readonly offering: FreeOfferingOnPage };
  /** Words of one's own. */
  message: { readonly value: string; readonly errors: readonly FormError[] };
  /** A text with `{value}` in it, and the value: set off, in the publication's own words, or as a name of the protocol. */
  strong: SentenceData;
  'own-words': SentenceData;
  code: SentenceData;
}
