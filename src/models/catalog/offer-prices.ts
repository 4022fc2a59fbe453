// Which prices of its plan an offer has.
import type { Connection, Transaction } from '../../database/connection.ts';
import type { Tenant } from '../record.ts';
import { OfferPriceRecord } from './offer-record.ts';
import { getOffer, getPricesOf, type Offer } from './offer.ts';
import { lockPlan } from './plan.ts';

/**
 * Sets which prices an offer has, at least one; a price that is archived keeps its place on the offer for when it comes
 * back. Throws InvalidValue, NotFound, and Conflict for an archived price and one of another plan.
 */
export async function setOfferPrices(
  publication: Tenant,
  transaction: Transaction,
  idOrSlug: string,
  priceIds: readonly string[],
): Promise<Offer> {
  const plan = await lockPlan(publication, transaction, (await getOffer(publication, transaction, idOrSlug)).plan.id);
  const offer = await getOffer(publication, transaction, idOrSlug);
  const prices = await getPricesOf(publication, transaction, plan, priceIds);
  for (const { id: priceId } of offer.prices)
    await OfferPriceRecord.in(publication, transaction, { offerId: offer.id, priceId }).delete();
  for (const { id: priceId } of prices)
    await OfferPriceRecord.add(publication, transaction, { offerId: offer.id, priceId });
  return { ...offer, prices };
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
  // An offer that shows both keeps one.
  const shown = OfferPriceRecord.in(publication, transaction, { priceId: to }).select('offerId');
  await OfferPriceRecord.in(publication, transaction, { priceId: from }).whereIn('offerId', shown).delete();
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
