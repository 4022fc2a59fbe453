// What customers and members have in common: they are the same people. Their details, as forms give them and as objects show them.
import { parseEmailAddress } from '../models/email-address.ts';
import type { GivenDetails } from '../models/people/customer-details.ts';
import type { CustomerPageRequest } from '../models/people/customer-list.ts';
import type { Details } from '../models/people/customer-record.ts';
import type { CustomerSummary } from '../models/people/customer-summary.ts';
import { toLivingState } from '../models/people/person-state.ts';
import { toCreatedRange } from './filters.ts';

/** Each detail of a person, undefined where the form does not have it. */
type FormDetails = { readonly [Name in keyof Details]: GivenDetails[Name] | undefined };

export function toDetails(form: { readonly email?: string; readonly name?: string }): FormDetails {
  // The postal address has an operation of its own.
  return { email: toAddress(form.email), name: form.name, postalAddress: undefined };
}

export function toPersonRequest<Query extends { readonly limit: number; readonly email?: string }>(
  query: Query & Parameters<typeof toCreatedRange>[0],
): CustomerPageRequest {
  return { ...query, ...toCreatedRange(query), email: toAddress(query.email) };
}

/** All of a person's object but its id, and whether it has an address. */
export function toPersonObject({ name, newsletterSlugs, planSlug, state }: CustomerSummary) {
  return { name, newsletter_slugs: newsletterSlugs, plan_slug: planSlug, state: toLivingState(state) };
}

function toAddress(text: string | undefined) {
  return text === undefined ? undefined : parseEmailAddress(text);
}
