// Offers: what is shown for sale, a plan with some of its prices (service.md, hosted pages `/offers`). An archived
// offer is no longer shown and keeps its slug.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import { belongsTo, PublicationRecord, TenantRecord, type RowOf, type Tenant } from '../record.ts';
import { checkSlug, parseDescription, parseRequiredName } from '../text-fields.ts';
import { getPlan, type Plan } from './plan.ts';
import { getPrice, type Price } from './price.ts';

/** Our choice: a trial is at most a year. */
const TRIAL_DAYS_MAX = 365;

export class OfferRecord extends PublicationRecord {
  static override tableName = 'offers';
  declare planId: string;
  declare slug: string;
  declare name: string;
  declare description: string | null;
  /** The days of the free trial before the first payment; null without a trial. */
  declare trialDays: number | null;
  declare createdAt: number;
  declare archivedAt: number | null;
}

class OfferPriceRecord extends TenantRecord {
  static override tableName = 'offer_prices';
  static override relationMappings = () => belongsTo('offer_prices', { offer: [OfferRecord, 'offerId'] });
  static override idColumn = ['publicationId', 'offerId', 'priceId'];
  declare offerId: string;
  declare priceId: string;
}

type OfferColumns = Pick<RowOf<OfferRecord>, 'id' | 'slug' | 'name' | 'description' | 'trialDays'>;
/** An offer for sale, as the pages show it. */
export interface OfferForSale extends OfferColumns {
  plan: Plan;
  /** At least one price: monthly before yearly ones, and the lowest first. */
  prices: Price[];
}

export interface NewOffer {
  slug: string;
  name: string;
  description?: string | null | undefined;
  /** The plan's id or slug. */
  planId: string;
  priceIds: readonly string[];
  trialDays?: number | null | undefined;
}

/** A field that is undefined stays as it is. */
export interface OfferChange {
  name?: string | undefined;
  description?: string | undefined;
  /** 0 for no trial. */
  trialDays?: number | undefined;
}

/** One row per price of each offer. */
interface OfferRow extends OfferColumns, Omit<Price, 'id'> {
  planSlug: string;
  planName: string;
  priceId: string;
}

function offerRows(name: string, condition: string) {
  return statement<OfferRow>(
    name,
    `select o.id, o.slug, o.name, o.description, o.trial_days, o.plan_id, pl.slug as plan_slug, pl.name as plan_name,
      pr.id as price_id, pr.amount, pr.currency, pr.interval
      from offers o join plans pl on pl.publication_id = o.publication_id and pl.id = o.plan_id join offer_prices op on op.publication_id = o.publication_id and op.offer_id = o.id join prices pr on pr.publication_id = op.publication_id and pr.id = op.price_id
      where o.publication_id = :publicationId and ${condition} order by o.id, pr.interval, pr.amount, pr.id`,
  );
}

const forSale = offerRows('offers_for_sale', 'o.archived_at is null');
const archived = offerRows('archived_offers', 'o.archived_at is not null');
const forSaleBySlug = offerRows('offer_for_sale_by_slug', 'o.archived_at is null and o.slug = :slug');

/**
 * Throws InvalidValue, NotFound for an unknown plan or price, Conflict for a slug in use and for a price of another
 * plan.
 */
export async function createOffer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewOffer,
): Promise<OfferForSale> {
  const slug = checkSlug(given.slug);
  const name = parseRequiredName(given.name);
  const description = parseDescription(given.description);
  const trialDays = parseTrialDays(given.trialDays ?? 0);
  const plan = await getPlan(publication, transaction, given.planId);
  const prices = await getPricesOf(publication, transaction, plan, given.priceIds);
  const createdAt = clock.now();
  const id = newId('offer', createdAt);
  const fields = { id, planId: plan.id, slug, name, description, trialDays, createdAt: createdAt.getTime() };
  const isNew = await OfferRecord.add(publication, transaction, fields);
  if (!isNew) throw new Conflict('slug', `An offer has this slug already: ${slug}`);
  for (const price of prices) await OfferPriceRecord.add(publication, transaction, { offerId: id, priceId: price.id });
  return { id, slug, name, description, plan, trialDays, prices };
}

/** Returns the offers for sale in the order of their creation, by one query. */
export async function listOffers(publication: Tenant, connection: Connection): Promise<OfferForSale[]> {
  return toOffers(await connection.all(forSale, { publicationId: publication.id }));
}

/** Returns the archived offers in the order of their creation. They keep their slugs and can be brought back. */
export async function listArchivedOffers(publication: Tenant, connection: Connection): Promise<OfferForSale[]> {
  return toOffers(await connection.all(archived, { publicationId: publication.id }));
}

/** Returns the offer for sale, or undefined for an archived or unknown slug. */
export async function findOffer(
  publication: Tenant,
  connection: Connection,
  slug: string,
): Promise<OfferForSale | undefined> {
  return toOffers(await connection.all(forSaleBySlug, { publicationId: publication.id, slug }))[0];
}

/**
 * Changes an offer; existing subscriptions are not affected. Throws InvalidValue, and NotFound if no offer for sale has
 * this slug.
 */
export async function updateOffer(
  publication: Tenant,
  transaction: Transaction,
  slug: string,
  change: OfferChange,
): Promise<OfferForSale> {
  const offer = await findOffer(publication, transaction, slug);
  if (offer === undefined) throw new NotFound(`No such offer: ${slug}`);
  const name = change.name === undefined ? offer.name : parseRequiredName(change.name);
  const description = change.description === undefined ? offer.description : parseDescription(change.description);
  const trialDays = change.trialDays === undefined ? offer.trialDays : parseTrialDays(change.trialDays);
  await OfferRecord.in(publication, transaction, { slug, archivedAt: null }).patch({ name, description, trialDays });
  return { ...offer, name, description, trialDays };
}

/**
 * Takes an offer off the pages; existing subscriptions continue. Throws NotFound if no offer for sale has this slug.
 */
export async function archiveOffer(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  slug: string,
): Promise<void> {
  const offer = OfferRecord.in(publication, transaction, { slug, archivedAt: null });
  if ((await offer.patch({ archivedAt: clock.now().getTime() })) === 0) throw new NotFound(`No such offer: ${slug}`);
}

/** Puts an archived offer back on sale, as it was. Throws NotFound if no archived offer has this slug. */
export async function unarchiveOffer(publication: Tenant, transaction: Transaction, slug: string): Promise<void> {
  const offer = OfferRecord.in(publication, transaction, { slug }).whereNotNull('archivedAt');
  if ((await offer.patch({ archivedAt: null })) === 0) throw new NotFound(`No such archived offer: ${slug}`);
}

async function getPricesOf(
  publication: Tenant,
  connection: Connection,
  plan: Plan,
  priceIds: readonly string[],
): Promise<Price[]> {
  if (priceIds.length === 0) throw new InvalidValue('price_id', 'an offer needs at least one price');
  const prices: Price[] = [];
  for (const id of new Set(priceIds)) {
    const price = await getPrice(publication, connection, id);
    if (price.planId !== plan.id)
      throw new Conflict('price_id', `The price ${id} is one of another plan: ${price.planId}`);
    prices.push(price);
  }
  return prices.toSorted((a, b) => a.interval.localeCompare(b.interval) || a.amount - b.amount);
}

/** Converts 0 days to null, which means no trial. Throws InvalidValue. */
function parseTrialDays(days: number): number | null {
  if (!Number.isInteger(days) || days < 0 || days > TRIAL_DAYS_MAX)
    throw new InvalidValue('trial_days', `trial_days must be a whole number from 0 to ${TRIAL_DAYS_MAX}`);
  return days === 0 ? null : days;
}

function toOffers(rows: readonly OfferRow[]): OfferForSale[] {
  const offers = new Map<string, OfferForSale>();
  for (const row of rows) {
    const { id, slug, name, description, trialDays, planId, amount, currency, interval } = row;
    const offer = offers.get(id) ?? {
      id,
      slug,
      name,
      description,
      plan: { id: planId, slug: row.planSlug, name: row.planName },
      trialDays,
      prices: [],
    };
    offer.prices.push({ id: row.priceId, planId, amount, currency, interval });
    offers.set(id, offer);
  }
  return [...offers.values()];
}

/**
 * Shows another price of the same plan in the place of one, on each offer that shows it, archived ones too. Returns the
 * slugs of those offers; existing subscriptions are not affected.
 */
export async function replaceOfferPrice(
  publication: Tenant,
  transaction: Transaction,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string[]> {
  const slugs = await listOffersWithPrice(publication, transaction, from);
  await OfferPriceRecord.in(publication, transaction, { priceId: from }).patch({ priceId: to });
  return slugs;
}

/** Returns the slugs of the offers that show the price, archived ones too, in the order of their creation. */
export async function listOffersWithPrice(
  publication: Tenant,
  connection: Connection,
  priceId: string,
): Promise<string[]> {
  const shown = await OfferPriceRecord.in(publication, connection, { priceId })
    .joinRelated('offer')
    .select('offer.slug')
    .orderBy('offerId')
    .castTo<{ slug: string }[]>();
  return shown.map(({ slug }) => slug);
}
