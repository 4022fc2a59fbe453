// Types that the data of several pages share.
import type { OwnWords } from './own-words.ts';

/** An error of a form, shown in the summary above it and beside its field. */
export interface FormError {
  /** The id of the field. */
  readonly field: string;
  readonly message: string;
  /** A link to what the visitor can do instead. */
  readonly way?: { readonly href: string; readonly text: string };
}

/** The data of every form. */
export interface FormData {
  readonly csrfToken: string;
  readonly errors: readonly FormError[];
}

export interface NewsletterOnPage {
  readonly name: OwnWords;
  readonly description: OwnWords | null;
}

export interface FreeOfferingOnPage {
  readonly name: OwnWords;
  readonly description: OwnWords | null;
  readonly newsletters: readonly NewsletterOnPage[];
}
