// Offers as the data API lists them: archived ones included, and the prices by their ids that can be bought.
import type { Connection } from '../../database/connection.ts';
import { statement, type Dialect } from '../../database/statement.ts';
import { NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import type { RowOf, Tenant } from '../record.ts';
import { toBenefits } from './benefits.ts';
import type { OfferRecord } from './offer-record.ts';

type OfferColumns = Pick<
  RowOf<OfferRecord>,
  'id' | 'slug' | 'name' | 'description' | 'recommended' | 'planId' | 'archivedAt' | 'texts'
>;
/** `priceIds` is in the order of creation. */
export type OfferSummary = OfferColumns & { benefits: string[]; priceIds: string[] };
type OfferRow = Omit<OfferColumns, 'recommended'> & {
  recommended: boolean | number;
  benefits: string | null;
  priceIds: string | null;
};

const priceIds: Record<Dialect, string> = {
  sqlite:
    "(select group_concat(price_id, ',') from (select op.price_id from offer_prices op join prices pr on pr.publication_id = op.publication_id and pr.id = op.price_id where op.publication_id = o.publication_id and op.offer_id = o.id and pr.archived_at is null order by op.price_id))",
  postgres:
    "(select string_agg(op.price_id, ',' order by op.price_id) from offer_prices op join prices pr on pr.publication_id = op.publication_id and pr.id = op.price_id where op.publication_id = o.publication_id and op.offer_id = o.id and pr.archived_at is null)",
};

function offers(name: string, condition: string) {
  const text = (
    dialect: Dialect,
  ): string => `select o.id, o.slug, o.name, o.description, o.benefits, o.recommended, o.plan_id, o.archived_at, o.texts,
    ${priceIds[dialect]} as price_ids from offers o where o.publication_id = :publicationId and ${condition}`;
  return statement<OfferRow>(name, { sqlite: text('sqlite'), postgres: text('postgres') });
}

const page = offers('page_of_offers', 'o.id < :before order by o.id desc limit :limit');
const byIdOrSlug = offers('offer_by_id_or_slug', '(o.id = :idOrSlug or o.slug = :idOrSlug)');

/** Returns a page of offers, the newest first, archived ones included. */
export async function pageOfOffers(
  publication: Tenant,
  connection: Connection,
  request: PageRequest,
): Promise<Page<OfferSummary>> {
  const before = `offer_${firstPosition(request)}`;
  const rows = await connection.all(page, { publicationId: publication.id, before, limit: request.limit + 1 });
  return toPage(rows, request, toOffer);
}

/** Throws NotFound. */
export async function getOfferSummary(
  publication: Tenant,
  connection: Connection,
  idOrSlug: string,
): Promise<OfferSummary> {
  const found = await connection.first(byIdOrSlug, { publicationId: publication.id, idOrSlug });
  if (found === undefined) throw new NotFound(`No such offer: ${idOrSlug}`);
  return toOffer(found);
}

function toOffer(row: OfferRow): OfferSummary {
  return {
    ...row,
    benefits: toBenefits(row.benefits),
    recommended: Boolean(row.recommended),
    priceIds: row.priceIds === null ? [] : row.priceIds.split(','),
  };
}
