// The foot of a publication's pages and mails: how it is reached, and what it has to tell by law.
import type { Details } from '../models/publication/details.ts';
import type { TextKey, Translate } from './text.ts';

type Said = Partial<Pick<Details, 'contactEmail' | keyof typeof LEGAL>>;

export interface LinkOnPage {
  readonly href: string;
  readonly text: string;
}

export interface Foot {
  /** An e-mail address; null where the publication names none. */
  readonly contact: string | null;
  /** Its pages with the imprint, the terms, the privacy policy and the right of withdrawal, as far as it has them. */
  readonly links: readonly LinkOnPage[];
}

const LEGAL = {
  imprintUrl: 'layout.imprint',
  termsUrl: 'layout.terms',
  privacyUrl: 'layout.privacy',
  withdrawalUrl: 'layout.withdrawal',
} as const satisfies Readonly<Record<string, TextKey>>;

type LegalName = keyof typeof LEGAL;
const EVERY_LINK = Object.keys(LEGAL) as readonly LegalName[];

/** What pages and mails show below everything else. */
export function footOf(publication: Said, t: Translate): Foot {
  return { contact: publication.contactEmail ?? null, links: legalLinksOf(publication, t) };
}

/** Links to those of these pages that the publication has. */
export function legalLinksOf(publication: Said, t: Translate, names: readonly LegalName[] = EVERY_LINK): LinkOnPage[] {
  return names.flatMap((name) => {
    const href = publication[name];
    return typeof href === 'string' ? [{ href, text: t(LEGAL[name]) }] : [];
  });
}
