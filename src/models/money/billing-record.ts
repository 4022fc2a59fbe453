// A billing record as it is kept, and how one is found: what the gateway says of a subscription that it collects for, richer than the public
// status. Its steps are in src/models/money/billing.ts.
import type { Connection } from '../../database/connection.ts';
import type { Interval } from '../catalog/price.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';

/** past_due keeps its access through the grace. */
type BillingState = 'pending' | 'active' | 'past_due' | 'ended';
/** Why it ends before its time: by the publisher's wish or the customer's leaving, unpaid to the end of the grace, or paid back since the plan was held already. */
export type EndReason = 'canceled' | 'unpaid' | 'held_already';

export class BillingRecord extends PublicationRecord {
  static override tableName = 'billings';
  declare customerId: string;
  /** Null while it has never been active, and where the plan was held already. */
  declare subscriptionId: string | null;
  declare gateway: string;
  declare ref: string;
  declare state: BillingState;
  declare priceId: string;
  /** Minor units of the currency, each interval. */
  declare amount: number;
  declare currency: string;
  declare interval: Interval;
  declare nextPriceId: string | null;
  /** Of the next renewal; null when it ends, and of a record that was last read before this was kept. */
  declare nextAmount: number | null;
  /** Milliseconds, as all times here. */
  declare periodEnd: number;
  /** Nothing is charged before. */
  declare trialEnd: number | null;
  declare trialRemindedAt: number | null;
  declare cancelAt: number | null;
  declare pastDueSince: number | null;
  /** Mails sent about this failure. */
  declare reminders: number;
  /** The end of the period whose renewal the customer was mailed about. */
  declare renewalMailedFor: number | null;
  /** While it has not ended: the worker is to end it at the gateway. */
  declare endReason: EndReason | null;
  /** Optimistic lock. */
  declare revision: number;
  declare createdAt: number;
  declare endedAt: number | null;
}

export type Billing = RowOf<BillingRecord>;

/** What the gateway says. */
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
  | 'pastDueSince'
>;

/** By what the gateway calls it, in whichever publication it is. */
export function findBillingByRef(connection: Connection, gateway: string, ref: string): Promise<Billing | undefined> {
  return first(BillingRecord.ofAll(connection, { gateway, ref }));
}

/** Throws NotFound. */
export function getBilling(publication: Tenant, connection: Connection, id: string): Promise<Billing> {
  return BillingRecord.get(publication, connection, id);
}

/** Undefined for a subscription that no gateway collects for. */
export function findBillingOf(
  publication: Tenant,
  connection: Connection,
  subscriptionId: string,
): Promise<Billing | undefined> {
  return BillingRecord.find(publication, connection, { subscriptionId });
}

/** Newest first, ended ones too. */
export function listBillingsOf(publication: Tenant, connection: Connection, customerId: string): Promise<Billing[]> {
  return BillingRecord.in(publication, connection, { customerId }).orderBy('id', 'desc').execute();
}

/** Of every publication: what the worker is to end at the gateway. */
export function listBillingsToEnd(connection: Connection, limit: number): Promise<Billing[]> {
  return BillingRecord.ofAll(connection)
    .where('state', '<>', 'ended')
    .whereNotNull('endReason')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Every gateway that has ever collected for the publication. */
export async function listGatewaysOf(publication: Tenant, connection: Connection): Promise<string[]> {
  return (await BillingRecord.in(publication, connection).distinct('gateway')).map(({ gateway }) => gateway);
}

/** What the gateway calls our records, a page of them. @param after the id of the last one of the page before, or '' */
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
