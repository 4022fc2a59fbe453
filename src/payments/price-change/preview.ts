// The preview of a price change: who pays what now, who moves when, who is left alone and why, and what it is worth a year.
import type { Connection } from '../../database/connection.ts';
import { listOffersWithPrice } from '../../models/catalog/offer-prices.ts';
import { AMOUNT_MAX, getPrice, type Price } from '../../models/catalog/price.ts';
import { Conflict, InvalidValue } from '../../models/errors.ts';
import { isPriceMoving, type PriceChangeMode } from '../../models/money/price-change.ts';
import { groupHolders, listHolderExamples, type HolderGroup } from '../../models/money/price-holders.ts';
import type { Tenant } from '../../models/record.ts';
import { DAY_MILLISECONDS, MONTHS } from '../calendar.ts';
import { findGateway, type PaymentParts } from '../gateways.ts';
import { earliestStart, firstRenewalFrom } from './renewal.ts';

export interface PriceChangeWish {
  readonly priceId: string;
  /** Minor units of the price's currency. */
  readonly amount: number;
  /** Null where present subscribers keep their price; otherwise the date of the earliest renewal at the new one, in milliseconds. */
  readonly startsAt: number | null;
}

export interface PriceChangePreview {
  readonly price: Price;
  readonly wish: PriceChangeWish;
  readonly mode: PriceChangeMode;
  /** The slugs of the offers whose price is replaced. */
  readonly offers: readonly string[];
  /** Everybody at the price whose subscription has not ended. */
  readonly holders: number;
  /** By what the next renewal costs, the most frequent first. */
  readonly byAmount: readonly { readonly amount: number; readonly count: number }[];
  readonly moving: number;
  /** Those who are left alone as things are now. */
  readonly skipped: readonly { readonly reason: NonNullable<HolderGroup['reason']>; readonly count: number }[];
  /** By the month of the first renewal at the new price, such as 2027-03. */
  readonly byMonth: readonly { readonly month: string; readonly count: number }[];
  /** What those who move pay more in a year, or less if negative, in minor units, without discounts. */
  readonly worthAYear: number;
  readonly examples: readonly {
    readonly customerId: string;
    readonly email: string;
    readonly amount: number;
    /** Null where they keep their price. */
    readonly firstAt: number | null;
  }[];
}

const EXAMPLES = 3;

/** The time by which the publication's renewals run: the gateway's, which a test environment may have set ahead. */
export async function renewalClock(parts: PaymentParts, publication: Tenant): Promise<Date> {
  return (await findGateway(parts, publication))?.now(publication) ?? parts.clock.now();
}

/**
 * Throws NotFound for an unknown price, InvalidValue for an amount (`new_amount`) and a date that is too early (`starts_at`), and Conflict for the present
 * amount and for a price whose subscribers move already.
 */
export async function previewPriceChange(
  parts: PaymentParts,
  publication: Tenant,
  wish: PriceChangeWish,
): Promise<PriceChangePreview> {
  const { database } = parts;
  const price = await checkWish(database, publication, wish, await renewalClock(parts, publication));
  const examples = await listHolderExamples(publication, database, price.id, EXAMPLES);
  return {
    price,
    wish,
    mode: wish.startsAt === null ? 'keep' : 'move',
    offers: await listOffersWithPrice(publication, database, price.id),
    ...(await tally(publication, database, price, wish)),
    examples: examples.map(({ customerId, email, amount, ...renewal }) => ({
      customerId,
      email,
      amount,
      firstAt: wish.startsAt === null ? null : firstRenewalFrom(renewal, wish.startsAt),
    })),
  };
}

/** Returns the present price. Throws as previewPriceChange. */
export async function checkWish(
  connection: Connection,
  publication: Tenant,
  { priceId, amount, startsAt }: PriceChangeWish,
  now: Date,
): Promise<Price> {
  const price = await getPrice(publication, connection, priceId);
  if (!Number.isInteger(amount) || amount < 1 || amount > AMOUNT_MAX)
    throw new InvalidValue(
      'new_amount',
      `amount must be a whole number of minor units (cents) from 1 to ${AMOUNT_MAX}`,
    );
  if (amount === price.amount) throw new Conflict('new_amount', `The price is ${amount} already`);
  if (startsAt === null) return price;
  if (Number.isNaN(startsAt) || startsAt < earliestStart(now.getTime()))
    throw new InvalidValue(
      'starts_at',
      'Subscribers move 31 days from now at the earliest, as they are told 30 days ahead',
    );
  if (await isPriceMoving(publication, connection, priceId))
    throw new Conflict(
      'price_id',
      `Subscribers of the price ${priceId} move already; finish or undo that change first`,
    );
  return price;
}

type Tally = Pick<PriceChangePreview, 'holders' | 'byAmount' | 'moving' | 'skipped' | 'byMonth' | 'worthAYear'>;

async function tally(
  publication: Tenant,
  connection: Connection,
  price: Price,
  { amount, startsAt }: PriceChangeWish,
): Promise<Tally> {
  const [byAmount, skipped, byMonth] = [
    new Counts<number>(),
    new Counts<HolderGroup['reason']>(),
    new Counts<string>(),
  ];
  for await (const group of groupHolders(publication, connection, price.id, DAY_MILLISECONDS)) {
    byAmount.add(group.amount, group.count);
    if (startsAt === null) continue;
    if (group.reason !== null) skipped.add(group.reason, group.count);
    else {
      const first = firstRenewalFrom({ periodEnd: group.renewalAt, interval: price.interval }, startsAt);
      byMonth.add(new Date(first).toISOString().slice(0, 7), group.count);
    }
  }
  const moving = byMonth.sum();
  const chargesAYear = 12 / MONTHS[price.interval];
  return {
    holders: byAmount.sum(),
    byAmount: byAmount
      .entries()
      .map(([paid, count]) => ({ amount: paid, count }))
      .toSorted((a, b) => b.count - a.count),
    moving,
    skipped: skipped.entries().flatMap(([reason, count]) => (reason === null ? [] : [{ reason, count }])),
    byMonth: byMonth
      .entries()
      .map(([month, count]) => ({ month, count }))
      .toSorted((a, b) => a.month.localeCompare(b.month)),
    worthAYear: moving === 0 ? 0 : moving * (amount - price.amount) * chargesAYear,
  };
}

class Counts<Key> {
  readonly #counts = new Map<Key, number>();

  add(key: Key, count: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  sum(): number {
    return this.entries().reduce((sum, [, count]) => sum + count, 0);
  }

  entries(): [Key, number][] {
    return [...this.#counts];
  }
}
