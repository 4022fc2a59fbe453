// Newsletters, and who subscribes to them (service.md, newsletter_slugs). A newsletter is named by its id or its slug, which no id can be.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { checkSlug, parseDescription, parseRequiredName } from '../text-fields.ts';
import { recordCustomerEvent } from '../people/customer.ts';
import { Conflict, NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import type { Tenant } from '../record.ts';

export interface Newsletter {
  id: string;
  slug: string;
  name: string;
  description: string | null;
}

export interface NewNewsletter {
  slug: string;
  name: string;
  description?: string | null | undefined;
}

const insert = statement(
  'insert_newsletter',
  'insert into newsletters (id, publication_id, slug, name, description, created_at) values (?, ?, ?, ?, ?, ?) on conflict do nothing',
);
const all = statement<Newsletter>('newsletters', 'select id, slug, name, description from newsletters where publication_id = ? order by id');
const page = statement<Newsletter>(
  'page_of_newsletters',
  'select id, slug, name, description from newsletters where publication_id = ? and id < ? order by id desc limit ?',
);
const byIdOrSlug = statement<Newsletter>(
  'newsletter_by_id_or_slug',
  'select id, slug, name, description from newsletters where publication_id = ? and (id = ? or slug = ?)',
);
const ofCustomer = statement<Newsletter>(
  'newsletters_of_customer',
  `select n.id, n.slug, n.name, n.description from newsletter_subscriptions ns join newsletters n on n.id = ns.newsletter_id
    where ns.publication_id = ? and ns.customer_id = ? order by n.id`,
);
// Both must be the publication's own: an id of another one selects nothing.
const subscribe = statement(
  'subscribe_to_newsletter',
  `insert into newsletter_subscriptions (customer_id, newsletter_id, publication_id, created_at)
    select c.id, n.id, n.publication_id, cast(? as bigint) from customers c join newsletters n on n.publication_id = c.publication_id
    where c.publication_id = ? and c.id = ? and c.gone_at is null and n.id = ? on conflict do nothing`,
);
const unsubscribe = statement(
  'unsubscribe_from_newsletter',
  'delete from newsletter_subscriptions where publication_id = ? and customer_id = ? and newsletter_id = ?',
);

/** Throws InvalidValue, and Conflict for a slug in use. */
export async function createNewsletter(publication: Tenant, transaction: Transaction, clock: Clock, given: NewNewsletter): Promise<Newsletter> {
  const createdAt = clock.now();
  const newsletter = {
    id: newId('news', createdAt),
    slug: checkSlug(given.slug),
    name: parseRequiredName(given.name),
    description: parseDescription(given.description),
  };
  const values = [newsletter.id, publication.id, newsletter.slug, newsletter.name, newsletter.description, createdAt];
  if ((await transaction.run(insert, values)) === 0) throw new Conflict('slug', `A newsletter has this slug already: ${newsletter.slug}`);
  return newsletter;
}

/** In the order of their creation. */
export function listNewsletters(publication: Tenant, connection: Connection): Promise<Newsletter[]> {
  return connection.all(all, [publication.id]);
}

/** Newest first. */
export async function pageOfNewsletters(publication: Tenant, connection: Connection, request: PageRequest): Promise<Page<Newsletter>> {
  const rows = await connection.all(page, [publication.id, `news_${firstPosition(request)}`, request.limit + 1]);
  return toPage(rows, request, (newsletter) => newsletter);
}

/** Throws NotFound. */
export async function getNewsletter(publication: Tenant, connection: Connection, idOrSlug: string): Promise<Newsletter> {
  const found = await connection.first(byIdOrSlug, [publication.id, idOrSlug, idOrSlug]);
  if (found === undefined) throw new NotFound(`No such newsletter: ${idOrSlug}`);
  return found;
}

/** Those that the customer receives, in the order of their creation. */
export function listNewslettersOf(publication: Tenant, connection: Connection, customerId: string): Promise<Newsletter[]> {
  return connection.all(ofCustomer, [publication.id, customerId]);
}

/** Idempotent; an unknown customer or newsletter has no effect. Returns whether the subscription is new. */
export async function subscribeToNewsletter(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { customerId: string; newsletterId: string },
): Promise<boolean> {
  const isNew = (await transaction.run(subscribe, [clock.now(), publication.id, given.customerId, given.newsletterId])) === 1;
  if (isNew) await recordReading(publication, transaction, clock, given, false);
  return isNew;
}

/** Idempotent. Returns whether there was a subscription. */
export async function unsubscribeFromNewsletter(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { customerId: string; newsletterId: string },
): Promise<boolean> {
  const isEnded = (await transaction.run(unsubscribe, [publication.id, given.customerId, given.newsletterId])) === 1;
  if (isEnded) await recordReading(publication, transaction, clock, given, true);
  return isEnded;
}

/**
 * Makes these newsletters, by id or slug, the ones that the customer receives, and no others. The customer must be locked
 * (src/models/people/customer-person.ts). Throws NotFound for an unknown newsletter, before anything is changed.
 */
export async function chooseNewsletters(publication: Tenant, transaction: Transaction, clock: Clock, customerId: string, idsOrSlugs: readonly string[]): Promise<void> {
  const known = await listNewsletters(publication, transaction);
  const unknown = idsOrSlugs.find((wanted) => known.every(({ id, slug }) => id !== wanted && slug !== wanted));
  if (unknown !== undefined) throw new NotFound(`No such newsletter: ${unknown}`);
  const received = new Set((await listNewslettersOf(publication, transaction, customerId)).map(({ id }) => id));
  const isWanted = ({ id, slug }: Newsletter): boolean => idsOrSlugs.includes(id) || idsOrSlugs.includes(slug);
  const added = known.filter((newsletter) => isWanted(newsletter) && !received.has(newsletter.id));
  const removed = known.filter((newsletter) => !isWanted(newsletter) && received.has(newsletter.id));
  for (const { id } of added) await transaction.run(subscribe, [clock.now(), publication.id, customerId, id]);
  for (const { id } of removed) await transaction.run(unsubscribe, [publication.id, customerId, id]);
  if (added.length + removed.length === 0) return;
  const newsletterSlugs = known.filter(({ id }) => received.has(id)).map(({ slug }) => slug).toSorted();
  await recordCustomerEvent(publication, transaction, clock, customerId, 'customer.updated', { newsletterSlugs });
}

async function recordReading(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { customerId, newsletterId }: { customerId: string; newsletterId: string },
  wasReader: boolean,
): Promise<void> {
  const { slug } = await getNewsletter(publication, transaction, newsletterId);
  const others = (await listNewslettersOf(publication, transaction, customerId)).map((newsletter) => newsletter.slug).filter((other) => other !== slug);
  const newsletterSlugs = (wasReader ? [...others, slug] : others).toSorted();
  await recordCustomerEvent(publication, transaction, clock, customerId, 'customer.updated', { newsletterSlugs });
}
