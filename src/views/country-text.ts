// The names of countries in a language, and lists of them to choose from.
import { COUNTRIES } from '../models/tax/country.ts';

export interface CountryChoice {
  readonly value: string;
  readonly text: string;
}

const lists = new Map<string, readonly CountryChoice[]>();
/** Our choice: bounds the lists against made-up tags. */
const LISTS_MAX = 50;

/** What is no country is returned as it is: a form shows what was typed. @param code ISO 3166-1 @param tag BCP 47 */
export function countryName(code: string, tag: string): string {
  if (!COUNTRIES.includes(code)) return code;
  return new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' }).of(code) ?? code;
}

/** All countries, in the order of the language. @param tag BCP 47 */
export function countryChoices(tag: string): readonly CountryChoice[] {
  const known = lists.get(tag);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames(tag, { type: 'region', fallback: 'code' });
  const { compare } = new Intl.Collator(tag);
  const made = COUNTRIES.map((value) => ({ value, text: names.of(value) ?? value }));
  const sorted = made.toSorted((a, b) => compare(a.text, b.text));
  if (lists.size >= LISTS_MAX) lists.clear();
  lists.set(tag, sorted);
  return sorted;
}
