// Newsletters (service.md, newsletter_slugs). A newsletter is named by its id or its slug, which no id can be.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import type { Tenant } from '../record.ts';
import { checkSlug, parseDescription, parseRequiredName } from '../text-fields.ts';

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
const all = statement<Newsletter>(
  'newsletters',
  'select id, slug, name, description from newsletters where publication_id = ? order by id',
);
const page = statement<Newsletter>(
  'page_of_newsletters',
  'select id, slug, name, description from newsletters where publication_id = ? and id < ? order by id desc limit ?',
);
const byIdOrSlug = statement<Newsletter>(
  'newsletter_by_id_or_slug',
  'select id, slug, name, description from newsletters where publication_id = ? and (id = ? or slug = ?)',
);

/** Throws InvalidValue, and Conflict for a slug in use. */
export async function createNewsletter(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewNewsletter,
): Promise<Newsletter> {
  const createdAt = clock.now();
  const newsletter = {
    id: newId('news', createdAt),
    slug: checkSlug(given.slug),
    name: parseRequiredName(given.name),
    description: parseDescription(given.description),
  };
  const values = [newsletter.id, publication.id, newsletter.slug, newsletter.name, newsletter.description, createdAt];
  if ((await transaction.run(insert, values)) === 0)
    throw new Conflict('slug', `A newsletter has this slug already: ${newsletter.slug}`);
  return newsletter;
}

/** In the order of their creation. */
export function listNewsletters(publication: Tenant, connection: Connection): Promise<Newsletter[]> {
  return connection.all(all, [publication.id]);
}

/** Newest first. */
export async function pageOfNewsletters(
  publication: Tenant,
  connection: Connection,
  request: PageRequest,
): Promise<Page<Newsletter>> {
  const rows = await connection.all(page, [publication.id, `news_${firstPosition(request)}`, request.limit + 1]);
  return toPage(rows, request, (newsletter) => newsletter);
}

/** Throws NotFound. */
export async function getNewsletter(
  publication: Tenant,
  connection: Connection,
  idOrSlug: string,
): Promise<Newsletter> {
  const found = await connection.first(byIdOrSlug, [publication.id, idOrSlug, idOrSlug]);
  if (found === undefined) throw new NotFound(`No such newsletter: ${idOrSlug}`);
  return found;
}
