// Where readers are asked for a postal address: on the way to a plan that is sent by post, and where one is missing.
import type { Plan } from '../models/catalog/plan.ts';
import type { CustomerSummary } from '../models/people/customer-summary.ts';
import { pathWith, toOwnPath } from '../site/destinations.ts';

/** The pages to which the page of the address returns. */
const ASKING = /^\/(?:(?:subscribe|offers\/[a-z0-9-]+\/subscribe|upgrade)\?|\?done=[a-z]+$)/;

/** Whether a plan needs an address that the customer has not given. */
export function lacksAddress(
  { sentByPost }: Pick<Plan, 'sentByPost'>,
  { postalAddress }: Pick<CustomerSummary, 'postalAddress'>,
): boolean {
  return sentByPost && postalAddress === null;
}

/** @param returnTo where the reader goes on with their address */
export function postalAddressPath(returnTo: string): string {
  return pathWith('/postal-address', { return_to: returnTo });
}

/** Undefined for what no page of ours asks for. */
export function toAskingPath(text: string | undefined): string | undefined {
  return toOwnPath(text, ASKING);
}
