// The state of a visitor, on which the pages depend (service.md, States: signed out, signed in without subscription,
// signed in with subscription).
import type { FreeOffering } from '../models/catalog/free-offering.ts';
import { findCustomer, type CustomerSummary } from '../models/people/customer-summary.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { LiveSession } from '../models/sign-in/session.ts';
import type { Service } from '../service.ts';
import { findSessionOf } from '../site/session-cookie.ts';
import type { BrowserRequest } from '../site/site.ts';
import type { VisitorState } from './visitor-table.ts';

export interface SignedIn {
  readonly session: LiveSession;
  readonly customer: CustomerSummary;
}

/** The signed-in customer, or undefined for a visitor who is signed out. */
export async function findSignedIn(
  service: Service,
  publication: PublicationRow,
  request: BrowserRequest,
): Promise<SignedIn | undefined> {
  const session = await findSessionOf(service, publication, request);
  const customer = session && (await findCustomer(publication, service.database, session.customerId));
  return session !== undefined && customer !== undefined ? { session, customer } : undefined;
}

/**
 * Our choice: on the pages of the free offering, a customer who receives all of its newsletters counts as subscribed,
 * like one with a plan.
 */
export function stateForFreeOffering(
  freeOffering: Pick<FreeOffering, 'newsletters'>,
  signedIn: SignedIn | undefined,
): VisitorState {
  if (signedIn === undefined) return 'signed out';
  const { planSlug, newsletterSlugs } = signedIn.customer;
  const { newsletters } = freeOffering;
  const hasAll = newsletters.length > 0 && newsletters.every(({ slug }) => newsletterSlugs.includes(slug));
  return planSlug !== null || hasAll ? 'subscribed' : 'signed in';
}

/** On the pages of paid offers, a customer with a subscription to any plan is subscribed. */
export function stateForOffers(signedIn: SignedIn | undefined): VisitorState {
  if (signedIn === undefined) return 'signed out';
  return signedIn.customer.planSlug === null ? 'signed in' : 'subscribed';
}
