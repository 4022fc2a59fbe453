// Subscriptions that nobody is charged for here, many at once, for imports: given free, or paid elsewhere until a date.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { recordEvents } from '../outbox/event.ts';
import { touchPerson } from '../people/person-state.ts';
import type { Tenant } from '../record.ts';
import { subscriptionEvent } from './subscription-event.ts';
import type { Billing } from './subscription-record.ts';

export interface SubscriptionOfBatch {
  readonly customerId: string;
  readonly planId: string;
  /** Null exactly where it is complimentary. */
  readonly priceId: string | null;
  readonly complimentary: boolean;
  /** In milliseconds; null for no end. */
  readonly endsAt: number | null;
}

const given = givenRows({
  id: 'text',
  customerId: 'text',
  planId: 'text',
  priceId: 'text',
  complimentary: 'boolean',
  billing: 'text',
  endsAt: 'bigint',
});
const inserting = (
  rows: string,
): string => `insert into subscriptions (publication_id, id, customer_id, plan_id, price_id, complimentary, status, billing, created_at, ends_at)
    select :publicationId, given.id, given.customer_id, given.plan_id, given.price_id, given.complimentary, 'active', given.billing, cast(:now as bigint), given.ends_at
    from ${rows} where true on conflict do nothing returning id`;
const insert = statement<{ id: string }>('insert_subscriptions', {
  sqlite: inserting(given.sqlite),
  postgres: inserting(given.postgres),
});
/**
 * Creates active subscriptions of customers, plans and prices that the caller has read in this transaction, each with its
 * event. Returns the id of each by its customer; a customer who holds the plan already has none.
 */
export async function createSubscriptions(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  subscriptions: readonly SubscriptionOfBatch[],
): Promise<ReadonlyMap<string, string>> {
  if (subscriptions.length === 0) return new Map();
  const now = clock.now();
  const rows = subscriptions.map((wanted) => {
    const billing: Billing = wanted.complimentary ? 'none' : 'outside';
    return { ...wanted, id: newId('sub', now), status: 'active', billing } as const;
  });
  const values = { publicationId: publication.id, now, given: JSON.stringify(rows) };
  const made = new Set((await transaction.all(insert, values)).map(({ id }) => id));
  const created = rows.filter(({ id }) => made.has(id));
  await recordEvents(
    transaction,
    clock,
    created.map((row) => ({ publicationId: publication.id, event: subscriptionEvent('subscription.created', row) })),
  );
  for (const { customerId } of created) touchPerson(publication, transaction, customerId);
  return new Map(created.map(({ customerId, id }) => [customerId, id]));
}
