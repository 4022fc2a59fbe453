// What a reader can join by themselves (decisions 42): the newsletters that are open to all, those that come with a plan
// that they have, and those for whoever has a plan. Our choice: a plan that is free or a gift counts, too.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Newsletter } from '../catalog/newsletter.ts';
import type { Tenant } from '../record.ts';
import { recordCustomerEvent } from './customer.ts';
import { listNewslettersOf, NewsletterSubscriptionRecord } from './newsletter-subscription.ts';

const has = (more: string): string => `exists (select 1 from subscriptions s where s.publication_id = n.publication_id
    and s.customer_id = :customerId and s.status = 'active'${more})`;
const isEntitled = `(n.audience = 'all' or (n.audience = 'paying' and ${has('')})
  or (n.audience = 'plans' and ${has(` and s.plan_id in (select np.plan_id from newsletter_plans np
    where np.publication_id = n.publication_id and np.newsletter_id = n.id)`)}))`;

const joinable = statement<Newsletter>(
  'joinable_newsletters',
  `select n.id, n.slug, n.name, n.description, n.archived_at, n.audience from newsletters n
    where n.publication_id = :publicationId and n.archived_at is null and ${isEntitled} order by n.position, n.id`,
);
const lost = statement<{ id: string }>(
  'newsletters_without_their_plan',
  `select n.id from newsletter_subscriptions ns join newsletters n on n.publication_id = ns.publication_id and n.id = ns.newsletter_id
    where ns.publication_id = :publicationId and ns.customer_id = :customerId and not ${isEntitled}`,
);

/** Returns the newsletters that the customer can join, received or not, in their order. */
export function listJoinable(publication: Tenant, connection: Connection, customerId: string): Promise<Newsletter[]> {
  return connection.all(joinable, { publicationId: publication.id, customerId });
}

/** Takes away the newsletters that came with a plan which the customer no longer has. */
export async function leaveLost(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
): Promise<void> {
  const ids = (await transaction.all(lost, { publicationId: publication.id, customerId })).map(({ id }) => id);
  if (ids.length === 0) return;
  const former = await listNewslettersOf(publication, transaction, customerId);
  await NewsletterSubscriptionRecord.in(publication, transaction, { customerId }).whereIn('newsletterId', ids).delete();
  const newsletterSlugs = former.map(({ slug }) => slug).toSorted();
  await recordCustomerEvent(publication, transaction, clock, customerId, 'customer.updated', { newsletterSlugs });
}
