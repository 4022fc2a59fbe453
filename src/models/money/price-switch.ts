// Changes of price that were previewed to the customer: what is due now, and what is charged from when on. A change is
// carried out once and as previewed, or not at all.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import type { Interval } from '../catalog/price.ts';
import { belongsTo, first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { BillingRecord } from './billing-record.ts';

/** Our choice: a preview is valid for half an hour. */
const PRICE_SWITCH_LIFETIME_SECONDS = 30 * 60;

class PriceSwitchRecord extends PublicationRecord {
  static override tableName = 'price_switches';
  static override relationMappings = () => belongsTo('price_switches', { billing: [BillingRecord, 'billingId'] });
  declare billingId: string;
  /** The revision of the billing record that the preview was computed from. */
  declare billingRevision: number;
  declare priceId: string;
  /** The amount of the new price, in minor units. */
  declare amount: number;
  declare currency: string;
  declare interval: Interval;
  declare timing: 'now' | 'at_period_end';
  declare previewedAt: number;
  declare dueNow: number;
  declare nextAmount: number;
  declare nextAt: number;
  declare createdAt: number;
  declare doneAt: number | null;
}

export type PriceSwitch = RowOf<PriceSwitchRecord>;

/** A previewed change, which is stored once it is confirmed. */
export type ShownPriceSwitch = Omit<PriceSwitch, 'publicationId' | 'doneAt'>;

/** Makes a change to preview; nothing is written. */
export function newPriceSwitch(clock: Clock, given: Omit<ShownPriceSwitch, 'id' | 'createdAt'>): ShownPriceSwitch {
  const now = clock.now();
  return { ...given, id: newId('swi', now), createdAt: now.getTime() };
}

/** Stores a confirmed change. Idempotent. */
export async function keepPriceSwitch(
  publication: Tenant,
  transaction: Transaction,
  shown: ShownPriceSwitch,
): Promise<void> {
  await PriceSwitchRecord.add(publication, transaction, shown);
}

/** Returns undefined for a change of another customer. */
export function findPriceSwitch(
  publication: Tenant,
  connection: Connection,
  customerId: string,
  id: string,
): Promise<PriceSwitch | undefined> {
  return first(
    PriceSwitchRecord.in(publication, connection, { id })
      .joinRelated('billing')
      .where('billing.customerId', customerId)
      .select('price_switches.*'),
  );
}

export function isPriceSwitchExpired(priceSwitch: ShownPriceSwitch, clock: Clock): boolean {
  return addSeconds(new Date(priceSwitch.createdAt), PRICE_SWITCH_LIFETIME_SECONDS) < clock.now();
}

/** Returns true for exactly one of several concurrent callers. */
export async function finishPriceSwitch(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<boolean> {
  const undone = PriceSwitchRecord.in(publication, transaction, { id, doneAt: null });
  return (await undone.patch({ doneAt: clock.now().getTime() })) === 1;
}
