// Begins a price change as it was previewed, and takes it back.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { listOffersWithPrice, replaceOfferPrice } from '../../models/catalog/offer-prices.ts';
import { lockPlan } from '../../models/catalog/plan.ts';
import { archivePrice, createPrice, getPrice, unarchivePrice } from '../../models/catalog/price.ts';
import { Conflict } from '../../models/errors.ts';
import { createPriceChange, endPriceChange } from '../../models/money/price-change.ts';
import { countHolders } from '../../models/money/price-holders.ts';
import type { Tenant } from '../../models/record.ts';
import { checkWish, type PriceChangePreview, type PriceChangeWish } from './preview.ts';

/** What the publisher saw and agreed to. */
export type ShownPriceChange = Pick<PriceChangePreview, 'offers' | 'holders'>;

/** Our choice: readers come and go while the preview is read; one in a hundred more or fewer is still the same preview. */
const TOLERANCE = 0.01;

/**
 * Returns the id of the change. From the commit on, new buyers pay the new price. Throws as previewPriceChange, and Conflict (`shown`), with nothing
 * done, where the preview is no longer true.
 * @param given.now of `renewalClock`, read before the transaction
 */
export async function beginPriceChange(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { wish, shown, now }: { readonly wish: PriceChangeWish; readonly shown: ShownPriceChange; readonly now: Date },
): Promise<string> {
  const price = await checkWish(transaction, publication, wish, now);
  await checkShown(publication, transaction, wish, shown);
  const { planId, currency, interval } = price;
  const made = await createPrice(publication, transaction, clock, { planId, amount: wish.amount, currency, interval });
  await replaceOfferPrice(publication, transaction, { from: price.id, to: made.id });
  // Our choice: the old price is archived, so that no offer sells it by accident; who pays it goes on seeing it. Where it was archived before, the
  // new one is as well, and nobody new can buy either.
  const { archivedAt } = await getPrice(publication, transaction, price.id);
  await archivePrice(publication, transaction, clock, archivedAt === null ? price.id : made.id);
  const change = { fromPriceId: price.id, toPriceId: made.id, startsAt: wish.startsAt };
  return createPriceChange(publication, transaction, clock, change);
}

async function checkShown(
  publication: Tenant,
  connection: Connection,
  { priceId, startsAt }: PriceChangeWish,
  shown: ShownPriceChange,
): Promise<void> {
  const offers = await listOffersWithPrice(publication, connection, priceId);
  const holders = startsAt === null ? shown.holders : await countHolders(publication, connection, priceId);
  if (offers.join() !== shown.offers.join() || Math.abs(holders - shown.holders) > shown.holders * TOLERANCE)
    throw new Conflict('shown', 'The offers or the subscribers changed since the preview');
}

/**
 * Takes a change back until it begins: offers show the old price again, the new one is archived, and whoever has not been renewed keeps the old one. The
 * worker sees to it at the gateway, and writes to those who had been told. Throws NotFound, and Conflict where it is too late.
 * @param given.now of `renewalClock`, read before the transaction
 */
export async function undoPriceChange(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { readonly id: string; readonly now: Date },
): Promise<string> {
  const { id, fromPriceId, toPriceId } = await endPriceChange(publication, transaction, clock, given);
  const { planId } = await getPrice(publication, transaction, toPriceId);
  await lockPlan(publication, transaction, planId);
  await replaceOfferPrice(publication, transaction, { from: toPriceId, to: fromPriceId });
  const { archivedAt } = await getPrice(publication, transaction, toPriceId);
  // A new price that is archived by now was not for sale any more, and neither is the old one then.
  if (archivedAt === null) {
    await unarchivePrice(publication, transaction, fromPriceId);
    await archivePrice(publication, transaction, clock, toPriceId);
  }
  return id;
}
