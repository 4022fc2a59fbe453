// The subscriptions of two people who are merged: which of two to one plan stays, and the events of it.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { endSubscription } from '../money/subscription-end.ts';
import { subscriptionEvent, type SubscriptionSummary } from '../money/subscription-event.ts';
import {
  listActiveSubscriptions,
  summaryColumns,
  type ActiveSubscription,
  type Billing,
} from '../money/subscription-record.ts';
import { recordEvent } from '../outbox/event.ts';
import { touchPerson } from '../people/person-state.ts';
import type { Tenant } from '../record.ts';

const move = statement<SubscriptionSummary>(
  'move_subscriptions',
  `update subscriptions set customer_id = :intoId where publication_id = :publicationId and customer_id = :fromId returning ${summaryColumns}`,
);

/** Who pays for a subscription, from nobody to a card that is charged by itself: of two to one plan the higher stays. */
const WORTH: Readonly<Record<Billing, number>> = { none: 0, gift: 1, outside: 2, gateway: 3 };

/**
 * Of two subscriptions to one plan, the one that is given up in a merge. Our choice: a paid one stays; of two that are
 * paid alike, the chosen one, and otherwise that of the remaining person.
 */
export function givenUpOf<One extends Pick<ActiveSubscription, 'id' | 'billing'>>(
  own: One,
  brought: One,
  kept: ReadonlySet<string>,
): One {
  const difference = WORTH[brought.billing] - WORTH[own.billing];
  if (difference !== 0) return difference > 0 ? own : brought;
  return kept.has(brought.id) && !kept.has(own.id) ? own : brought;
}

/**
 * Merges two customers: of two subscriptions to one plan, one is canceled; the others move.
 * @param kept ids of subscriptions that were chosen to stay
 */
export async function moveSubscriptions(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { fromId, intoId, kept }: { readonly fromId: string; readonly intoId: string; readonly kept: ReadonlySet<string> },
): Promise<void> {
  const own = await listActiveSubscriptions(publication, transaction, intoId);
  for (const brought of await listActiveSubscriptions(publication, transaction, fromId)) {
    const same = own.find(({ planId }) => planId === brought.planId);
    if (same === undefined) continue;
    const givenUp = givenUpOf(same, brought, kept);
    await endSubscription(publication, transaction, clock, givenUp.id, { reason: 'merged' });
  }
  for (const moved of await transaction.all(move, { publicationId: publication.id, fromId, intoId })) {
    const previous = { customerId: fromId };
    await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.changed', moved, previous));
  }
  for (const id of [fromId, intoId]) touchPerson(publication, transaction, clock, id);
}
