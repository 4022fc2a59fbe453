// What an account at a gateway holds that was sold before it was connected: its customers, their subscriptions and prices.
import type { TakeoverNote } from '../../models/imports/import-block.ts';
import type { RowFaultKind } from '../../models/imports/row.ts';

export interface AccountSubscription {
  readonly ref: string;
  /** The first one, where it has several. Empty without one. */
  readonly priceRef: string;
  /** Begun by a checkout of this publication, which has or will have its record. */
  readonly isOurs: boolean;
  /** Why it cannot be held here. */
  readonly fault: RowFaultKind | undefined;
  readonly notes: readonly TakeoverNote[];
}

export interface AccountCustomer {
  readonly ref: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly createdAt: Date;
  /** Those that have not ended. */
  readonly subscriptions: readonly AccountSubscription[];
}

export interface AccountPage {
  readonly customers: readonly AccountCustomer[];
  /** The cursor of the next page; undefined after the last one. */
  readonly next: string | undefined;
}

export interface ClaimedSubscription {
  readonly ref: string;
  readonly priceId: string;
}
