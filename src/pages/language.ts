// The visitor's language, for how amounts and dates are written; the words of the pages are English.
import type { PublicationRow } from '../models/publication.ts';
import type { BrowserRequest } from '../site/publication.ts';

/** Our choice: what of an Accept-Language header is looked at. */
const MAX_LENGTH = 200;
const FALLBACK = 'en';

/** The most wanted language that amounts can be written in, else the publication's. */
export function languageOf(publication: Pick<PublicationRow, 'locale'>, request: Pick<BrowserRequest, 'headers'>): string {
  const wanted = (request.headers['accept-language'] ?? '').slice(0, MAX_LENGTH).split(',').map(toWish).toSorted((a, b) => b.weight - a.weight);
  const languages = [...wanted.filter(({ weight }) => weight > 0).map(({ language }) => language), publication.locale];
  return languages.map(toSupported).find((language) => language !== undefined) ?? FALLBACK;
}

function toWish(part: string): { language: string; weight: number } {
  const [language = '', ...parameters] = part.split(';').map((text) => text.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { language, weight: Number.isFinite(weight) ? weight : 0 };
}

function toSupported(language: string): string | undefined {
  // Without extensions: they would choose digits or calendars that nobody sees a reason for.
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language) || /-u-/i.test(language)) return undefined;
  try {
    return Intl.NumberFormat.supportedLocalesOf([language])[0];
  } catch {
    return undefined;
  }
}
