// The free offering, once the address is proved (service.md, Endpoints A, rule 4): the person is found or recorded, gets its newsletters and is
// signed in.
import { findOrCreateVerifiedCustomer, renameCustomer } from '../../models/people/customer.ts';
import type { Intent } from '../../models/people/email-code.ts';
import { findFreeOffering } from '../../models/catalog/free-offering.ts';
import { subscribeToNewsletter } from '../../models/people/newsletter-subscription.ts';
import type { Service } from '../../service.ts';
import type { Proof, Proved } from '../purposes.ts';
import { startSessionFor } from '../sign-in/start-session.ts';

export async function joinFreeOffering(service: Service, proof: Proof<Extract<Intent, { purpose: 'free-offering' }>>): Promise<Proved> {
  const { publication, transaction, email, intent } = proof;
  const { clock } = service;
  const { id: customerId, name } = await findOrCreateVerifiedCustomer(publication, transaction, clock, { email, name: intent.name });
  if (name === null && intent.name !== null) await renameCustomer(publication, transaction, clock, customerId, intent.name);
  const newsletters = (await findFreeOffering(publication, transaction))?.newsletters ?? [];
  for (const { id: newsletterId } of newsletters) await subscribeToNewsletter(publication, transaction, clock, { customerId, newsletterId });
  return { cookies: [await startSessionFor(service, proof, customerId)] };
}
