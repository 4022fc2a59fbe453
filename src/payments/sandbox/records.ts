// The sandbox's own books: its subscriptions and payments. They stand for the gateway's database, so nothing but the sandbox reads them.
import type { Connection, Transaction } from '../../database/connection.ts';
import { randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { Interval } from '../../models/catalog/price.ts';
import type { Tenant } from '../../models/record.ts';
import type { ChargedPrice, Discount, GatewayOneOff, ListedSubscription, PaymentReason } from '../gateway.ts';

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

export interface SandboxPayment {
  id: string;
  reason: PaymentReason;
  priceId: string;
  amount: number;
  /** What was taken off. */
  discount: number;
  currency: string;
  periodStart: number;
  periodEnd: number;
  paidAt: number;
  refundedAmount: number;
}

const columns = `id, publication_id as "publicationId", checkout_id as "checkoutId", card, state, price_id as "priceId", amount, currency, interval,
  next_price as "nextPrice", anchor, periods, period_start as "periodStart", period_end as "periodEnd", cancel_at as "cancelAt",
  past_due_since as "pastDueSince", trial_end as "trialEnd", discount, charged_periods as "chargedPeriods", retries, due_at as "dueAt" from sandbox_subscriptions`;
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
  'select id as ref, checkout_id as "checkoutRef", state from sandbox_subscriptions where publication_id = ? and id > ? order by id limit ?',
);
const insertPayment = statement(
  'insert_sandbox_payment',
  `insert into sandbox_payments (id, publication_id, subscription_id, reason, price_id, amount, discount, currency, period_start, period_end, paid_at, refunded_amount)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
);
const payments = statement<SandboxPayment>(
  'sandbox_payments',
  `select id, reason, price_id as "priceId", amount, discount, currency, period_start as "periodStart", period_end as "periodEnd", paid_at as "paidAt",
    refunded_amount as "refundedAmount" from sandbox_payments where publication_id = ? and subscription_id = ? order by paid_at, id`,
);
const refund = statement<{ subscriptionId: string }>(
  'refund_sandbox_payment',
  `update sandbox_payments set refunded_amount = refunded_amount + ? where publication_id = ? and id = ? and refunded_amount + ? <= amount
    returning subscription_id as "subscriptionId"`,
);

const insertCharge = statement(
  'insert_sandbox_charge',
  'insert into sandbox_charges (id, publication_id, checkout_id, amount, currency, paid_at, refunded_amount) values (?, ?, ?, ?, ?, ?, 0)',
);
const charge = statement<Omit<GatewayOneOff, 'paidAt'> & { paidAt: number }>(
  'sandbox_charge_of_checkout',
  'select id as ref, amount, currency, paid_at as "paidAt", refunded_amount as "refundedAmount" from sandbox_charges where publication_id = ? and checkout_id = ?',
);
const refundCharge = statement<{ id: string }>(
  'refund_sandbox_charge',
  'update sandbox_charges set refunded_amount = refunded_amount + ? where publication_id = ? and id = ? and refunded_amount + ? <= amount returning id',
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

export async function insertSandboxPayment(
  transaction: Transaction,
  { id, publicationId }: Pick<SandboxSubscription, 'id' | 'publicationId'>,
  given: Omit<SandboxPayment, 'id' | 'refundedAmount'>,
): Promise<void> {
  const { reason, priceId, amount, discount, currency, periodStart, periodEnd, paidAt } = given;
  const values = [
    `sandbox_pay_${randomSecret(24)}`,
    publicationId,
    id,
    reason,
    priceId,
    amount,
    discount,
    currency,
    periodStart,
    periodEnd,
    paidAt,
  ];
  await transaction.run(insertPayment, values);
}

export function listSandboxPayments(
  publication: Tenant,
  connection: Connection,
  subscriptionId: string,
): Promise<SandboxPayment[]> {
  return connection.all(payments, [publication.id, subscriptionId]);
}

/** Returns whose payment it was; undefined for an unknown one and for more than is left of it. */
export async function refundSandboxPayment(
  publication: Tenant,
  transaction: Transaction,
  paymentId: string,
  amount: number,
): Promise<string | undefined> {
  return (await transaction.first(refund, [amount, publication.id, paymentId, amount]))?.subscriptionId;
}

/** A one-off payment of the whole amount. */
export async function insertSandboxCharge(
  transaction: Transaction,
  given: {
    readonly publicationId: string;
    readonly checkoutId: string;
    readonly amount: number;
    readonly currency: string;
    readonly paidAt: number;
  },
): Promise<void> {
  const { publicationId, checkoutId, amount, currency, paidAt } = given;
  await transaction.run(insertCharge, [
    `sandbox_chg_${randomSecret(24)}`,
    publicationId,
    checkoutId,
    amount,
    currency,
    paidAt,
  ]);
}

/** Null for a checkout of which nothing was charged at once. */
export async function findSandboxCharge(
  publication: Tenant,
  connection: Connection,
  checkoutId: string,
): Promise<GatewayOneOff | null> {
  const found = await connection.first(charge, [publication.id, checkoutId]);
  return found === undefined ? null : { ...found, paidAt: new Date(found.paidAt) };
}

/** Returns false for an unknown one and for more than is left of it. */
export async function refundSandboxCharge(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  amount: number,
): Promise<boolean> {
  return (await transaction.first(refundCharge, [amount, publication.id, id, amount])) !== undefined;
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
