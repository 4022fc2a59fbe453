// The sandbox's own books: its subscriptions. They stand for the gateway's database, so nothing but the sandbox reads them.
import type { Connection, Transaction } from '../../database/connection.ts';
import { randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { Interval } from '../../models/catalog/price.ts';
import type { Tenant } from '../../models/record.ts';
import type { ChargedPrice, Discount, ListedSubscription } from '../gateway.ts';

/** Times are milliseconds of the sandbox's clock. */
export interface SandboxSubscription {
  id: string;
  publicationId: string;
  checkoutId: string;
  card: string;
  state: 'active' | 'past_due' | 'ended';
  priceId: string;
  amount: number;
  currency: string;
  interval: Interval;
  /** A ChargedPrice as JSON. */
  nextPrice: string | null;
  /** The first period's start; periods are counted from it. */
  anchor: number;
  periods: number;
  periodStart: number;
  periodEnd: number;
  trialEnd: number | null;
  /** A Discount as JSON. */
  discount: string | null;
  /** Periods that were charged so far. */
  chargedPeriods: number;
  cancelAt: number | null;
  pastDueSince: number | null;
  retries: number;
  /** When something is next to be done about it. */
  dueAt: number | null;
}

const columns = `id, publication_id, checkout_id, card, state, price_id, amount, currency, interval,
  next_price, anchor, periods, period_start, period_end, cancel_at,
  past_due_since, trial_end, discount, charged_periods, retries, due_at from sandbox_subscriptions`;
const insert = statement(
  'insert_sandbox_subscription',
  `insert into sandbox_subscriptions (id, publication_id, checkout_id, card, state, price_id, amount, currency, interval, anchor, periods, period_start,
    period_end, trial_end, discount, charged_periods, retries, due_at) values (?, ?, ?, ?, 'active', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`,
);
const update = statement(
  'update_sandbox_subscription',
  `update sandbox_subscriptions set card = ?, state = ?, price_id = ?, amount = ?, currency = ?, interval = ?, next_price = ?, anchor = ?, periods = ?,
    period_start = ?, period_end = ?, cancel_at = ?, past_due_since = ?, charged_periods = ?, retries = ?, due_at = ?
    where publication_id = ? and id = ?`,
);
const byId = statement<SandboxSubscription>(
  'sandbox_subscription',
  `select ${columns} where publication_id = ? and id = ?`,
);
const lock = {
  sqlite: `select ${columns} where publication_id = ? and id = ?`,
  postgres: `select ${columns} where publication_id = ? and id = ? for update`,
};
const locked = statement<SandboxSubscription>('locked_sandbox_subscription', lock);
const list = statement<ListedSubscription>(
  'list_sandbox_subscriptions',
  'select id as ref, checkout_id as checkout_ref, state from sandbox_subscriptions where publication_id = ? and id > ? order by id limit ?',
);
export async function insertSubscription(
  transaction: Transaction,
  given: Omit<SandboxSubscription, 'id' | 'state' | 'nextPrice' | 'cancelAt' | 'pastDueSince' | 'retries' | 'dueAt'>,
): Promise<string> {
  const id = `sandbox_sub_${randomSecret(24)}`;
  const {
    publicationId,
    checkoutId,
    card,
    priceId,
    amount,
    currency,
    interval,
    anchor,
    periods,
    periodStart,
    periodEnd,
  } = given;
  const price = [priceId, amount, currency, interval];
  const time = [
    anchor,
    periods,
    periodStart,
    periodEnd,
    given.trialEnd,
    given.discount,
    given.chargedPeriods,
    periodEnd,
  ];
  await transaction.run(insert, [id, publicationId, checkoutId, card, ...price, ...time]);
  return id;
}

export async function updateSubscription(transaction: Transaction, changed: SandboxSubscription): Promise<void> {
  const {
    card,
    state,
    priceId,
    amount,
    currency,
    interval,
    nextPrice,
    anchor,
    periods,
    periodStart,
    periodEnd,
    cancelAt,
    pastDueSince,
    chargedPeriods,
    retries,
    dueAt,
  } = changed;
  const values = [
    card,
    state,
    priceId,
    amount,
    currency,
    interval,
    nextPrice,
    anchor,
    periods,
    periodStart,
    periodEnd,
    cancelAt,
    pastDueSince,
    chargedPeriods,
    retries,
    dueAt,
  ];
  await transaction.run(update, [...values, changed.publicationId, changed.id]);
}

export function findSubscription(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<SandboxSubscription | undefined> {
  return connection.first(byId, [publication.id, id]);
}

export function listSandboxSubscriptions(
  publication: Tenant,
  connection: Connection,
  page: { readonly after: string; readonly limit: number },
): Promise<ListedSubscription[]> {
  return connection.all(list, [publication.id, page.after, page.limit]);
}

/** Held until the transaction ends, so that two changes at once are one after the other. */
export function lockSubscription(
  publication: Tenant,
  transaction: Transaction,
  id: string,
): Promise<SandboxSubscription | undefined> {
  return transaction.first(locked, [publication.id, id]);
}

export function toPrice({ priceId, amount, currency, interval }: ChargedPrice): ChargedPrice {
  return { priceId, amount, currency, interval };
}

export function nextPriceOf({ nextPrice }: Pick<SandboxSubscription, 'nextPrice'>): ChargedPrice | undefined {
  // Written by switchPrice below and by nobody else.
  return nextPrice === null ? undefined : (JSON.parse(nextPrice) as ChargedPrice);
}

/** Of a checkout or a subscription. */
export function discountOf({ discount }: Pick<SandboxSubscription, 'discount'>): Discount | null {
  // Written when the checkout was opened, and by nobody else.
  return discount === null ? null : (JSON.parse(discount) as Discount);
}
