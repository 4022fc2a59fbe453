// A change of price that was shown to the customer: what it costs now and from when on what. It is carried out as shown or not at all, once.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import type { Interval } from '../catalog/price.ts';
import type { Tenant } from '../record.ts';

/** Our choice: what was shown holds for half an hour. */
const PRICE_SWITCH_LIFETIME_SECONDS = 30 * 60;

export interface NewPriceSwitch {
  billingId: string;
  priceId: string;
  /** Of the new price, in minor units. */
  amount: number;
  currency: string;
  interval: Interval;
  timing: 'now' | 'at_period_end';
  previewedAt: number;
  dueNow: number;
  nextAmount: number;
  nextAt: number;
  /** What the billing record was when this was worked out. */
  billingRevision: number;
}

/** It is stored once it is confirmed. */
export interface ShownPriceSwitch extends NewPriceSwitch {
  id: string;
  createdAt: number;
}

export interface PriceSwitch extends ShownPriceSwitch {
  doneAt: number | null;
}

const insert = statement(
  'insert_price_switch',
  `insert into price_switches (id, publication_id, billing_id, price_id, amount, currency, interval, timing, previewed_at, due_now, next_amount,
    next_at, billing_revision, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
);
const ofCustomer = statement<PriceSwitch>(
  'price_switch_of_customer',
  `select s.id, s.billing_id, s.price_id, s.amount, s.currency, s.interval, s.timing, s.previewed_at,
    s.due_now, s.next_amount, s.next_at, s.billing_revision,
    s.created_at, s.done_at from price_switches s join billings b on b.publication_id = s.publication_id and b.id = s.billing_id
    where s.publication_id = ? and b.customer_id = ? and s.id = ?`,
);
const finish = statement(
  'finish_price_switch',
  'update price_switches set done_at = ? where publication_id = ? and id = ? and done_at is null',
);

/** To be shown; nothing is written. */
export function newPriceSwitch(clock: Clock, given: NewPriceSwitch): ShownPriceSwitch {
  const now = clock.now();
  return { ...given, id: newId('swi', now), createdAt: now.getTime() };
}

/** Confirmed: stored once, however often. */
export async function keepPriceSwitch(
  publication: Tenant,
  transaction: Transaction,
  shown: ShownPriceSwitch,
): Promise<void> {
  const {
    id,
    billingId,
    priceId,
    amount,
    currency,
    interval,
    timing,
    previewedAt,
    dueNow,
    nextAmount,
    nextAt,
    billingRevision,
    createdAt,
  } = shown;
  const values = [
    billingId,
    priceId,
    amount,
    currency,
    interval,
    timing,
    previewedAt,
    dueNow,
    nextAmount,
    nextAt,
    billingRevision,
  ];
  await transaction.run(insert, [id, publication.id, ...values, createdAt]);
}

/** Undefined for another customer's. */
export function findPriceSwitch(
  publication: Tenant,
  connection: Connection,
  customerId: string,
  id: string,
): Promise<PriceSwitch | undefined> {
  return connection.first(ofCustomer, [publication.id, customerId, id]);
}

export function isPriceSwitchExpired(priceSwitch: ShownPriceSwitch, clock: Clock): boolean {
  return addSeconds(new Date(priceSwitch.createdAt), PRICE_SWITCH_LIFETIME_SECONDS) < clock.now();
}

export async function finishPriceSwitch(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<void> {
  await transaction.run(finish, [clock.now(), publication.id, id]);
}
