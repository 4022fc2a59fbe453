// The details of a person that a publisher sets: how each given value is parsed, and which details a change affects.
import { parseName, type EmailAddress } from '../email-address.ts';
import type { EventFields } from '../outbox/event.ts';
import { DETAILS, type Details } from './customer-record.ts';

/** A detail that is undefined was not given. */
export type GivenDetails = { readonly email?: EmailAddress | undefined } & {
  readonly [Name in Exclude<keyof Details, 'email'>]?: Details[Name] | undefined;
};

type Parsers = { readonly [Name in Exclude<keyof Details, 'email'>]: (given: Details[Name]) => Details[Name] };

const PARSERS: Parsers = {
  name: parseName,
  // Given as parsePostalAddress returned it.
  postalAddress: (text) => text,
};

/** Parses the given details except the e-mail address, which is stored in more than one column. Throws InvalidValue. */
export function parseDetails(given: GivenDetails): Partial<Omit<Details, 'email'>> {
  const parsed: Partial<Omit<Details, 'email'>> = {};
  for (const name of DETAILS) {
    if (name === 'email') continue;
    const value = given[name];
    if (value !== undefined) parsed[name] = PARSERS[name](value);
  }
  return parsed;
}

/** The details of a person who is new or was erased: all null. */
export const NO_DETAILS = Object.fromEntries(DETAILS.map((name) => [name, null])) as { [Name in keyof Details]: null };

/** Returns the previous values of the details that differ. */
export function changedDetails(before: Details, after: Details): EventFields {
  const changed = DETAILS.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}
