// A customer as commands print them, with the fields of the data API.
import { activationUrl } from '../../models/people/activation.ts';
import type { CustomerSummary } from '../../models/people/customer-summary.ts';
import type { Publication } from '../../models/publication/publication.ts';
import type { Parts } from '../command.ts';

export function toCustomerObject({ secretKeys }: Parts, publication: Publication, customer: CustomerSummary) {
  const { id, email, name, newsletterSlugs, planSlug, state, activatedAt } = customer;
  const activation = activatedAt === null ? activationUrl(secretKeys, publication, id) : null;
  return { id, email, name, newsletter_slugs: newsletterSlugs, plan_slug: planSlug, state, activation_url: activation };
}
