// A postal address in the form of its country: how it is read from what was typed, kept, and written on an envelope.
import { InvalidValue } from '../errors.ts';
import { parseCountry } from '../tax/country.ts';
import { parsePlainText } from '../text-fields.ts';
import { countryFormOf, PART_OF_LETTER, type AddressPart, type CountryForm } from './country-form.ts';

export type PostalAddress = { readonly country: string } & { readonly [Part in AddressPart]?: string };
/** As typed; a part that is missing or empty was not given. */
export type TypedAddress = { readonly country: string } & { readonly [Part in AddressPart]?: string | undefined };

/** The parts by the names of the data API and of forms. */
export const PART_FIELDS: Readonly<Record<AddressPart, string>> = {
  name: 'name',
  organization: 'organization',
  line1: 'line1',
  line2: 'line2',
  district: 'district',
  city: 'city',
  region: 'region',
  postalCode: 'postal_code',
};
const PARTS = Object.keys(PART_FIELDS) as AddressPart[];
const MAX_LENGTH = 100;

/** Throws InvalidValue for the first part that does not fit the country. */
export function parsePostalAddress(typed: TypedAddress): PostalAddress {
  const read = readPostalAddress(typed);
  if (read.address === undefined) throw read.faults[0];
  return read.address;
}

/**
 * Returns the address, or what is wrong with it: a part that is missing by the reason `required`, others by `form`,
 * `characters` or `no part`. Our choice: a part that addresses of the country do not have is refused rather than dropped.
 * Throws InvalidValue for the country.
 */
export function readPostalAddress(
  typed: TypedAddress,
):
  | { readonly address: PostalAddress }
  | { readonly address: undefined; readonly faults: readonly [InvalidValue, ...InvalidValue[]] } {
  const country = parseCountry(typed.country);
  if (country === null) throw new InvalidValue('country', 'country is required', 'required');
  const form = countryFormOf(country);
  const order = [...form.parts, ...PARTS.filter((part) => !form.parts.includes(part))];
  const values = new Map<AddressPart, string | undefined>();
  const faults: InvalidValue[] = [];
  for (const part of order)
    try {
      values.set(part, parsePart(form, country, part, typed[part]));
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      faults.push(error);
    }
  const [first, ...others] = faults;
  if (first !== undefined) return { address: undefined, faults: [first, ...others] };
  // One order for every address, so that equal ones are kept as equal texts.
  const pairs = PARTS.map((part) => [part, values.get(part)] as const).filter(([, value]) => value !== undefined);
  return { address: { country, ...Object.fromEntries(pairs) } };
}

function parsePart(
  form: CountryForm,
  country: string,
  part: AddressPart,
  typed: string | undefined,
): string | undefined {
  const field = PART_FIELDS[part];
  const value = parsePlainText(field, (typed ?? '').replaceAll(/\s+/g, ' '), MAX_LENGTH);
  if (value === null) {
    if (form.required.has(part))
      throw new InvalidValue(field, `${field} is required in an address in ${country}`, 'required');
    return undefined;
  }
  if (!form.parts.includes(part))
    throw new InvalidValue(field, `${field} is not part of an address in ${country}`, 'no part');
  if (part === 'postalCode') return parsePostalCode(form, country, value);
  return part === 'region' ? parseRegion(form, country, value) : value;
}

function parsePostalCode({ postalCode }: CountryForm, country: string, value: string): string {
  const code = value.toUpperCase();
  if (postalCode !== undefined && !postalCode.test(code))
    throw new InvalidValue('postal_code', `postal_code has not the form of one in ${country}`, 'form');
  return code;
}

/** Takes a region of the list by its code or its name. */
function parseRegion({ regions }: CountryForm, country: string, value: string): string {
  if (regions === undefined) return value;
  const wanted = value.toLocaleLowerCase('en');
  const found =
    regions.find(({ code }) => code.toLocaleLowerCase('en') === wanted) ??
    regions.find(({ name }) => name.toLocaleLowerCase('en') === wanted);
  if (found === undefined)
    throw new InvalidValue(
      'region',
      `region must be one of those of ${country}: ${regions.map(({ code }) => code).join(', ')}`,
      'form',
    );
  return found.code;
}

/** As it is kept in a column. */
export function toPostalText(address: PostalAddress): string {
  return JSON.stringify(address);
}

/** @param text from the column */
export function fromPostalText(text: string | null): PostalAddress | null {
  return text === null ? null : (JSON.parse(text) as PostalAddress);
}

/** The address by the names of the data API; parts that it does not have are null, and so is none. */
export function toPostalObject(address: PostalAddress | null) {
  if (address === null) return null;
  const { country, name, organization, line1, line2, district, city, region, postalCode } = address;
  return {
    country,
    name: name ?? null,
    organization: organization ?? null,
    line1: line1 ?? null,
    line2: line2 ?? null,
    district: district ?? null,
    city: city ?? null,
    region: region ?? null,
    postal_code: postalCode ?? null,
  };
}

/** The lines on an envelope, without the country. @param without parts that are left out */
export function addressLines(address: PostalAddress, without: readonly AddressPart[] = []): string[] {
  const valueOf = (letter: string): string =>
    (PART_OF_LETTER[letter] ?? [])
      .filter((part) => !without.includes(part))
      .map((part) => address[part] ?? '')
      .filter((value) => value !== '')
      .join('\n');
  return countryFormOf(address.country)
    .lines.flatMap((line) => lineOf(line, valueOf).split('\n'))
    .filter((line) => line !== '');
}

/** Text between two parts stands where both are given; text before the first, where that one is. */
function lineOf(line: string, valueOf: (letter: string) => string): string {
  if (!line.includes('%')) return line;
  let written = '';
  let between = '';
  for (const [, text = '', letter = ''] of line.matchAll(/([^%]*)(?:%(\w))?/g)) {
    between = between === '' ? text : between;
    const value = letter === '' ? '' : valueOf(letter);
    if (value !== '') [written, between] = [written + between + value, ''];
    else if (written === '') between = '';
  }
  return written;
}
