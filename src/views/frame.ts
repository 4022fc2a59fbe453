// The frame of every page: the name, the look and the links of its site.
import type { Details } from '../models/publication/details.ts';
import type { Look } from '../models/publication/look.ts';
import { assetPathsOf } from './assets.ts';
import { footOf, legalLinksOf } from './foot.ts';
import { spokenLanguages, type Language } from './language.ts';
import { imageUrl, logoOf } from './logo.ts';
import type { Frame } from './templates.ts';
import type { TextKey } from './text.ts';

/** The part of a site that its pages show. */
export interface Brand extends Look, Partial<Details> {
  readonly name: string;
  /** An origin. */
  readonly siteUrl: string;
  /** BCP 47 language tag of the site's own words. */
  readonly locale: string;
  /** The languages of its pages (models/publication/languages.ts). */
  readonly languages: string;
  /** The stylesheet and the script that the site has beside those of every site. */
  readonly extraAssets?: 'dashboard';
  /** IANA name of the time zone in which the site names times. */
  readonly timeZone: string;
  /** Whether its pages are shown as a preview, in which nothing can be clicked. */
  readonly isPreview?: true;
  /** The target of the link on the name above each page, where the publication has no website of its own. */
  readonly home: string;
  /** The links below each page. */
  readonly navigation: readonly { readonly href: string; readonly text: TextKey }[];
  /** Where its visitors choose another language; undefined for a site without the switch. */
  readonly languagePath?: string;
}

/**
 * Our choice: a plain http site exists only in the local demo, where neither Secure nor the __Host- prefix can be used.
 */
export function isHttpsSite({ siteUrl }: Pick<Brand, 'siteUrl'>): boolean {
  return siteUrl.startsWith('https:');
}

/** Our choice: the switch keeps the query of an address up to this length, and beyond it the path alone. */
const KEPT_MAX_LENGTH = 1024;

/**
 * Where the site is not known: the neutral look, without a name and links.
 * @param address the path and query of the page, to which the switch of the language leads back; undefined for none
 */
export function frameOf(brand: Brand | undefined, { tag, t }: Language, address: string | undefined): Frame {
  return {
    language: tag,
    siteName: brand?.name ?? '',
    siteLanguage: brand?.locale ?? 'en',
    home: brand?.homeUrl ?? brand?.home ?? '/',
    navigation: (brand?.navigation ?? []).map(({ href, text }) => ({ href, text: t(text) })),
    ...assetPathsOf(brand, brand?.extraAssets),
    foot: brand === undefined ? [] : footLinks(brand, t),
    agreed: {
      terms: brand === undefined ? [] : legalLinksOf(brand, t, ['termsUrl']),
      notes: brand === undefined ? [] : legalLinksOf(brand, t, ['withdrawalUrl', 'privacyUrl']),
    },
    logo: logoOf(brand),
    cover: brand?.cover ? imageUrl(brand.cover) : undefined,
    isIndexed: false,
    canonical: '',
    share: undefined,
    isPreview: brand?.isPreview ?? false,
    languages: languageLinks(brand, tag, brand?.isPreview ? '/' : address),
  };
}

function footLinks(brand: Brand, t: Language['t']): Frame['foot'] {
  const { contact, links } = footOf(brand, t);
  return [...(contact === null ? [] : [{ href: `mailto:${contact}`, text: t('layout.contact') }]), ...links];
}

function languageLinks(brand: Brand | undefined, shown: string, address: string | undefined): Frame['languages'] {
  const path = brand?.languagePath;
  if (brand === undefined || path === undefined || address === undefined) return [];
  const kept = address.length > KEPT_MAX_LENGTH ? address.replace(/[?#].*$/s, '') : address;
  const to = kept.length > KEPT_MAX_LENGTH ? '/' : kept;
  return spokenLanguages(brand).map(({ tag, name }) => ({
    tag,
    name,
    href: `${path}/${tag}?${new URLSearchParams({ to }).toString()}`,
    isShown: shown.split('-')[0] === tag,
  }));
}
