// Prices: what a plan costs and how often (service.md, price_id "fixes cost and recurrence interval"). A price never changes;
// a new cost is a new price.
import type { Clock } from '../database/clock.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { newId } from '../database/ids.ts';
import { statement } from '../database/statement.ts';
import { InvalidValue } from './errors.ts';
import { getPlan } from './plan.ts';
import type { Tenant } from './record.ts';

export const INTERVALS = ['month', 'year'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Our choice: eight digits of minor units, the most that card networks take. */
export const AMOUNT_MAX = 99_999_999;

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
  'select id, plan_id as "planId", amount, currency, interval from prices where publication_id = ? order by plan_id, interval, amount, id',
);

/** Throws InvalidValue, and NotFound for an unknown plan. */
export async function createPrice(publication: Tenant, transaction: Transaction, clock: Clock, given: NewPrice): Promise<Price> {
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

function checkAmount(amount: number): number {
  if (!Number.isInteger(amount) || amount < 1 || amount > AMOUNT_MAX) {
    throw new InvalidValue('amount', `amount must be a whole number of minor units (cents) from 1 to ${AMOUNT_MAX}`);
  }
  return amount;
}

function parseCurrency(text: string): string {
  const currency = text.toUpperCase();
  if (!CURRENCIES.has(currency)) throw new InvalidValue('currency', 'currency must be an ISO 4217 code such as EUR');
  return currency;
}

function parseInterval(text: string): Interval {
  const interval = INTERVALS.find((known) => known === text);
  if (interval === undefined) throw new InvalidValue('interval', `interval must be ${INTERVALS.join(' or ')}`);
  return interval;
}
