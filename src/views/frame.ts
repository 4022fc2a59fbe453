// The frame of every page: the name, the look and the links of its site.
import type { Details } from '../models/publication/details.ts';
import type { Look } from '../models/publication/look.ts';
import { assetPathsOf } from './assets.ts';
import { footOf, legalLinksOf } from './foot.ts';
import type { Language } from './language.ts';
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
}

/**
 * Our choice: a plain http site exists only in the local demo, where neither Secure nor the __Host- prefix can be used.
 */
export function isHttpsSite({ siteUrl }: Pick<Brand, 'siteUrl'>): boolean {
  return siteUrl.startsWith('https:');
}

/** Where the site is not known: the neutral look, without a name and links. */
export function frameOf(brand: Brand | undefined, { tag, t }: Language): Frame {
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
  };
}

function footLinks(brand: Brand, t: Language['t']): Frame['foot'] {
  const { contact, links } = footOf(brand, t);
  return [...(contact === null ? [] : [{ href: `mailto:${contact}`, text: t('layout.contact') }]), ...links];
}
