// The names of languages.
import type { Language } from './language.ts';

/** @param tag BCP 47 */
export function languageName(tag: string, { tag: into }: Pick<Language, 'tag'>): string {
  return new Intl.DisplayNames(into, { type: 'language', fallback: 'code' }).of(tag) ?? tag;
}
