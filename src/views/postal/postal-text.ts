// Postal addresses on pages: as on an envelope, and what their parts are called.
import { countryFormOf, type AddressPart, type PartName } from '../../models/postal/country-form.ts';
import { addressLines, fromPostalText } from '../../models/postal/postal-address.ts';
import { countryName } from '../country-text.ts';
import type { Language } from '../language.ts';
import type { TextKey } from '../text.ts';

const NAMES: Readonly<Record<PartName, TextKey>> = {
  postal: 'postal.part.postal',
  zip: 'postal.part.zip',
  eircode: 'postal.part.eircode',
  pin: 'postal.part.pin',
  city: 'postal.part.city',
  town: 'postal.part.town',
  suburb: 'postal.part.suburb',
  district: 'postal.part.district',
  province: 'postal.part.province',
  state: 'postal.part.state',
  county: 'postal.part.county',
  prefecture: 'postal.part.prefecture',
  department: 'postal.part.department',
  island: 'postal.part.island',
  emirate: 'postal.part.emirate',
  parish: 'postal.part.parish',
  region: 'postal.part.region',
};
const LABELS: Readonly<Record<Exclude<AddressPart, 'postalCode' | 'region' | 'city'>, TextKey>> = {
  name: 'postal.name',
  organization: 'postal.organization',
  line1: 'postal.line1',
  line2: 'postal.line2',
  district: 'postal.part.district',
};

/** With the country as its last line. @param text as it is kept; none has no lines */
export function postalLines(text: string | null, { tag }: Pick<Language, 'tag'>): string[] {
  const address = fromPostalText(text);
  return address === null ? [] : [...addressLines(address), countryName(address.country, tag)];
}

/** What the part is called in the country. */
export function partLabel(part: AddressPart, country: string, { t }: Pick<Language, 't'>): string {
  const { names } = countryFormOf(country);
  return t(part === 'postalCode' || part === 'region' || part === 'city' ? NAMES[names[part]] : LABELS[part]);
}
