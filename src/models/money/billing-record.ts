// Billing records and their queries. A billing record keeps the gateway's state of a subscription that it collects for,
// which is richer than the public status. Its changes are in src/models/money/billing.ts.
import type { Connection } from '../../database/connection.ts';
import { ofAllPublications, queueStatement, statement } from '../../database/statement.ts';
import type { Interval } from '../catalog/price.ts';
import { READ_MAX } from '../read-max.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';

/**
 * A past_due record keeps the customer's access through the grace period. A paused one grants nothing: its subscription
 * is canceled, and another begins when the pause is over (decisions 43).
 */
type BillingState = 'pending' | 'active' | 'past_due' | 'paused' | 'ended';
/**
 * Why billing ends early. `canceled`: the publisher canceled, or the customer left. `unpaid`: the grace period ended
 * without a payment. `held_already`: the customer held the plan already, or paid for another one where one at a time is sold, so the payment is refunded. `disputed`: the
 * customer's bank took a payment back.
 */
export type EndReason = 'canceled' | 'unpaid' | 'held_already' | 'disputed';

/** Why a bank refused to pay. `declined`: it says no more, or what concerns nobody but the card's owner. */
export type DeclineReason = 'declined' | 'insufficient_funds' | 'authentication_refused' | 'expired_card' | 'wrong_cvc';

export class BillingRecord extends PublicationRecord {
  static override tableName = 'billings';
  declare customerId: string;
  /** Null until the record is active for the first time, and where the plan was held already. */
  declare subscriptionId: string | null;
  declare gateway: string;
  declare ref: string;
  declare state: BillingState;
  declare priceId: string;
  /** The charge of each interval, in minor units of the currency. */
  declare amount: number;
  declare currency: string;
  declare interval: Interval;
  declare nextPriceId: string | null;
  /** The charge of the next renewal; null when there is none, and in records written before this column existed. */
  declare nextAmount: number | null;
  /** All times here are in milliseconds. */
  declare periodEnd: number;
  /** Nothing is charged before this time. */
  declare trialEnd: number | null;
  declare trialRemindedAt: number | null;
  declare cancelAt: number | null;
  /** The end of the paid period from which billing rests; it stays set after the pause. */
  declare pauseFrom: number | null;
  declare pauseUntil: number | null;
  declare pastDueSince: number | null;
  /** Why the last charge failed; null where the gateway does not say, and while nothing is owed. */
  declare declineReason: DeclineReason | null;
  /** The card that pays, such as visa, 4242 and 2031-04; null where the gateway does not say, and once it has ended. */
  declare cardBrand: string | null;
  declare cardLast4: string | null;
  declare cardExpires: string | null;
  /** Counts the mails sent about the present payment failure. */
  declare reminders: number;
  /** When the first of them was sent; of the failure before, while there is none. Null where others had sent it. */
  declare firstReminderAt: number | null;
  /** The end of the period whose renewal the customer was mailed about. */
  declare renewalMailedFor: number | null;
  /** Set on a record that has not ended, it asks the worker to end the subscription at the gateway. */
  declare endReason: EndReason | null;
  /** Optimistic lock. */
  declare revision: number;
  declare createdAt: number;
  declare endedAt: number | null;
  /** What it adds to the monthly recurring revenue (src/models/counting/recurring-revenue.ts). */
  declare mrrTwelfths: number;
  /** When a subscription that others had sold became ours to collect for; null for one that was sold here. */
  declare takenOverAt: number | null;
}

export type Billing = RowOf<BillingRecord>;

/** The columns that are read from the gateway. */
export type BillingFacts = Pick<
  Billing,
  | 'state'
  | 'priceId'
  | 'amount'
  | 'currency'
  | 'interval'
  | 'nextPriceId'
  | 'nextAmount'
  | 'periodEnd'
  | 'trialEnd'
  | 'cancelAt'
  | 'pauseFrom'
  | 'pauseUntil'
  | 'pastDueSince'
  | 'declineReason'
  | 'cardBrand'
  | 'cardLast4'
  | 'cardExpires'
>;

const byRefs = ofAllPublications(
  statement<Pick<Billing, 'publicationId' | 'customerId' | 'ref'>>('billings_by_refs', {
    sqlite: `select publication_id, customer_id, ref from billings
      where gateway = :gateway and ref in (select value from json_each(:refs))`,
    postgres: `select publication_id, customer_id, ref from billings
      where gateway = :gateway and ref = any(array(select json_array_elements_text(:refs::json)))`,
  }),
);

/** Whether a pause waits for the end of the paid period. */
export function isPauseWaiting({
  state,
  pauseFrom,
  periodEnd,
}: Pick<Billing, 'state' | 'pauseFrom' | 'periodEnd'>): boolean {
  return state === 'active' && pauseFrom === periodEnd;
}

/**
 * Finds a record by the gateway's id of the subscription.
 * @param publication whose it is; without it, that of any, of which there are several where an export was brought back beside
 * the publication that it is from
 */
export function findBillingByRef(
  connection: Connection,
  gateway: string,
  ref: string,
  publication?: Tenant,
): Promise<Billing | undefined> {
  const fields = { gateway, ref };
  return first(
    publication === undefined
      ? BillingRecord.ofAll(connection, fields)
      : BillingRecord.in(publication, connection, fields),
  );
}

/** Finds the records of any publication by the gateway's ids of their subscriptions. */
export function listBillingsByRef(
  connection: Connection,
  gateway: string,
  refs: readonly string[],
): Promise<Pick<Billing, 'publicationId' | 'customerId' | 'ref'>[]> {
  return connection.all(byRefs, { gateway, refs: JSON.stringify(refs) });
}

/** Throws NotFound. */
export function getBilling(publication: Tenant, connection: Connection, id: string): Promise<Billing> {
  return BillingRecord.get(publication, connection, id);
}

/** Returns undefined for a subscription that no gateway collects for. */
export function findBillingOf(
  publication: Tenant,
  connection: Connection,
  subscriptionId: string,
): Promise<Billing | undefined> {
  return BillingRecord.find(publication, connection, { subscriptionId });
}

/** Lists the records of a customer, ended ones included, newest first. */
export function listBillingsOf(publication: Tenant, connection: Connection, customerId: string): Promise<Billing[]> {
  return BillingRecord.in(publication, connection, { customerId }).orderBy('id', 'desc').execute();
}

/** Lists the records of every publication that the worker has to end at the gateway. */
export function listBillingsToEnd(connection: Connection, limit: number): Promise<Billing[]> {
  return BillingRecord.ofAll(connection)
    .where('state', '<>', 'ended')
    .whereNotNull('endReason')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Whether the gateway collects for a subscription that has not ended. */
export async function hasOpenBilling(publication: Tenant, connection: Connection, gateway: string): Promise<boolean> {
  const open = BillingRecord.in(publication, connection, { gateway }).where('state', '<>', 'ended').select('id');
  return (await first(open)) !== undefined;
}

/** Lists every gateway that has ever collected for the publication. */
export async function listGatewaysOf(publication: Tenant, connection: Connection): Promise<string[]> {
  return (await BillingRecord.in(publication, connection).distinct('gateway')).map(({ gateway }) => gateway);
}

/**
 * Lists a page of our records with the gateway's ids (keyset pagination).
 * @param after the id of the last record of the page before, or ''
 */
export function listBillingRefs(
  publication: Tenant,
  connection: Connection,
  { gateway, after, limit }: { readonly gateway: string; readonly after: string; readonly limit: number },
): Promise<Pick<Billing, 'id' | 'ref'>[]> {
  return BillingRecord.in(publication, connection, { gateway })
    .select('id', 'ref')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

const pastDue = queueStatement<{ count: number }>(
  'count_past_due_billings',
  `select cast(count(*) as integer) as count
    from (select 1 from billings where state = 'past_due' order by past_due_since limit ${READ_MAX}) late`,
);

/** Counts the subscriptions of all publications whose payment is missing, for an operator. */
export async function countPastDue(connection: Connection): Promise<number> {
  return (await connection.first(pastDue, []))?.count ?? 0;
}
