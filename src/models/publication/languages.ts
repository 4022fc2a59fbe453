// The languages in which hosted pages and mails are written, and those of them that a publication speaks.
import { InvalidValue } from '../errors.ts';

/** Each has a catalogue in templates/text/. The order is that of the names which their speakers give them. */
export const PAGE_LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** The languages of the dashboard; whoever has another one sees it in English. */
export const DASHBOARD_LANGUAGES = ['de', 'en'] as const satisfies readonly PageLanguage[];

/** Kept in one column, in the order of PAGE_LANGUAGES. */
const SEPARATOR = ',';

export function isPageLanguage(name: string): name is PageLanguage {
  return PAGE_LANGUAGES.some((language) => language === name);
}

/** The language of a tag, without its region: de of de-AT. @param tag BCP 47 */
export function baseOf(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}

/**
 * The languages that the pages and mails of a publication speak: its own, and those that it chose. Our choice: where it
 * chose none, its own and English, since its stories are hardly in all that we have (docs/decisions.md, Languages).
 */
export function languagesOf({
  locale,
  languages,
}: {
  readonly locale: string;
  readonly languages: string;
}): readonly PageLanguage[] {
  const chosen = languages === '' ? ['en'] : languages.split(SEPARATOR);
  const spoken = PAGE_LANGUAGES.filter((language) => language === baseOf(locale) || chosen.includes(language));
  return spoken.length === 0 ? ['en'] : spoken;
}

export function writeLanguages(languages: readonly PageLanguage[]): string {
  return PAGE_LANGUAGES.filter((language) => languages.includes(language)).join(SEPARATOR);
}

/** Returns the list as it is kept; empty for the usual ones. Throws InvalidValue. */
export function parseLanguages(text: string): string {
  const names = text
    .split(SEPARATOR)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const known = names.filter(isPageLanguage);
  if (known.length < names.length)
    throw new InvalidValue(
      'languages',
      `languages must be among ${PAGE_LANGUAGES.join(', ')}, with commas between them`,
    );
  return writeLanguages(known);
}
