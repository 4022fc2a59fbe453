// A billing record: what the gateway says of a subscription that it collects for, richer than the public status (src/models/money/billing.ts writes it).
import type { Interval } from '../catalog/price.ts';

/** past_due keeps its access through the grace. */
type BillingState = 'pending' | 'active' | 'past_due' | 'ended';
/** Why it ends before its time: by the publisher's wish or the customer's leaving, unpaid to the end of the grace, or paid back since the plan was held already. */
export type EndReason = 'canceled' | 'unpaid' | 'held_already';

/** What the gateway says. Times are milliseconds. */
export interface BillingFacts {
  state: BillingState;
  priceId: string;
  /** Minor units of the currency, each interval. */
  amount: number;
  currency: string;
  interval: Interval;
  nextPriceId: string | null;
  /** Of the next renewal; null when it ends, and of a record that was last read before this was kept. */
  nextAmount: number | null;
  periodEnd: number;
  /** Nothing is charged before. */
  trialEnd: number | null;
  cancelAt: number | null;
  pastDueSince: number | null;
}

export interface Billing extends BillingFacts {
  id: string;
  publicationId: string;
  customerId: string;
  /** Null while it has never been active, and where the plan was held already. */
  subscriptionId: string | null;
  gateway: string;
  ref: string;
  /** Mails sent about this failure. */
  reminders: number;
  /** While it has not ended: the worker is to end it at the gateway. */
  endReason: EndReason | null;
  revision: number;
}
