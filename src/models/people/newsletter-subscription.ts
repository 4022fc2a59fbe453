// Which customer receives which newsletter (service.md, newsletter_slugs). Each change is recorded as an event of the
// customer.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { statement } from '../../database/statement.ts';
import { getNewsletter, listNewsletters, type Newsletter } from '../catalog/newsletter.ts';
import { NotFound } from '../errors.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import { recordCustomerEvent } from './customer.ts';

class NewsletterSubscriptionRecord extends TenantRecord {
  static override tableName = 'newsletter_subscriptions';
  static override idColumn = ['publicationId', 'customerId', 'newsletterId'];
  declare customerId: string;
  declare newsletterId: string;
  declare createdAt: number;
}

const ofCustomer = statement<Newsletter>(
  'newsletters_of_customer',
  `select n.id, n.slug, n.name, n.description, n.archived_at, n.audience, n.texts from newsletter_subscriptions ns join newsletters n on n.publication_id = ns.publication_id and n.id = ns.newsletter_id
    where ns.publication_id = ? and ns.customer_id = ? order by n.id`,
);
// Both ids must belong to the publication, and the newsletter must not be archived; otherwise nothing is selected.
const subscribe = statement(
  'subscribe_to_newsletter',
  `insert into newsletter_subscriptions (customer_id, newsletter_id, publication_id, created_at)
    select c.id, n.id, n.publication_id, cast(:now as bigint) from customers c join newsletters n on n.publication_id = c.publication_id
    where c.publication_id = :publicationId and c.id = :customerId and c.gone_at is null and n.id = :newsletterId and n.archived_at is null on conflict do nothing`,
);
const givenReaders = givenRows({ customerId: 'text', newsletterId: 'text' });
const subscribing = (
  rows: string,
): string => `insert into newsletter_subscriptions (customer_id, newsletter_id, publication_id, created_at)
    select given.customer_id, n.id, n.publication_id, cast(:now as bigint) from ${rows} join newsletters n on n.publication_id = :publicationId and n.id = given.newsletter_id
    where n.archived_at is null on conflict do nothing`;
const subscribeNew = statement('subscribe_new_customers', {
  sqlite: subscribing(givenReaders.sqlite),
  postgres: subscribing(givenReaders.postgres),
});
const copy = statement(
  'copy_newsletters',
  `insert into newsletter_subscriptions (customer_id, newsletter_id, publication_id, created_at)
    select cast(:intoId as text), newsletter_id, publication_id, created_at from newsletter_subscriptions
    where publication_id = :publicationId and customer_id = :fromId on conflict do nothing`,
);

// What a reader can join by themselves (decisions 42). Our choice: a plan that is free or a gift counts, too.
const has = (more: string): string => `exists (select 1 from subscriptions s where s.publication_id = n.publication_id
    and s.customer_id = :customerId and s.status = 'active'${more})`;
const isEntitled = `(n.audience = 'all' or (n.audience <> 'plans' and ${has('')})
  or (n.audience = 'plans' and ${has(` and s.plan_id in (select np.plan_id from newsletter_plans np
    where np.publication_id = n.publication_id and np.newsletter_id = n.id)`)}))`;

const joinable = statement<Newsletter>(
  'joinable_newsletters',
  `select n.id, n.slug, n.name, n.description, n.archived_at, n.audience, n.texts from newsletters n
    where n.publication_id = :publicationId and n.archived_at is null and ${isEntitled} order by n.position, n.id`,
);
const lost = statement<{ id: string }>(
  'newsletters_without_their_plan',
  `select n.id from newsletter_subscriptions ns join newsletters n on n.publication_id = ns.publication_id and n.id = ns.newsletter_id
    where ns.publication_id = :publicationId and ns.customer_id = :customerId and not ${isEntitled}`,
);

/** Returns the newsletters that the customer receives, archived ones included, in the order of their creation. */
export function listNewslettersOf(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<Newsletter[]> {
  return connection.all(ofCustomer, [publication.id, customerId]);
}

/** Returns the newsletters that the customer can join, received or not, in their order. */
export function listJoinable(publication: Tenant, connection: Connection, customerId: string): Promise<Newsletter[]> {
  return connection.all(joinable, { publicationId: publication.id, customerId });
}

/** Idempotent. An unknown customer and an unknown or archived newsletter have no effect. Returns whether the subscription is new. */
export async function subscribeToNewsletter(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { customerId: string; newsletterId: string },
): Promise<boolean> {
  const isNew = (await transaction.run(subscribe, { publicationId: publication.id, now: clock.now(), ...given })) === 1;
  if (isNew) await recordReading(publication, transaction, clock, given, false);
  return isNew;
}

/** Gives customers of this transaction their newsletters, before the event of their creation, which shows them. */
export async function subscribeNewCustomers(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  readers: readonly { readonly customerId: string; readonly newsletterId: string }[],
): Promise<void> {
  if (readers.length === 0) return;
  const values = { publicationId: publication.id, now: clock.now(), given: JSON.stringify(readers) };
  await transaction.run(subscribeNew, values);
}

/** Idempotent. Returns whether there was a subscription. */
export async function unsubscribeFromNewsletter(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { customerId: string; newsletterId: string },
): Promise<boolean> {
  const isEnded = (await NewsletterSubscriptionRecord.in(publication, transaction, given).delete()) === 1;
  if (isEnded) await recordReading(publication, transaction, clock, given, true);
  return isEnded;
}

/**
 * Replaces the customer's newsletters by these, given by id or slug. The customer must be locked
 * (src/models/people/customer-person.ts). Throws NotFound for an unknown newsletter and for an archived one that the
 * customer does not receive, before any write.
 */
export async function chooseNewsletters(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  idsOrSlugs: readonly string[],
): Promise<void> {
  const received = new Set((await listNewslettersOf(publication, transaction, customerId)).map(({ id }) => id));
  const known = (await listNewsletters(publication, transaction)).filter(
    ({ id, archivedAt }) => archivedAt === null || received.has(id),
  );
  const unknown = idsOrSlugs.find((wanted) => known.every(({ id, slug }) => id !== wanted && slug !== wanted));
  if (unknown !== undefined) throw new NotFound(`No such newsletter: ${unknown}`);
  const isWanted = ({ id, slug }: Newsletter): boolean => idsOrSlugs.includes(id) || idsOrSlugs.includes(slug);
  const added = known.filter((newsletter) => isWanted(newsletter) && !received.has(newsletter.id));
  const removed = known.filter((newsletter) => !isWanted(newsletter) && received.has(newsletter.id));
  const values = { publicationId: publication.id, now: clock.now(), customerId };
  for (const { id } of added) await transaction.run(subscribe, { ...values, newsletterId: id });
  for (const { id } of removed)
    await NewsletterSubscriptionRecord.in(publication, transaction, { customerId, newsletterId: id }).delete();
  if (added.length + removed.length === 0) return;
  const newsletterSlugs = known
    .filter(({ id }) => received.has(id))
    .map(({ slug }) => slug)
    .toSorted();
  await recordCustomerEvent(publication, transaction, clock, customerId, 'customer.updated', { newsletterSlugs });
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

/** Removes the newsletters of an erased person without an event: customer.erased implies it. */
export async function removeNewsletters(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  await NewsletterSubscriptionRecord.in(publication, transaction, { customerId }).delete();
}

/** Moves the newsletters of a merged customer without an event: the merge records it. */
export async function moveNewsletters(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await transaction.run(copy, { publicationId: publication.id, fromId, intoId });
  await removeNewsletters(publication, transaction, fromId);
}

async function recordReading(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { customerId, newsletterId }: { customerId: string; newsletterId: string },
  wasReader: boolean,
): Promise<void> {
  const { slug } = await getNewsletter(publication, transaction, newsletterId);
  const others = (await listNewslettersOf(publication, transaction, customerId))
    .map((newsletter) => newsletter.slug)
    .filter((other) => other !== slug);
  const newsletterSlugs = (wasReader ? [...others, slug] : others).toSorted();
  await recordCustomerEvent(publication, transaction, clock, customerId, 'customer.updated', { newsletterSlugs });
}
