// The language a visitor reads: of those we have words in, the one that the browser asks for most, else the publication's own, else English.
// Words, amounts and dates of a page are all in that one.
import type { IncomingHttpHeaders } from 'node:http';
import type { PublicationRow } from '../models/publication/publication.ts';
import { isCatalogueName, translator, type Translate } from './text.ts';

export interface Language {
  /** With the region that was asked for, for Intl and the `lang` attribute: de-AT. */
  readonly tag: string;
  readonly t: Translate;
}

/** Our choice: what of an Accept-Language header is looked at. */
const MAX_LENGTH = 200;
/** Our choice: browsers send a few dozen different headers; whoever makes up more gains nothing. */
const KNOWN_HEADERS = 500;
const ENGLISH = toLanguage('en') ?? { tag: 'en', t: translator('en', 'en') };

const known = new Map<string, Language>();

/** @param publication undefined where none is known */
export function languageOf(
  publication: Pick<PublicationRow, 'locale'> | undefined,
  headers: Pick<IncomingHttpHeaders, 'accept-language'>,
): Language {
  const wanted = (headers['accept-language'] ?? '').slice(0, MAX_LENGTH);
  const key = `${publication?.locale ?? ''} ${wanted}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const language = chooseLanguage(wanted, publication?.locale);
  if (known.size >= KNOWN_HEADERS) known.clear();
  known.set(key, language);
  return language;
}

function chooseLanguage(wanted: string, locale: string | undefined): Language {
  const wishes = wanted
    .split(',')
    .map(toWish)
    .toSorted((a, b) => b.weight - a.weight);
  for (const tag of [...wishes.filter(({ weight }) => weight > 0).map(({ tag: wish }) => wish), locale ?? '']) {
    const language = toLanguage(tag);
    if (language !== undefined) return language;
  }
  return ENGLISH;
}

function toWish(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { tag, weight: Number.isFinite(weight) ? weight : 0 };
}

/** Undefined for a language that we have no words in. */
function toLanguage(text: string): Language | undefined {
  // Without extensions: they would choose digits or calendars that nobody sees a reason for.
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(text) || /-u-/i.test(text)) return undefined;
  try {
    const [tag = ''] = Intl.NumberFormat.supportedLocalesOf([text]);
    const [name = ''] = tag.split('-');
    return isCatalogueName(name) ? { tag, t: translator(name, tag) } : undefined;
  } catch {
    return undefined;
  }
}
