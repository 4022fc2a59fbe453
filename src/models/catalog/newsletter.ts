// Newsletters (service.md, newsletter_slugs). A newsletter is named by its id or its slug; no slug has the form of an
// id. Nobody can newly subscribe to an archived one; who receives it goes on receiving it.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import type { GivenTexts } from '../publication/texts.ts';
import { first, type RowOf, type Tenant } from '../record.ts';
import { checkSlug, parseDescription, parseRequiredName } from '../text-fields.ts';
import { changeTextsOf, DESCRIBED_TEXTS, type SpeakingTenant } from './catalog-texts.ts';
import { parseAudience, setPlans, type Audience, type GivenAudience } from './newsletter-audience.ts';
import { moveRecord, PlacedRecord, type Move } from './placed.ts';

class NewsletterRecord extends PlacedRecord {
  static override tableName = 'newsletters';
  declare name: string;
  declare description: string | null;
  /** Who can join it by themselves. */
  declare audience: Audience;
}

const COLUMNS = ['id', 'slug', 'name', 'description', 'archivedAt', 'audience', 'texts'] as const;
export type Newsletter = Pick<RowOf<NewsletterRecord>, (typeof COLUMNS)[number]>;

export interface NewNewsletter extends GivenAudience {
  slug: string;
  name: string;
  description?: string | null | undefined;
}

/** A field that is undefined stays as it is. */
export interface NewsletterChange extends GivenAudience {
  name?: string | undefined;
  description?: string | undefined;
}

const onlyOffered = statement<{ isOnly: number }>(
  'only_newsletter_of_free_offering',
  `select 1 as is_only from free_offerings fo join free_offering_newsletters f on f.publication_id = fo.publication_id
    where fo.publication_id = :publicationId and fo.withdrawn_at is null and f.newsletter_id = :newsletterId
      and not exists (select 1 from free_offering_newsletters other join newsletters n on n.publication_id = other.publication_id and n.id = other.newsletter_id
        where other.publication_id = :publicationId and other.newsletter_id <> :newsletterId and n.archived_at is null)`,
);

/** Throws InvalidValue, and Conflict for a slug in use, by the reason `archived` where an archived newsletter has it. */
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
    audience: parseAudience(given.audience ?? 'all'),
    archivedAt: null,
    texts: null,
  };
  const at = createdAt.getTime();
  if (await NewsletterRecord.add(publication, transaction, { ...newsletter, position: at, createdAt: at })) {
    await setPlans(publication, transaction, { ...newsletter, newsletterId: newsletter.id }, given.plans);
    return newsletter;
  }
  const other = await first(one(publication, transaction, newsletter.slug).whereNotNull('archivedAt'));
  throw other === undefined
    ? new Conflict('slug', `A newsletter has this slug already: ${newsletter.slug}`)
    : new Conflict('slug', `An archived newsletter has this slug, bring it back: ${newsletter.slug}`, 'archived');
}

/** Returns all newsletters in their order, archived ones included. */
export function listNewsletters(publication: Tenant, connection: Connection): Promise<Newsletter[]> {
  return NewsletterRecord.in(publication, connection).select(COLUMNS).orderBy(['position', 'id']).execute();
}

/** Returns a page of newsletters, the newest first, archived ones included. */
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
  const found = await first(one(publication, connection, idOrSlug).select(COLUMNS));
  if (found === undefined) throw new NotFound(`No such newsletter: ${idOrSlug}`);
  return found;
}

/** Changes what is given; the slug stays. Throws InvalidValue and NotFound, and Conflict as setPlans does. */
export async function updateNewsletter(
  publication: Tenant,
  transaction: Transaction,
  idOrSlug: string,
  change: NewsletterChange,
): Promise<Newsletter> {
  const newsletter = await getNewsletter(publication, transaction, idOrSlug);
  const name = change.name === undefined ? newsletter.name : parseRequiredName(change.name);
  const description = change.description === undefined ? newsletter.description : parseDescription(change.description);
  const audience = change.audience === undefined ? newsletter.audience : parseAudience(change.audience);
  await NewsletterRecord.in(publication, transaction, { id: newsletter.id }).patch({ name, description, audience });
  if (change.audience !== undefined || change.plans !== undefined)
    await setPlans(publication, transaction, { newsletterId: newsletter.id, audience }, change.plans);
  return { ...newsletter, name, description, audience };
}

/** Changes its words in other languages. Throws InvalidValue and NotFound. */
export function changeNewsletterTexts(
  publication: SpeakingTenant,
  transaction: Transaction,
  idOrSlug: string,
  texts: GivenTexts,
): Promise<string | null> {
  return changeTextsOf(NewsletterRecord, DESCRIBED_TEXTS, publication, transaction, { idOrSlug, texts });
}

/**
 * Archives a newsletter: it leaves the free offering, and nobody can newly subscribe. Idempotent. Throws NotFound, and
 * Conflict for the only newsletter of the free offering, which would give nothing.
 */
export async function archiveNewsletter(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  idOrSlug: string,
): Promise<Newsletter> {
  const newsletter = await getNewsletter(publication, transaction, idOrSlug);
  if (newsletter.archivedAt !== null) return newsletter;
  const values = { publicationId: publication.id, newsletterId: newsletter.id };
  if ((await transaction.first(onlyOffered, values)) !== undefined)
    throw new Conflict(
      'newsletter',
      'It is the only newsletter of the free offering: give that another one, or withdraw it first',
      'offered',
    );
  const archivedAt = clock.now().getTime();
  await NewsletterRecord.in(publication, transaction, { id: newsletter.id }).patch({ archivedAt });
  return { ...newsletter, archivedAt };
}

/** Brings an archived newsletter back, to the free offering that had it as well. Idempotent. Throws NotFound. */
export async function unarchiveNewsletter(
  publication: Tenant,
  transaction: Transaction,
  idOrSlug: string,
): Promise<Newsletter> {
  await one(publication, transaction, idOrSlug).patch({ archivedAt: null });
  return getNewsletter(publication, transaction, idOrSlug);
}

/** Throws NotFound. */
export function moveNewsletter(publication: Tenant, transaction: Transaction, move: Move): Promise<string> {
  return moveRecord(NewsletterRecord, publication, transaction, move);
}

function one(publication: Tenant, connection: Connection, idOrSlug: string) {
  return NewsletterRecord.in(publication, connection).where((either) =>
    either.where('id', idOrSlug).orWhere('slug', idOrSlug),
  );
}
