// A subscription as it is kept. Its states and steps are in src/models/money/subscription.ts.
import { PublicationRecord } from '../record.ts';
import type { SubscriptionStatus } from './subscription-event.ts';

export class SubscriptionRecord extends PublicationRecord {
  static override tableName = 'subscriptions';
  static override booleans = ['complimentary'];
  declare customerId: string;
  declare planId: string;
  declare priceId: string | null;
  declare complimentary: boolean;
  declare status: SubscriptionStatus;
  declare billing: 'outside' | 'gateway' | 'gift' | 'none';
  declare createdAt: number;
  declare canceledAt: number | null;
}
