// The content of the events about subscriptions.
import { jsonBoolean, jsonObject } from '../../database/json.ts';
import type { EventFields, EventType, NewEvent, RowColumn, RowContent } from '../outbox/event.ts';

/** A subscription as the data API and events show it. */
export interface SubscriptionSummary {
  id: string;
  status: SubscriptionStatus;
  customerId: string;
  planId: string;
  priceId: string | null;
  complimentary: boolean;
  /** When it ends by itself, in milliseconds. */
  endsAt: number | null;
}

export type SubscriptionStatus = 'active' | 'canceled';

/** Returns the content as SQL expressions over a row of subscriptions. */
export function subscriptionContent(column: RowColumn): RowContent {
  const columns = { id: 'id', status: 'status', customerId: 'customer_id', planId: 'plan_id', priceId: 'price_id' };
  const fields = Object.fromEntries(Object.entries(columns).map(([field, name]) => [field, column(name)]));
  return {
    customerId: column('customer_id'),
    facts: jsonObject({
      object: jsonObject({
        ...fields,
        complimentary: jsonBoolean(column('complimentary')),
        endsAt: column('ends_at'),
      }),
    }),
  };
}

export function subscriptionEvent(
  type: EventType,
  subscription: SubscriptionSummary,
  previous?: EventFields,
): NewEvent {
  const { id, status, customerId, planId, priceId, complimentary, endsAt } = subscription;
  return {
    type,
    objectId: id,
    customerId,
    facts: {
      object: { id, status, customerId, planId, priceId, complimentary: Boolean(complimentary), endsAt },
      previous,
    },
  };
}
