// Newsletters (service.md, newsletter_slugs). A newsletter is named by its id or its slug; no slug has the form of an
// id.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { Conflict, NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { checkSlug, parseDescription, parseRequiredName } from '../text-fields.ts';

class NewsletterRecord extends PublicationRecord {
  static override tableName = 'newsletters';
  declare slug: string;
  declare name: string;
  declare description: string | null;
  declare createdAt: number;
}

const COLUMNS = ['id', 'slug', 'name', 'description'] as const;
export type Newsletter = Pick<RowOf<NewsletterRecord>, (typeof COLUMNS)[number]>;

export interface NewNewsletter {
  slug: string;
  name: string;
  description?: string | null | undefined;
}

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
  if (!(await NewsletterRecord.add(publication, transaction, { ...newsletter, createdAt: createdAt.getTime() })))
    throw new Conflict('slug', `A newsletter has this slug already: ${newsletter.slug}`);
  return newsletter;
}

/** Returns all newsletters in the order of their creation. */
export function listNewsletters(publication: Tenant, connection: Connection): Promise<Newsletter[]> {
  return NewsletterRecord.in(publication, connection).select(COLUMNS).orderBy('id').execute();
}

/** Returns a page of newsletters, the newest first. */
export async function pageOfNewsletters(
  publication: Tenant,
  connection: Connection,
  request: PageRequest,
): Promise<Page<Newsletter>> {
  const rows = await NewsletterRecord.in(publication, connection)
    .select(COLUMNS)
    .where('id', '<', `news_${firstPosition(request)}`)
    .orderBy('id', 'desc')
    .limit(request.limit + 1);
  return toPage(rows, request, (newsletter) => newsletter);
}

/** Throws NotFound. */
export async function getNewsletter(
  publication: Tenant,
  connection: Connection,
  idOrSlug: string,
): Promise<Newsletter> {
  const found = await first(
    NewsletterRecord.in(publication, connection)
      .select(COLUMNS)
      .where((either) => either.where('id', idOrSlug).orWhere('slug', idOrSlug)),
  );
  if (found === undefined) throw new NotFound(`No such newsletter: ${idOrSlug}`);
  return found;
}
