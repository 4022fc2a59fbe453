// Offers: what is shown for sale, a plan with some of its prices (service.md, hosted pages `/offers`). An archived
// offer is no longer shown and keeps its slug. An archived price is on no offer.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import type { GivenTexts } from '../publication/texts.ts';
import type { RowOf, Tenant } from '../record.ts';
import { checkSlug, parseDescription, parseRequiredName } from '../text-fields.ts';
import { parseBenefits, toBenefits } from './benefits.ts';
import { changeTextsOf, OFFER_TEXTS, type SpeakingTenant } from './catalog-texts.ts';
import { OfferPriceRecord, OfferRecord } from './offer-record.ts';
import { parseNewSlug, slugTaken } from './offer-slug.ts';
import { moveRecord, type Move } from './placed.ts';
import { lockPlanToSell, type Plan } from './plan.ts';
import { getPrice, type Price } from './price.ts';

/** Our choice: a trial is at most a year. */
const TRIAL_DAYS_MAX = 365;

type OfferColumns = Pick<
  RowOf<OfferRecord>,
  'id' | 'slug' | 'name' | 'description' | 'trialDays' | 'giftable' | 'recommended' | 'texts'
>;
/** An offer for sale, as the pages show it. */
export interface OfferForSale extends OfferColumns {
  benefits: readonly string[];
  plan: Plan;
  /** At least one price while it is for sale: monthly before yearly ones, and the lowest first. */
  prices: Price[];
}

/** An offer for sale or archived. */
export type Offer = OfferForSale & { archivedAt: number | null };

export interface NewOffer {
  slug: string;
  name: string;
  description?: string | null | undefined;
  /** The plan's id or slug. */
  planId: string;
  priceIds: readonly string[];
  trialDays?: number | null | undefined;
  /** True where it is not given. */
  giftable?: boolean | undefined;
  /** Each on a line of its own. */
  benefits?: string | null | undefined;
  /** True takes it from the offer that had it. */
  recommended?: boolean | undefined;
}

/** A field that is undefined stays as it is. */
export interface OfferChange {
  /** Only of an archived offer: the pages of one for sale are linked from elsewhere. */
  slug?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  /** 0 for no trial. */
  trialDays?: number | undefined;
  giftable?: boolean | undefined;
  /** Each on a line of its own; empty for none. */
  benefits?: string | undefined;
  /** True takes it from the offer that had it. */
  recommended?: boolean | undefined;
}

/** One row per price of each offer; of an archived price, or where it has none, one without. */
interface OfferRow extends Omit<OfferColumns, 'giftable' | 'recommended'>, Omit<Price, 'id'> {
  giftable: boolean | number;
  recommended: boolean | number;
  benefits: string | null;
  offerArchivedAt: number | null;
  planSlug: string;
  planName: string;
  planSentByPost: boolean | number;
  planArchivedAt: number | null;
  planTexts: string | null;
  priceId: string | null;
}

function offerRows(name: string, condition: string) {
  return statement<OfferRow>(
    name,
    `select o.id, o.slug, o.name, o.description, o.trial_days, o.giftable, o.recommended, o.benefits, o.texts, o.archived_at as offer_archived_at,
      o.plan_id, pl.slug as plan_slug, pl.name as plan_name, pl.sent_by_post as plan_sent_by_post, pl.archived_at as plan_archived_at, pl.texts as plan_texts,
      pr.id as price_id, pr.amount, pr.currency, pr.interval, pr.archived_at
      from offers o join plans pl on pl.publication_id = o.publication_id and pl.id = o.plan_id
      left join offer_prices op on op.publication_id = o.publication_id and op.offer_id = o.id
      left join prices pr on pr.publication_id = op.publication_id and pr.id = op.price_id and pr.archived_at is null
      where o.publication_id = :publicationId and ${condition} order by o.position, o.id, pr.interval, pr.amount, pr.id`,
  );
}

const forSale = offerRows('offers_for_sale', 'o.archived_at is null');
const archived = offerRows('archived_offers', 'o.archived_at is not null');
const forSaleBySlug = offerRows('offer_for_sale_by_slug', 'o.archived_at is null and o.slug = :slug');
const byIdOrSlug = offerRows('offer_to_edit', '(o.id = :idOrSlug or o.slug = :idOrSlug)');

/**
 * Throws InvalidValue, NotFound for an unknown plan or price, Conflict for a slug in use (by the reason `archived` where
 * an archived offer has it), an archived plan or price, and a price of another plan.
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
  const plan = await lockPlanToSell(publication, transaction, given.planId);
  const prices = await getPricesOf(publication, transaction, plan, given.priceIds);
  const createdAt = clock.now();
  const [id, at] = [newId('offer', createdAt), createdAt.getTime()];
  const benefits = parseBenefits(given.benefits);
  const switches = { giftable: given.giftable ?? true, recommended: given.recommended ?? false };
  const shown = { id, slug, name, description, trialDays, ...switches, texts: null };
  if (shown.recommended) await recommendNone(publication, transaction);
  const fields = { ...shown, benefits, planId: plan.id, position: at, createdAt: at };
  if (!(await OfferRecord.add(publication, transaction, fields))) throw await slugTaken(publication, transaction, slug);
  for (const price of prices) await OfferPriceRecord.add(publication, transaction, { offerId: id, priceId: price.id });
  return { ...shown, benefits: toBenefits(benefits), plan, prices };
}

/** Returns the offers for sale in their order, by one query. */
export async function listOffers(publication: Tenant, connection: Connection): Promise<OfferForSale[]> {
  return toOffers(await connection.all(forSale, { publicationId: publication.id }));
}

/** Returns the archived offers in their order. They keep their slugs and can be brought back. */
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

/** Returns the offer, for sale or archived. Throws NotFound. */
export async function getOffer(publication: Tenant, connection: Connection, idOrSlug: string): Promise<Offer> {
  const rows = await connection.all(byIdOrSlug, { publicationId: publication.id, idOrSlug });
  const [found] = toOffers(rows);
  if (found === undefined) throw new NotFound(`No such offer: ${idOrSlug}`);
  return { ...found, archivedAt: rows[0]?.offerArchivedAt ?? null };
}

/**
 * Changes an offer; existing subscriptions are not affected. Throws InvalidValue, NotFound, and Conflict for the slug of
 * an offer for sale and for one in use.
 */
export async function updateOffer(
  publication: Tenant,
  transaction: Transaction,
  idOrSlug: string,
  change: OfferChange,
): Promise<Offer> {
  const offer = await getOffer(publication, transaction, idOrSlug);
  const slug = await parseNewSlug(publication, transaction, offer, change.slug ?? offer.slug);
  const name = change.name === undefined ? offer.name : parseRequiredName(change.name);
  const description = change.description === undefined ? offer.description : parseDescription(change.description);
  const trialDays = change.trialDays === undefined ? offer.trialDays : parseTrialDays(change.trialDays);
  const giftable = change.giftable ?? offer.giftable;
  const benefits = parseBenefits(change.benefits ?? offer.benefits.join('\n'));
  const recommended = change.recommended ?? offer.recommended;
  if (recommended && !offer.recommended) await recommendNone(publication, transaction);
  const changed = { slug, name, description, trialDays, giftable, recommended };
  await OfferRecord.in(publication, transaction, { id: offer.id }).patch({ ...changed, benefits });
  return { ...offer, ...changed, benefits: toBenefits(benefits) };
}

/** Changes its words in other languages. Throws InvalidValue and NotFound. */
export function changeOfferTexts(
  publication: SpeakingTenant,
  transaction: Transaction,
  idOrSlug: string,
  texts: GivenTexts,
): Promise<string | null> {
  return changeTextsOf(OfferRecord, OFFER_TEXTS, publication, transaction, { idOrSlug, texts });
}

/** Before another one is recommended, since a unique index allows one. */
async function recommendNone(publication: Tenant, transaction: Transaction): Promise<void> {
  await OfferRecord.in(publication, transaction, { recommended: true }).patch({ recommended: false });
}

/** Throws NotFound. */
export function moveOffer(publication: Tenant, transaction: Transaction, move: Move): Promise<string> {
  return moveRecord(OfferRecord, publication, transaction, move);
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

/**
 * Puts an archived offer back on sale, as it was. Throws NotFound if no archived offer has this slug, and Conflict while
 * its plan, or each of its prices, is archived.
 */
export async function unarchiveOffer(publication: Tenant, transaction: Transaction, slug: string): Promise<void> {
  const found = await OfferRecord.find(publication, transaction, { slug });
  if (found === undefined) throw new NotFound(`No such archived offer: ${slug}`);
  await lockPlanToSell(publication, transaction, found.planId);
  if ((await getOffer(publication, transaction, slug)).prices.length === 0)
    throw new Conflict('price', `All prices of the offer ${slug} are archived: bring one back first`, 'archived');
  const offer = OfferRecord.in(publication, transaction, { slug }).whereNotNull('archivedAt');
  if ((await offer.patch({ archivedAt: null })) === 0) throw new NotFound(`No such archived offer: ${slug}`);
}

/** Throws InvalidValue for none, NotFound, and Conflict for an archived price and one of another plan. */
export async function getPricesOf(
  publication: Tenant,
  connection: Connection,
  plan: Plan,
  priceIds: readonly string[],
): Promise<Price[]> {
  if (priceIds.length === 0) throw new InvalidValue('price_id', 'an offer needs at least one price', 'none');
  const prices: Price[] = [];
  for (const id of new Set(priceIds)) {
    const price = await getPrice(publication, connection, id);
    if (price.planId !== plan.id)
      throw new Conflict('price_id', `The price ${id} is one of another plan: ${price.planId}`);
    if (price.archivedAt !== null) throw new Conflict('price_id', `The price ${id} is archived`, 'archived');
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
    const { id, slug, name, description, trialDays, giftable, recommended, benefits, planId, priceId, texts } = row;
    const { amount, currency, interval, archivedAt } = row;
    const sentByPost = Boolean(row.planSentByPost);
    const planned = { slug: row.planSlug, name: row.planName, sentByPost, texts: row.planTexts };
    const plan = { id: planId, ...planned, archivedAt: row.planArchivedAt };
    const switches = { giftable: Boolean(giftable), recommended: Boolean(recommended) };
    const shown = { id, slug, name, description, trialDays, texts, ...switches, benefits: toBenefits(benefits) };
    const offer = offers.get(id) ?? { ...shown, plan, prices: [] };
    if (priceId !== null) offer.prices.push({ id: priceId, planId, amount, currency, interval, archivedAt });
    offers.set(id, offer);
  }
  return [...offers.values()];
}
