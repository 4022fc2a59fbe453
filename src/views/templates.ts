// The types of the data of each template under templates/ (texts are in templates/text/). A misspelt or missing
// variable is a compile error where a page is rendered; test/structure/templates.test.ts type-checks the templates
// themselves. Each page adds its template by `declare module`; only what several rooms share is declared here.
import type { LogoOnPage } from './logo.ts';
import type { OwnWords } from './own-words.ts';
import type { FormError, FreeOfferingOnPage, NewsletterOnPage } from './page-data.ts';

/** What a link to a page shows elsewhere (Open Graph). */
interface ShareOnPage {
  readonly url: string;
  /** Empty for none. */
  readonly description: string;
  readonly image: string | undefined;
}

/** The data of the layout, which the renderer adds to that of the page. */
export interface Frame {
  /** Empty where the site is not known. */
  readonly siteName: string;
  /** The language of the page's texts. */
  readonly language: string;
  /** The language of what the publication wrote itself. */
  readonly siteLanguage: string;
  readonly home: string;
  readonly navigation: readonly { readonly href: string; readonly text: string }[];
  readonly stylesheets: readonly string[];
  readonly scripts: readonly string[];
  readonly icon: string;
  /** Loaded early, so that they are there when text is first shown. */
  readonly fonts: readonly string[];
  /** How the publication is reached, and its legal pages. */
  readonly foot: readonly { readonly href: string; readonly text: string }[];
  /** What readers agree to when they pay, and what they should know then. */
  readonly agreed: {
    readonly terms: readonly { readonly href: string; readonly text: string }[];
    readonly notes: readonly { readonly href: string; readonly text: string }[];
  };
  readonly logo: LogoOnPage | undefined;
  /** The languages of the page's texts; none where there is no switch. */
  readonly languages: readonly {
    readonly tag: string;
    readonly name: string;
    readonly href: string;
    readonly isShown: boolean;
  }[];
  /** The URL of the cover picture. */
  readonly cover: string | undefined;
  /** Whether search engines may list the page. */
  readonly isIndexed: boolean;
  /** The one address of a page that is listed; empty otherwise. */
  readonly canonical: string;
  /** What search engines and posts show of the page. */
  readonly share: ShareOnPage | undefined;
  /** Nothing on the page can be clicked. */
  readonly isPreview: boolean;
}

/** By these a browser fills in what it knows of a postal address. */
export type AddressAutocomplete =
  | 'name'
  | 'organization'
  | 'address-line1'
  | 'address-line2'
  | 'address-level1'
  | 'address-level2'
  | 'address-level3'
  | 'postal-code';

export interface FieldData {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly type: 'text' | 'email' | 'date' | 'time' | 'url' | 'password';
  readonly value: string;
  readonly autocomplete: 'email' | 'username webauthn' | 'one-time-code' | 'off' | AddressAutocomplete;
  readonly errors: readonly FormError[];
}

/** What every field has: its label, its hint and its faults. */
export type LabelledField = Omit<FieldData, 'type' | 'autocomplete'>;

interface SentenceData {
  readonly text: string;
  readonly value: string;
}

/** Maps the name of a template to its data. Each page adds its own. */
export interface Templates {
  error: {
    readonly heading: string;
    readonly paragraphs: readonly string[];
    readonly link: { readonly href: string; readonly text: string } | undefined;
  };
}

export type TemplateName = keyof Templates;

/**
 * Maps the name of a partial template to its data. A room adds its own partials.
 * @public used by test/structure/templates.test.ts, which checks the templates against these types.
 */
export interface Parts {
  'error-summary': { readonly errors: readonly FormError[] };
  field: FieldData;
  'text-area': LabelledField;
  /** The label of a field, its hint and its faults. */
  'field-head': LabelledField;
  /** The sign on top of a page with a face of its own. */
  crest: { readonly sign: 'done' | 'gift' | 'mail' | 'wait' | 'stop' };
  logo: { readonly logo: LogoOnPage; readonly name: string };
  'free-offering': { readonly offering: FreeOfferingOnPage };
  /** A field for a personal message. */
  message: { readonly value: string; readonly errors: readonly FormError[] };
  /** A text with the placeholder `{value}`, and the value: emphasized, or as code. */
  strong: SentenceData;
  code: SentenceData;
  /** The same with words of the publication, which may be of several languages. */
  'own-words': { readonly text: string; readonly words: readonly OwnWords[]; readonly isStrong: boolean };
  'newsletter-words': { readonly newsletter: NewsletterOnPage };
  /** What readers agree to when they pay. */
  agreed: Readonly<Record<never, never>>;
}
