// Negotiates the language of a page: the one that the visitor chose, else the best match of Accept-Language with those
// that the publication speaks, else its own, else English. Texts, amounts and dates of a page are all in that language.
import type { IncomingHttpHeaders } from 'node:http';
import {
  baseOf,
  isPageLanguage,
  languagesOf,
  PAGE_LANGUAGES,
  type PageLanguage,
} from '../models/publication/languages.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { translator, type Translate } from './text.ts';

export interface Language {
  /** The tag with its region, for Intl and the `lang` attribute: de-AT. */
  readonly tag: string;
  readonly t: Translate;
  /** The tag of the site's own words, which stand where it has none in this language. */
  readonly own: string;
}

/** The cookie of the language that a visitor chose by the switch of a page; on https sites with the prefix of all. */
export const LANGUAGE_COOKIE = 'masthead_language';
const CHOSEN = new RegExp(`(?:^|;\\s*)(?:__Host-)?${LANGUAGE_COOKIE}=([a-z]{2,3})(?:;|$)`);

/** The regions whose forms of amounts and dates go with our texts, where Intl takes others for a bare language. */
const USUAL_REGIONS: Readonly<Record<string, string>> = { pt: 'pt-PT' };

/** The names of our languages that their own speakers give them. */
const OWN_NAMES: ReadonlyMap<PageLanguage, string> = new Map(PAGE_LANGUAGES.map((tag) => [tag, ownNameOf(tag)]));

/** Our choice: how many characters of an Accept-Language header are read. */
const HEADER_MAX_LENGTH = 200;
/** Our choice: bounds the cache against made-up headers; browsers send a few dozen different ones. */
const CACHE_MAX_ENTRIES = 500;
const ENGLISH = toLanguage('en', 'en') ?? { tag: 'en', t: translator('en', 'en'), own: 'en' };

const cache = new Map<string, Language>();

/** The language of a page, cached by header and publication locale. @param publication undefined where none is known */
export function languageOf(
  publication: Pick<PublicationRow, 'locale' | 'languages'> | undefined,
  headers: Pick<IncomingHttpHeaders, 'accept-language' | 'cookie'>,
): Language {
  const wanted = (headers['accept-language'] ?? '').slice(0, HEADER_MAX_LENGTH);
  const [, chosen = ''] = CHOSEN.exec(headers.cookie ?? '') ?? [];
  const key = `${publication?.locale ?? ''} ${publication?.languages ?? '-'} ${chosen} ${wanted}`;
  const found = cache.get(key);
  if (found !== undefined) return found;
  const language = chooseLanguage(wanted, publication, chosen);
  if (cache.size >= CACHE_MAX_ENTRIES) cache.clear();
  cache.set(key, language);
  return language;
}

/** @param chosen by the visitor, empty for none; its region is that of the browser or of the publication */
function chooseLanguage(
  wanted: string,
  publication: Pick<PublicationRow, 'locale' | 'languages'> | undefined,
  chosen: string,
): Language {
  const spoken = publication === undefined ? PAGE_LANGUAGES : languagesOf(publication);
  const wishes = wanted
    .split(',')
    .map(toWish)
    .toSorted((a, b) => b.weight - a.weight);
  const tags = [...wishes.filter(({ weight }) => weight > 0).map(({ tag: wish }) => wish), publication?.locale ?? ''];
  const own = tags.filter((tag) => baseOf(tag) === chosen);
  for (const tag of [...own, chosen, ...tags]) {
    const language = toLanguage(tag, publication?.locale ?? 'en');
    if (language !== undefined && spoken.some((name) => name === baseOf(language.tag))) return language;
  }
  return { ...ENGLISH, own: publication?.locale ?? 'en' };
}

/** The languages that the publication speaks, each by the name that its own speakers give it. */
export function spokenLanguages(
  publication: Pick<PublicationRow, 'locale' | 'languages'>,
): readonly { readonly tag: PageLanguage; readonly name: string }[] {
  return languagesOf(publication).map((tag) => ({ tag, name: OWN_NAMES.get(tag) ?? tag }));
}

/** Such as "Deutsch". */
function ownNameOf(tag: PageLanguage): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

function toWish(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: Number.isFinite(weight) ? weight : 0 };
}

/** Undefined for a language without a catalogue. */
function toLanguage(text: string, own: string): Language | undefined {
  // Unicode extensions are refused, because they select other digits or calendars.
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(text) || /-u-/i.test(text)) return undefined;
  try {
    const [found = ''] = Intl.NumberFormat.supportedLocalesOf([text]);
    const tag = USUAL_REGIONS[found] ?? found;
    const name = baseOf(tag);
    return isPageLanguage(name) ? { tag, t: translator(name, tag), own } : undefined;
  } catch {
    return undefined;
  }
}
