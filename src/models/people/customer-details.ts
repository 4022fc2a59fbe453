// The details of a person that a publisher sets: how each is read from what was given, and which of them a change touched.
import { parseName, type EmailAddress } from '../email-address.ts';
import type { EventFields } from '../outbox/event.ts';
import { DETAILS, type Details } from './customer-record.ts';

/** What is undefined is not given. */
export type GivenDetails = { readonly email?: EmailAddress | undefined } & {
  readonly [Name in Exclude<keyof Details, 'email'>]?: Details[Name] | undefined;
};

type Parsers = { readonly [Name in Exclude<keyof Details, 'email'>]: (given: Details[Name]) => Details[Name] };

const PARSERS: Parsers = { name: parseName };

/** Those that were given, as they are kept, but for the address, which says more than its text. Throws InvalidValue. */
export function parseDetails(given: GivenDetails): Partial<Omit<Details, 'email'>> {
  const parsed: Partial<Omit<Details, 'email'>> = {};
  for (const name of DETAILS) {
    if (name === 'email') continue;
    const value = given[name];
    if (value !== undefined) parsed[name] = PARSERS[name](value);
  }
  return parsed;
}

/** Of someone of whom nothing is known, and of whom nothing is left. */
export const NO_DETAILS = Object.fromEntries(DETAILS.map((name) => [name, null])) as { [Name in keyof Details]: null };

/** What the details that changed were before. */
export function changedDetails(before: Details, after: Details): EventFields {
  const changed = DETAILS.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}
