// The free offering: the newsletters that a publication gives for an e-mail address alone (service.md, hosted page
// `/free_offering`). A publication has at most one.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import { parseDescription, parseRequiredName } from '../text-fields.ts';
import { getNewsletter, type Newsletter } from './newsletter.ts';

class OfferedNewsletterRecord extends TenantRecord {
  static override tableName = 'free_offering_newsletters';
  static override idColumn = ['publicationId', 'newsletterId'];
  declare newsletterId: string;
}

export interface FreeOffering {
  name: string;
  description: string | null;
  newsletters: Newsletter[];
}

export interface NewFreeOffering {
  name: string;
  description?: string | null | undefined;
  /** Ids or slugs. */
  newsletters: readonly string[];
}

const upsert = statement(
  'set_free_offering',
  `insert into free_offerings (publication_id, name, description, created_at) values (:publicationId, :name, :description, :createdAt)
    on conflict (publication_id) do update set name = excluded.name, description = excluded.description`,
);
const byPublication = statement<Pick<FreeOffering, 'name' | 'description'>>(
  'free_offering',
  'select name, description from free_offerings where publication_id = ?',
);
const newslettersOf = statement<Newsletter>(
  'newsletters_of_free_offering',
  `select n.id, n.slug, n.name, n.description from free_offering_newsletters f join newsletters n on n.publication_id = f.publication_id and n.id = f.newsletter_id
    where f.publication_id = ? order by n.id`,
);

/** Creates the free offering or replaces it as a whole. Throws InvalidValue, and NotFound for an unknown newsletter. */
export async function setFreeOffering(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewFreeOffering,
): Promise<FreeOffering> {
  const name = parseRequiredName(given.name);
  const description = parseDescription(given.description);
  const newsletterIds = new Set<string>();
  for (const idOrSlug of given.newsletters)
    newsletterIds.add((await getNewsletter(publication, transaction, idOrSlug)).id);
  await transaction.run(upsert, { publicationId: publication.id, name, description, createdAt: clock.now() });
  await OfferedNewsletterRecord.in(publication, transaction).delete();
  for (const newsletterId of newsletterIds)
    await OfferedNewsletterRecord.add(publication, transaction, { newsletterId });
  return { name, description, newsletters: await transaction.all(newslettersOf, [publication.id]) };
}

export async function findFreeOffering(publication: Tenant, connection: Connection): Promise<FreeOffering | undefined> {
  const found = await connection.first(byPublication, [publication.id]);
  return found && { ...found, newsletters: await connection.all(newslettersOf, [publication.id]) };
}
