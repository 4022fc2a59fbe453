// The form of an address in a country: the parts that it has, in their order there, which of them are required, what they are called, and
// the regions to choose from.
import { FORMS } from './country-forms.ts';
import { REGIONS } from './regions.ts';

export type AddressPart = 'name' | 'organization' | 'line1' | 'line2' | 'district' | 'city' | 'region' | 'postalCode';

/** What a part is called in a country. */
export type PartName =
  | 'postal'
  | 'zip'
  | 'eircode'
  | 'pin'
  | 'city'
  | 'town'
  | 'suburb'
  | 'district'
  | 'province'
  | 'state'
  | 'county'
  | 'prefecture'
  | 'department'
  | 'island'
  | 'emirate'
  | 'parish'
  | 'region';

interface Region {
  /** What is written on an address. */
  readonly code: string;
  readonly name: string;
}

export interface CountryForm {
  /** The lines of an address: its parts as letters after percent signs, and the text between them. */
  readonly lines: readonly string[];
  /** In the order in which they are asked for. */
  readonly parts: readonly AddressPart[];
  readonly required: ReadonlySet<AddressPart>;
  readonly names: { readonly postalCode: PartName; readonly region: PartName; readonly city: PartName };
  readonly postalCode: RegExp | undefined;
  /** Undefined where the region is typed. */
  readonly regions: readonly Region[] | undefined;
}

export const PART_OF_LETTER: Readonly<Record<string, readonly AddressPart[]>> = {
  N: ['name'],
  O: ['organization'],
  A: ['line1', 'line2'],
  D: ['district'],
  C: ['city'],
  S: ['region'],
  Z: ['postalCode'],
};
const REQUIRED: Readonly<Record<string, AddressPart>> = {
  A: 'line1',
  D: 'district',
  C: 'city',
  S: 'region',
  Z: 'postalCode',
};
const POSTAL_NAMES: readonly PartName[] = ['zip', 'eircode', 'pin'];
const CITY_NAMES: readonly PartName[] = ['town', 'suburb', 'district'];
const REGION_NAMES: readonly PartName[] = [
  'state',
  'county',
  'prefecture',
  'department',
  'island',
  'emirate',
  'parish',
  'region',
];

/** Our choice: the postal code of a country without a line may be typed, and is not required. */
const USUAL = '; %N|%O|%A|%C %Z; AC';

const rowsOf = (text: string, mark: string): Map<string, string> =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((row) => [row.slice(0, row.indexOf(mark)), row.slice(row.indexOf(mark))]),
  );
const forms = rowsOf(FORMS, ';');
const regions = rowsOf(REGIONS, ':');

/** @param country a code of ISO 3166-1 */
export function countryFormOf(country: string): CountryForm {
  const row = forms.get(country) ?? USUAL;
  const [, format = '', required = '', names = '', code = ''] = row.split(/; ?/);
  const lines = format.split('|');
  const parts = [...format.matchAll(/%(\w)/g)].flatMap(([, letter = '']) => PART_OF_LETTER[letter] ?? []);
  const called = (known: readonly PartName[], usual: PartName): PartName =>
    known.find((name) => names.split(' ').includes(name)) ?? usual;
  return {
    lines,
    parts,
    required: new Set<AddressPart>(['name', ...[...required].flatMap((letter) => REQUIRED[letter] ?? [])]),
    names: {
      postalCode: called(POSTAL_NAMES, 'postal'),
      region: called(REGION_NAMES, 'province'),
      city: called(CITY_NAMES, 'city'),
    },
    postalCode: code === '' ? undefined : new RegExp(`^(?:${code})$`),
    regions: regionsOf(country),
  };
}

function regionsOf(country: string): readonly Region[] | undefined {
  return regions
    .get(country)
    ?.slice(2)
    .split('; ')
    .map((text) => {
      const [code = '', name = code] = text.split('=');
      return { code, name };
    });
}
