// The form of a postal address in its country, on readers' pages and in the dashboard: its fields with what was typed, and its faults.
import type { InvalidValue } from '../../models/errors.ts';
import { countryFormOf, type AddressPart } from '../../models/postal/country-form.ts';
import { PART_FIELDS, type TypedAddress } from '../../models/postal/postal-address.ts';
import { countryName, type CountryChoice } from '../country-text.ts';
import type { Language } from '../language.ts';
import type { FormError } from '../page-data.ts';
import type { TextKey } from '../text.ts';
import { partLabel } from './postal-text.ts';

export type TypedParts = { readonly country: string } & Readonly<Record<AddressPart, string>>;

export interface PostalField {
  readonly part: AddressPart;
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** Undefined where it is typed. */
  readonly options: readonly CountryChoice[] | undefined;
}

const FAULTS: Readonly<Record<string, TextKey>> = {
  required: 'postal.fault-required',
  form: 'postal.fault-form',
  characters: 'postal.fault-form',
};

/** Each part as a form shows it; one that is missing is empty. */
export function toTypedParts(address: TypedAddress): TypedParts {
  const parts = (Object.keys(PART_FIELDS) as AddressPart[]).map((part) => [part, address[part] ?? ''] as const);
  return { country: address.country, ...(Object.fromEntries(parts) as Record<AddressPart, string>) };
}

/** What was typed before another country was chosen, and has no field there, does not count. */
export function typedInCountry(typed: TypedParts): TypedAddress {
  const { parts } = countryFormOf(typed.country);
  return { country: typed.country, ...Object.fromEntries(parts.map((part) => [part, typed[part]])) };
}

/** What was typed, as hidden fields of the form that asks for the country. */
export function keptParts(typed: TypedParts): { readonly name: string; readonly value: string }[] {
  const parts = Object.entries(PART_FIELDS).map(([part, name]) => ({ name, value: typed[part as AddressPart] }));
  return parts.filter(({ value }) => value !== '');
}

export function postalFields(typed: TypedParts, language: Language): PostalField[] {
  const { t } = language;
  const { parts, required, regions } = countryFormOf(typed.country);
  return parts.map((part) => {
    const label = partLabel(part, typed.country, language);
    const choices = regions?.map(({ code, name }) => ({ value: code, text: name }));
    return {
      part,
      id: PART_FIELDS[part],
      label: required.has(part) ? label : t('postal.optional', { label }),
      value: typed[part],
      options:
        part !== 'region' || choices === undefined ? undefined : [{ value: '', text: t('postal.choose') }, ...choices],
    };
  });
}

export function postalErrors(faults: readonly InvalidValue[], country: string, language: Language): FormError[] {
  return faults.map(({ field, reason }) => {
    const part = (Object.keys(PART_FIELDS) as AddressPart[]).find((name) => PART_FIELDS[name] === field) ?? 'name';
    const key = FAULTS[reason ?? ''] ?? 'postal.fault-long';
    const label = partLabel(part, country, language);
    return { field, message: language.t(key, { label, country: countryName(country, language.tag) }) };
  });
}
