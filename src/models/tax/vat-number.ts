// VAT numbers of businesses in the European Union. Only their form is checked here, by the patterns that the Union
// publishes for its own check (VIES); whether a number was given out, its register alone knows.
import { InvalidValue } from '../errors.ts';
import { isEuCountry, type EuCountry } from './country.ts';

/** What follows the two letters of the country. */
const FORMS: Readonly<Record<EuCountry, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d[A-Z\d+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z\d+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

export interface VatNumber {
  /** With the letters of the country, without blanks: DE123456789. */
  readonly number: string;
  readonly country: EuCountry;
}

/** Returns null for an empty text. Throws InvalidValue, by the reason `country` for a number of none of the Union's. */
export function parseVatNumber(text: string | null | undefined): VatNumber | null {
  const number = text?.toUpperCase().replaceAll(/[\s.\-/]/g, '') ?? '';
  if (number === '') return null;
  // Greece alone writes another code than that of ISO 3166-1.
  const letters = number.slice(0, 2);
  const country = letters === 'EL' ? 'GR' : letters;
  if (letters === 'GR' || !isEuCountry(country))
    throw new InvalidValue('vat_number', 'vat_number must begin with the letters of a country of the EU', 'country');
  if (!FORMS[country].test(number.slice(2)))
    throw new InvalidValue('vat_number', `vat_number does not have the form of a VAT number of ${country}`);
  return { number, country };
}
