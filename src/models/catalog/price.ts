// Prices: what a plan costs and how often (service.md, price_id "fixes cost and recurrence interval"). A price never changes;
// a new cost is a new price.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { InvalidValue, NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { belongsTo, PublicationRecord, type Tenant } from '../record.ts';
import { findPlan, getPlan, PlanRecord } from './plan.ts';

const INTERVALS = ['month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Our choice: eight digits of minor units, the most that card networks take. */
export const AMOUNT_MAX = 99_999_999;

export class PriceRecord extends PublicationRecord {
  static override tableName = 'prices';
  static override relationMappings = () => belongsTo('prices', { plan: [PlanRecord, 'planId'] });
  declare planId: string;
  declare amount: number;
  declare currency: string;
  declare interval: Interval;
  declare createdAt: number;
}

export interface Price {
  id: string;
  planId: string;
  /** In the currency's minor unit: cents, pence, whole yen. */
  amount: number;
  /** ISO 4217, in upper case. */
  currency: string;
  interval: Interval;
}

export interface NewPrice {
  /** Its slug is taken as well. */
  planId: string;
  amount: number;
  currency: string;
  interval: string;
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

const insert = statement(
  'insert_price',
  'insert into prices (id, publication_id, plan_id, amount, currency, interval, created_at) values (?, ?, ?, ?, ?, ?, ?)',
);
const all = statement<Price>(
  'prices',
  'select id, plan_id, amount, currency, interval from prices where publication_id = ? order by plan_id, interval, amount, id',
);
const columns = 'id, plan_id, amount, currency, interval';
const page = statement<Price>(
  'page_of_prices',
  `select ${columns} from prices where publication_id = ? and id < ? order by id desc limit ?`,
);
const pageOfPlan = statement<Price>(
  'page_of_prices_of_plan',
  `select ${columns} from prices where publication_id = ? and plan_id = ? and id < ? order by id desc limit ?`,
);
const byId = statement<Price>('price_to_show', `select ${columns} from prices where publication_id = ? and id = ?`);

/** Throws InvalidValue, and NotFound for an unknown plan. */
export async function createPrice(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewPrice,
): Promise<Price> {
  const amount = checkAmount(given.amount);
  const currency = parseCurrency(given.currency);
  const interval = parseInterval(given.interval);
  const plan = await getPlan(publication, transaction, given.planId);
  const createdAt = clock.now();
  const price = { id: newId('price', createdAt), planId: plan.id, amount, currency, interval };
  await transaction.run(insert, [price.id, publication.id, plan.id, amount, currency, interval, createdAt]);
  return price;
}

/** Plan by plan; of each the monthly before the yearly ones, the cheap before the dear. */
export function listPrices(publication: Tenant, connection: Connection): Promise<Price[]> {
  return connection.all(all, [publication.id]);
}

/** Newest first. @param request.plan id or slug of a plan; an unknown one has no prices */
export async function pageOfPrices(
  publication: Tenant,
  connection: Connection,
  request: PageRequest & { readonly plan?: string | undefined },
): Promise<Page<Price>> {
  const range = [`price_${firstPosition(request)}`, request.limit + 1];
  if (request.plan === undefined)
    return toPage(await connection.all(page, [publication.id, ...range]), request, (price) => price);
  const plan = await findPlan(publication, connection, request.plan);
  const rows = plan === undefined ? [] : await connection.all(pageOfPlan, [publication.id, plan.id, ...range]);
  return toPage(rows, request, (price) => price);
}

/** Throws NotFound. */
export async function getPrice(publication: Tenant, connection: Connection, id: string): Promise<Price> {
  const found = await connection.first(byId, [publication.id, id]);
  if (found === undefined) throw new NotFound(`No such price: ${id}`);
  return found;
}

function checkAmount(amount: number): number {
  if (!Number.isInteger(amount) || amount < 1 || amount > AMOUNT_MAX) {
    throw new InvalidValue('amount', `amount must be a whole number of minor units (cents) from 1 to ${AMOUNT_MAX}`);
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
