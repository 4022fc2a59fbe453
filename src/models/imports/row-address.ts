// The postal address of a row, from the columns of its parts. Our choice: what is not whole, or does not fit its country, is kept as a
// note, so that nothing is lost and no wrong address goes to a printer.
import { InvalidValue } from '../errors.ts';
import type { AddressPart } from '../postal/country-form.ts';
import { readPostalAddress, type PostalAddress } from '../postal/postal-address.ts';
import { COUNTRIES } from '../tax/country.ts';
import { wordOf } from './import-settings.ts';
import type { ImportField } from './presets.ts';

const ADDRESS_FIELDS = {
  name: 'address_name',
  organization: 'address_company',
  line1: 'address_line1',
  line2: 'address_line2',
  district: 'address_district',
  postalCode: 'address_postal_code',
  city: 'address_city',
  region: 'address_region',
  country: 'address_country',
} as const satisfies Readonly<Record<AddressPart | 'country', ImportField>>;
type Part = keyof typeof ADDRESS_FIELDS;

export interface RowAddress {
  readonly address: PostalAddress | undefined;
  /** What the columns say, where it is no address; undefined where they are empty. */
  readonly text: string | undefined;
}

/** Our choice: a country is written as its code, or by its name in one of the languages of pages. */
const NAME_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];
const USUAL_NAMES: readonly (readonly [string, string])[] = [
  ['usa', 'US'],
  ['u.s.a.', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['holland', 'NL'],
  ['czech republic', 'CZ'],
];

/** @param cellOf the text of a field's columns; empty where there is none @param name of the person */
export function readRowAddress(cellOf: (field: ImportField) => string, name: string | null): RowAddress {
  const parts = Object.entries(ADDRESS_FIELDS).map(([part, field]) => [part as Part, cellOf(field)] as const);
  const given = parts.filter(([, text]) => text !== '');
  if (given.length === 0) return { address: undefined, text: undefined };
  const typed = { name: name ?? '', ...Object.fromEntries(given) };
  const country = countryOf(cellOf(ADDRESS_FIELDS.country));
  const address = country === undefined ? undefined : whole({ ...typed, country });
  return { address, text: address === undefined ? given.map(([, text]) => text).join(', ') : undefined };
}

function whole(typed: Parameters<typeof readPostalAddress>[0]): PostalAddress | undefined {
  try {
    return readPostalAddress(typed).address;
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    return undefined;
  }
}

let names: ReadonlyMap<string, string> | undefined;

function countryOf(text: string): string | undefined {
  const code = text.toUpperCase();
  if (COUNTRIES.includes(code)) return code;
  names ??= namesOfCountries();
  return names.get(wordOf(text));
}

function namesOfCountries(): ReadonlyMap<string, string> {
  const all = new Map<string, string>(USUAL_NAMES);
  for (const language of NAME_LANGUAGES) {
    const { of } = namesIn(language);
    for (const code of COUNTRIES) {
      const word = wordOf(of(code));
      // A name that two countries have in different languages says nothing.
      all.set(word, all.get(word) === undefined || all.get(word) === code ? code : '');
    }
  }
  return all;
}

function namesIn(language: string): { readonly of: (code: string) => string } {
  const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  return { of: (code) => display.of(code) ?? code };
}
