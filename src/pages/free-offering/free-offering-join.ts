// The free offering, once the address is proved (service.md, Endpoints A, rule 4): the person is found or recorded, gets its newsletters and is
// signed in.
import { findFreeOffering } from '../../models/catalog/free-offering.ts';
import { findOrCreateVerifiedCustomer, renameCustomer } from '../../models/people/customer.ts';
import { subscribeToNewsletter } from '../../models/people/newsletter-subscription.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import type { IntentOf, Proof, Proved, Purpose } from '../proof.ts';
import { startSessionFor } from '../sign-in/start-session.ts';

type FreeOfferingIntent = IntentOf<'free-offering'>;

async function joinFreeOffering(service: Service, proof: Proof<FreeOfferingIntent>): Promise<Proved> {
  const { publication, transaction, address, intent } = proof;
  const { clock } = service;
  const { id: customerId, name } = await findOrCreateVerifiedCustomer(publication, transaction, clock, {
    address,
    name: intent.name,
  });
  if (name === null && intent.name !== null)
    await renameCustomer(publication, transaction, clock, customerId, intent.name);
  const newsletters = (await findFreeOffering(publication, transaction))?.newsletters ?? [];
  for (const { id: newsletterId } of newsletters)
    await subscribeToNewsletter(publication, transaction, clock, { customerId, newsletterId });
  return { cookies: [await startSessionFor(service, proof, customerId)] };
}

export const FREE_OFFERING: Purpose<FreeOfferingIntent> = {
  take: joinFreeOffering,
  destination: ({ continueUrl }) => pathWith('/free_offering/subscribed', { continue_url: continueUrl }),
  start: (_service, { continueUrl }) => pathWith('/free_offering/subscribe', { continue_url: continueUrl }),
};
