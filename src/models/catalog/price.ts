// Prices: what a plan costs and how often (service.md, price_id "fixes cost and recurrence interval"). A price never
// changes; a new cost is a new price. An archived price cannot be bought any more, and who pays it goes on paying it.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { amountText } from '../amount.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { belongsTo, first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { findPlan, lockPlan, lockPlanToSell, PlanRecord } from './plan.ts';

const INTERVALS = ['month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Our choice: eight digits of minor units, the most that card networks take. */
export const AMOUNT_MAX = 99_999_999;

export class PriceRecord extends PublicationRecord {
  static override tableName = 'prices';
  static override relationMappings = () => belongsTo('prices', { plan: [PlanRecord, 'planId'] });
  declare planId: string;
  /** In the currency's minor unit: cents, pence, whole yen. */
  declare amount: number;
  /** ISO 4217, in upper case. */
  declare currency: string;
  declare interval: Interval;
  declare createdAt: number;
  declare archivedAt: number | null;
}

const COLUMNS = ['id', 'planId', 'amount', 'currency', 'interval', 'archivedAt'] as const;
export type Price = Pick<RowOf<PriceRecord>, (typeof COLUMNS)[number]>;

export interface NewPrice {
  /** The plan's id or slug. */
  planId: string;
  amount: number;
  currency: string;
  interval: string;
}

const offersOfOnly = statement<{ slug: string }>(
  'offers_of_only_price',
  `select o.slug from offers o join offer_prices op on op.publication_id = o.publication_id and op.offer_id = o.id
    where o.publication_id = :publicationId and o.archived_at is null and op.price_id = :priceId
      and not exists (select 1 from offer_prices other join prices pr on pr.publication_id = other.publication_id and pr.id = other.price_id
        where other.publication_id = :publicationId and other.offer_id = o.id and other.price_id <> :priceId and pr.archived_at is null)
    order by o.position, o.id`,
);

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Throws InvalidValue, NotFound for an unknown plan, and Conflict for an archived one. */
export async function createPrice(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewPrice,
): Promise<Price> {
  const currency = parseCurrency(given.currency);
  const amount = checkAmount(given.amount, currency);
  const interval = parseInterval(given.interval);
  const plan = await lockPlanToSell(publication, transaction, given.planId);
  const createdAt = clock.now();
  const price = { id: newId('price', createdAt), planId: plan.id, amount, currency, interval, archivedAt: null };
  await PriceRecord.in(publication, transaction).insert({
    ...price,
    publicationId: publication.id,
    createdAt: createdAt.getTime(),
  });
  return price;
}

/**
 * Returns all prices by plan, archived ones included; within a plan monthly before yearly ones, and the lowest first.
 */
export function listPrices(publication: Tenant, connection: Connection): Promise<Price[]> {
  return PriceRecord.in(publication, connection)
    .select(COLUMNS)
    .orderBy(['planId', 'interval', 'amount', 'id'])
    .execute();
}

/**
 * Returns a page of prices, the newest first, archived ones included.
 * @param request.plan id or slug of a plan; an unknown one has no prices
 */
export async function pageOfPrices(
  publication: Tenant,
  connection: Connection,
  request: PageRequest & { readonly plan?: string | undefined },
): Promise<Page<Price>> {
  const plan = request.plan === undefined ? undefined : await findPlan(publication, connection, request.plan);
  if (request.plan !== undefined && plan === undefined) return toPage([], request, (price: Price) => price);
  const rows = await PriceRecord.in(publication, connection, plan && { planId: plan.id })
    .select(COLUMNS)
    .where('id', '<', `price_${firstPosition(request)}`)
    .orderBy('id', 'desc')
    .limit(request.limit + 1);
  return toPage(rows, request, (price) => price);
}

/** Throws NotFound. */
export async function getPrice(publication: Tenant, connection: Connection, id: string): Promise<Price> {
  const found = await first(PriceRecord.in(publication, connection, { id }).select(COLUMNS));
  if (found === undefined) throw new NotFound(`No such price: ${id}`);
  return found;
}

/**
 * Archives a price: it leaves the offers that have it. Our choice: a checkout that was open keeps the price that its
 * buyer saw, as it does when the offer is archived. Idempotent. Throws NotFound, and Conflict where it is the only price
 * of an offer for sale.
 */
export async function archivePrice(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<Price> {
  await lockPlan(publication, transaction, (await getPrice(publication, transaction, id)).planId);
  const price = await getPrice(publication, transaction, id);
  if (price.archivedAt !== null) return price;
  const offers = await transaction.all(offersOfOnly, { publicationId: publication.id, priceId: id });
  if (offers.length > 0)
    throw new Conflict(
      'price',
      `It is the only price of these offers, give them another or archive them first: ${offers.map(({ slug }) => slug).join(', ')}`,
      'only',
    );
  const archivedAt = clock.now().getTime();
  await PriceRecord.in(publication, transaction, { id }).patch({ archivedAt });
  return { ...price, archivedAt };
}

/** Brings an archived price back, to the offers that had it as well. Idempotent. Throws NotFound. */
export async function unarchivePrice(publication: Tenant, transaction: Transaction, id: string): Promise<Price> {
  await PriceRecord.in(publication, transaction, { id }).patch({ archivedAt: null });
  return getPrice(publication, transaction, id);
}

function checkAmount(amount: number, currency: string): number {
  if (!Number.isInteger(amount) || amount < 1 || amount > AMOUNT_MAX) {
    const [least, most] = [amountText(1, currency), amountText(AMOUNT_MAX, currency)];
    throw new InvalidValue('amount', `amount must be from ${least} to ${most}`);
  }
  return amount;
}

/** Throws InvalidValue. */
export function parseCurrency(text: string): string {
  const currency = text.toUpperCase();
  if (!CURRENCIES.has(currency)) throw new InvalidValue('currency', 'currency must be an ISO 4217 code such as EUR');
  return currency;
}

function parseInterval(text: string): Interval {
  const interval = INTERVALS.find((known) => known === text);
  if (interval === undefined) throw new InvalidValue('interval', `interval must be ${INTERVALS.join(' or ')}`);
  return interval;
}
