// The data of each template under templates/ (their words are in templates/text/): a misspelt or missing variable is a compile error where a
// page is rendered, and the templates themselves are type-checked against this list in their test.

import type { GiftAcceptOnPage, GiftDetailsOnPage, GiftFormOnPage } from './gift-pages.ts';
import type { LogoOnPage } from './logo.ts';
import type {
  CheckoutOnPage,
  OfferChoicesOnPage,
  PaidOnPage,
  ReceiptOnPage,
  SandboxCardOnPage,
  SubscribedOnPage,
  SubscribeFormOnPage,
  SwitchOnPage,
  UpgradeOnPage,
} from './paid-pages.ts';

/** A fault of a form, shown in the summary above it and beside its field. */
export interface FormError {
  /** The id of the field. */
  readonly field: string;
  readonly message: string;
}

/** What every form carries. */
interface FormData {
  readonly csrfToken: string;
  readonly errors: readonly FormError[];
}

export interface PriceOnPage {
  /** Such as €5 or €4.50, in the visitor's language. */
  readonly amount: string;
  /** Such as "a month". */
  readonly interval: string;
}

interface OfferOnPage {
  readonly slug: string;
  /** Where one subscribes to it. */
  readonly href: string;
  readonly name: string;
  readonly description: string | null;
  /** `terms`: a trial; empty without. */
  readonly prices: readonly (PriceOnPage & { readonly terms: string })[];
}

interface NewsletterOnPage {
  readonly name: string;
  readonly description: string | null;
}

export interface NewsletterChoice extends NewsletterOnPage {
  readonly id: string;
  readonly isReceived: boolean;
}

interface FreeOfferingOnPage {
  readonly name: string;
  readonly description: string | null;
  readonly newsletters: readonly NewsletterOnPage[];
}

export interface SessionOnPage {
  readonly id: string;
  readonly browser: string;
  readonly signedInOn: string;
  readonly isThisOne: boolean;
}

/** What a page is read in: filled by rendering, not by pages. */
export interface Frame {
  /** Empty where no publication is known. */
  readonly publicationName: string;
  /** The language of the page's words. */
  readonly language: string;
  /** The language of the publication's own words. */
  readonly publicationLanguage: string;
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

/** Template name → its data. */
export interface Templates {
  'subscribe/already-subscribed': { readonly planName: string; readonly switches: readonly SwitchOnPage[] };
  'account/account': {
    readonly csrfToken: string;
    readonly errors: readonly FormError[];
    /** What was just done; empty for nothing. */
    readonly notice: string;
    readonly name: string;
    readonly email: string;
    readonly newsletters: readonly NewsletterChoice[];
    readonly paid: PaidOnPage;
    readonly sessions: readonly SessionOnPage[];
  };
  'account/account-erased': object;
  'sign-in/activate': FormData & { readonly code: string };
  'sign-in/activate-customer': FormData & { readonly path: string; readonly email: string };
  'sign-in/activate-merge': {
    readonly csrfToken: string;
    readonly path: string;
    readonly email: string;
    readonly planNames: readonly string[];
  };
  'sign-in/authorize-error': { readonly isClientKnown: boolean };
  'account/cancel': {
    readonly csrfToken: string;
    readonly planName: string;
    readonly endsOn: string;
    readonly isPastDue: boolean;
    readonly isInTrial: boolean;
    readonly action: string;
  };
  'account/card': {
    readonly csrfToken: string;
    readonly planName: string;
    readonly isPastDue: boolean;
    readonly action: string;
  };
  'subscribe/checkout': CheckoutOnPage;
  'email-code': FormData & {
    readonly email: string;
    readonly action: string;
    readonly startAgain: string;
    readonly isSentAgain: boolean;
    /** What the right code does, where that is not merely to go on. */
    readonly isErasure: boolean;
  };
  'account/email-address': FormData & { readonly email: string; readonly currentEmail: string };
  'account/erase-account': { readonly csrfToken: string; readonly email: string };
  'sign-in/end-session': {
    readonly csrfToken: string;
    readonly email: string;
    /** Of the application that asked, where it is known. */
    readonly applicationName: string;
    /** What the form hands on, so that it ends where the request wanted. */
    readonly fields: readonly { readonly name: string; readonly value: string }[];
  };
  error: {
    readonly heading: string;
    readonly paragraphs: readonly string[];
    readonly link: { readonly href: string; readonly text: string } | undefined;
  };
  'free-offering/free-offering': {
    readonly offering: FreeOfferingOnPage;
    /** Undefined where a message stands in place of the link. */
    readonly subscribeLink: string | undefined;
    readonly message: string;
  };
  'free-offering/free-offering-subscribe': FormData & {
    readonly offering: FreeOfferingOnPage;
    readonly isSignedIn: boolean;
    readonly email: string;
    readonly name: string;
    readonly continueUrl: string;
  };
  'free-offering/free-offering-subscribed': {
    readonly offering: FreeOfferingOnPage;
    readonly email: string;
    readonly continueUrl: string | undefined;
  };
  'subscribe/offer': FormData &
    SubscribeFormOnPage & { readonly offer: Pick<OfferChoicesOnPage, 'name' | 'description'> };
  'subscribe/offer-subscribe': FormData &
    SubscribeFormOnPage & { readonly offer: Pick<OfferChoicesOnPage, 'name' | 'description'> };
  'subscribe/offers': {
    readonly offers: readonly OfferOnPage[];
    readonly freeOffering: FreeOfferingOnPage | undefined;
    readonly freeOfferingLink: string;
    readonly isSignedIn: boolean;
    /** Whether they can be given to others. */
    readonly areGiven: boolean;
  };
  'gift/gift': FormData & GiftFormOnPage;
  'gift/gift-accept': FormData & GiftAcceptOnPage;
  'gift/gift-claim': FormData & { readonly code: string };
  'gift/gift-details': FormData & GiftDetailsOnPage;
  'account/receipt': ReceiptOnPage;
  'sandbox-card': FormData & SandboxCardOnPage;
  'sign-in/signed-out': object;
  'sign-in/sign-in': FormData & {
    readonly email: string;
    readonly returnTo: string;
    /** Of the OAuth application that asked for the sign-in; empty for the account page. */
    readonly applicationName: string;
  };
  'subscribe/subscribe': FormData & SubscribeFormOnPage;
  'subscribe/subscribed': SubscribedOnPage;
  'account/upgrade': UpgradeOnPage;
}

export type TemplateName = keyof Templates;

/**
 * Partial templates → their data.
 * @public by a program of test/structure/templates.test.ts, which holds the templates against these types.
 */
export interface Parts {
  'error-summary': { readonly errors: readonly FormError[] };
  field: FieldData;
  logo: { readonly logo: LogoOnPage; readonly name: string };
  'free-offering': { readonly offering: FreeOfferingOnPage };
  /** Words of one's own. */
  message: { readonly value: string; readonly errors: readonly FormError[] };
  /** `isNamed`: with the offers' own names and words, where there is more than one. */
  'offer-choices': {
    readonly offers: readonly OfferChoicesOnPage[];
    readonly isNamed: boolean;
    readonly errors: readonly FormError[];
  };
  paid: { readonly csrfToken: string; readonly paid: PaidOnPage };
  switches: { readonly switches: readonly SwitchOnPage[] };
  'subscribe-form': FormData & SubscribeFormOnPage & { readonly isNamed: boolean };
  /** A text with `{value}` in it, and the value: set off, in the publication's own words, or as a name of the protocol. */
  strong: SentenceData;
  'own-words': SentenceData;
  code: SentenceData;
}

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

/** Mails: each has a text part and an HTML part of this name, from the same data. */
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
