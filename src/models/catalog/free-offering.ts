// The free offering: the newsletters that a publication gives for an e-mail address alone (service.md, hosted page
// `/free_offering`). A publication has at most one, which can be withdrawn and brought back.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, NotFound } from '../errors.ts';
import { changeTexts, type GivenTexts } from '../publication/texts.ts';
import type { Tenant } from '../record.ts';
import { parseDescription, parseRequiredName } from '../text-fields.ts';
import { DESCRIBED_TEXTS, type SpeakingTenant } from './catalog-texts.ts';
import { getNewsletter, type Newsletter } from './newsletter.ts';
import { OfferedNewsletterRecord } from './offered-newsletter.ts';

export interface FreeOffering {
  name: string;
  description: string | null;
  /** Its words in other languages than the publication's own (publication/texts.ts). */
  texts: string | null;
  /** In their order, without archived ones. */
  newsletters: Newsletter[];
}

/** As the publisher sees it. */
export type KeptFreeOffering = FreeOffering & { withdrawnAt: number | null };

export interface NewFreeOffering {
  name: string;
  description?: string | null | undefined;
  /** Ids or slugs. */
  newsletters: readonly string[];
}

const upsert = statement(
  'set_free_offering',
  `insert into free_offerings (publication_id, name, description, created_at) values (:publicationId, :name, :description, :createdAt)
    on conflict (publication_id) do update set name = excluded.name, description = excluded.description, withdrawn_at = null`,
);
const byPublication = statement<Omit<KeptFreeOffering, 'newsletters'>>(
  'free_offering',
  'select name, description, texts, withdrawn_at from free_offerings where publication_id = ?',
);
const newslettersOf = statement<Newsletter>(
  'newsletters_of_free_offering',
  `select n.id, n.slug, n.name, n.description, n.archived_at, n.audience, n.texts from free_offering_newsletters f join newsletters n on n.publication_id = f.publication_id and n.id = f.newsletter_id
    where f.publication_id = ? and n.archived_at is null order by n.position, n.id`,
);
// Of two editors of different languages neither undoes the other's words.
const lock = statement(
  'lock_free_offering',
  'update free_offerings set name = name where publication_id = :publicationId',
);
const write = statement(
  'set_free_offering_texts',
  'update free_offerings set texts = :texts where publication_id = :publicationId',
);
const withdraw = statement(
  'withdraw_free_offering',
  'update free_offerings set withdrawn_at = coalesce(withdrawn_at, :now) where publication_id = :publicationId',
);
const restore = statement(
  'restore_free_offering',
  'update free_offerings set withdrawn_at = null where publication_id = :publicationId',
);

/**
 * Creates the free offering or replaces it as a whole; one that was withdrawn is offered again. Throws InvalidValue,
 * NotFound for an unknown newsletter, and Conflict for an archived one and for one that is not open to all.
 */
export async function setFreeOffering(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewFreeOffering,
): Promise<KeptFreeOffering> {
  const name = parseRequiredName(given.name);
  const description = parseDescription(given.description);
  const newsletterIds = new Set<string>();
  for (const idOrSlug of given.newsletters) {
    const { id, archivedAt, audience } = await getNewsletter(publication, transaction, idOrSlug);
    if (archivedAt !== null) throw new Conflict('newsletter', `The newsletter is archived: ${idOrSlug}`, 'archived');
    if (audience !== 'all')
      throw new Conflict('newsletter', `The newsletter is not open to all: ${idOrSlug}`, 'audience');
    newsletterIds.add(id);
  }
  await transaction.run(upsert, { publicationId: publication.id, name, description, createdAt: clock.now() });
  await OfferedNewsletterRecord.in(publication, transaction).delete();
  for (const newsletterId of newsletterIds)
    await OfferedNewsletterRecord.add(publication, transaction, { newsletterId });
  return getKeptFreeOffering(publication, transaction);
}

/** Changes its words in other languages. Throws InvalidValue, and NotFound where there is none. */
export async function changeFreeOfferingTexts(
  publication: SpeakingTenant,
  transaction: Transaction,
  given: GivenTexts,
): Promise<KeptFreeOffering> {
  await transaction.run(lock, { publicationId: publication.id });
  const offering = await getKeptFreeOffering(publication, transaction);
  const texts = changeTexts(offering.texts, given, publication, DESCRIBED_TEXTS);
  await transaction.run(write, { publicationId: publication.id, texts });
  return { ...offering, texts };
}

/** Returns what the pages offer: undefined where there is none, or it was withdrawn. */
export async function findFreeOffering(publication: Tenant, connection: Connection): Promise<FreeOffering | undefined> {
  const found = await findKeptFreeOffering(publication, connection);
  return found?.withdrawnAt === null ? found : undefined;
}

/** Returns the free offering, withdrawn or not. */
export async function findKeptFreeOffering(
  publication: Tenant,
  connection: Connection,
): Promise<KeptFreeOffering | undefined> {
  const found = await connection.first(byPublication, [publication.id]);
  return found && { ...found, newsletters: await connection.all(newslettersOf, [publication.id]) };
}

/**
 * Takes the free offering off the pages; who receives its newsletters goes on receiving them. Idempotent. Throws
 * NotFound where there is none.
 */
export async function withdrawFreeOffering(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
): Promise<KeptFreeOffering> {
  await transaction.run(withdraw, { publicationId: publication.id, now: clock.now() });
  return getKeptFreeOffering(publication, transaction);
}

/** Offers it again, as it was. Idempotent. Throws NotFound where there is none, and Conflict without a newsletter. */
export async function restoreFreeOffering(publication: Tenant, transaction: Transaction): Promise<KeptFreeOffering> {
  const offering = await getKeptFreeOffering(publication, transaction);
  if (offering.newsletters.length === 0)
    throw new Conflict('newsletter', 'All newsletters of the free offering are archived: choose others', 'none');
  await transaction.run(restore, { publicationId: publication.id });
  return { ...offering, withdrawnAt: null };
}

async function getKeptFreeOffering(publication: Tenant, connection: Connection): Promise<KeptFreeOffering> {
  const found = await findKeptFreeOffering(publication, connection);
  if (found === undefined) throw new NotFound('The publication has no free offering');
  return found;
}
