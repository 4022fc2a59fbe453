// Joins the free offering once the address is verified (service.md, Endpoints A, rule 4): finds or creates the
// customer, subscribes them to its newsletters and signs them in.
import { findFreeOffering } from '../../models/catalog/free-offering.ts';
import { renameCustomer } from '../../models/people/customer.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import type { IntentOf, Proof, ProofResult, Purpose } from '../proof.ts';
import { findOrCreateOwner } from '../sign-in/owner.ts';
import { startSessionFor } from '../sign-in/start-session.ts';
import { receiveNewsletters } from './receive-newsletters.ts';

type FreeOfferingIntent = IntentOf<'free-offering'>;

async function joinFreeOffering(service: Service, proof: Proof<FreeOfferingIntent>): Promise<ProofResult> {
  const { publication, transaction, intent } = proof;
  const { clock } = service;
  const { id: customerId, name } = await findOrCreateOwner(service, proof, intent.name);
  if (name === null && intent.name !== null)
    await renameCustomer(publication, transaction, clock, customerId, intent.name);
  const newsletters = (await findFreeOffering(publication, transaction))?.newsletters ?? [];
  await receiveNewsletters(publication, transaction, clock, { customerId, newsletters });
  return { cookies: [await startSessionFor(service, proof, customerId)] };
}

export const FREE_OFFERING: Purpose<FreeOfferingIntent> = {
  securityEvent: 'sign_in',
  isAddressTyped: true,
  apply: joinFreeOffering,
  destination: ({ continueUrl }) => pathWith('/free_offering/subscribed', { continue_url: continueUrl }),
  start: (_service, { continueUrl }) => pathWith('/free_offering/subscribe', { continue_url: continueUrl }),
};
