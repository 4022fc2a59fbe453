// Subscriptions that a payment gateway collects for, or that were gifts: they begin once they are paid, and move to
// another plan with another price; and those that imports bring, many at once. src/models/money/subscription.ts has their rules and ends them; the partial unique
// index enforces one subscription per plan here as well.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { recordEvent, recordEvents } from '../outbox/event.ts';
import { leaveLost } from '../people/newsletter-subscription.ts';
import { touchPerson } from '../people/person-state.ts';
import type { Tenant } from '../record.ts';
import { subscriptionEvent, type SubscriptionSummary } from './subscription-event.ts';
import { findActiveSubscription, summaryColumns, type Billing } from './subscription-record.ts';

const insert = statement<SubscriptionSummary>(
  'insert_paid_subscription',
  `insert into subscriptions (id, publication_id, customer_id, plan_id, price_id, complimentary, status, billing, created_at)
    select :id, p.publication_id, :customerId, p.plan_id, p.id, false, 'active', :billing, :createdAt from prices p
    where p.publication_id = :publicationId and p.id = :priceId on conflict do nothing returning ${summaryColumns}`,
);
const move = statement<SubscriptionSummary>(
  'move_paid_subscription',
  `update subscriptions set price_id = p.id, plan_id = p.plan_id from prices p
    where p.publication_id = subscriptions.publication_id and p.id = :priceId
      and subscriptions.publication_id = :publicationId and subscriptions.id = :id and status = 'active' and price_id <> p.id
      and not exists (select 1 from subscriptions other where other.publication_id = subscriptions.publication_id
        and other.customer_id = subscriptions.customer_id and other.id <> subscriptions.id and other.status = 'active'
        and other.plan_id = p.plan_id)
    returning ${summaryColumns}`,
);

const adopt = statement<SubscriptionSummary>(
  'adopt_outside_subscription',
  `update subscriptions set price_id = p.id, billing = 'gateway', ends_at = null, end_reason = null from prices p
    where p.publication_id = subscriptions.publication_id and p.id = :priceId and p.plan_id = subscriptions.plan_id
      and subscriptions.publication_id = :publicationId and subscriptions.id = :id and status = 'active' and billing = 'outside'
    returning ${summaryColumns}`,
);

/** Creates an active subscription and returns its id; undefined when the customer holds the price's plan already. */
export async function beginPaidSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  {
    customerId,
    priceId,
    billing = 'gateway',
  }: { readonly customerId: string; readonly priceId: string; readonly billing?: 'gateway' | 'gift' },
): Promise<string | undefined> {
  const createdAt = clock.now();
  const made = { publicationId: publication.id, id: newId('sub', createdAt), customerId, priceId, billing, createdAt };
  const begun = await transaction.first(insert, made);
  if (begun === undefined) return undefined;
  await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.created', begun));
  touchPerson(publication, transaction, clock, customerId);
  return begun.id;
}

/**
 * Moves a subscription to a price and its plan. Nothing changes where it has that price already, or where another
 * subscription of the customer has that plan.
 */
export async function movePaidSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  priceId: string,
): Promise<void> {
  const former = await findActiveSubscription(publication, transaction, id);
  const moved = await transaction.first(move, { publicationId: publication.id, id, priceId });
  if (former === undefined || moved === undefined) return;
  const previous = { priceId: former.priceId, ...(former.planId === moved.planId ? {} : { planId: former.planId }) };
  await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.changed', moved, previous));
  if (former.planId !== moved.planId) await leaveLost(publication, transaction, clock, former.customerId);
}

/**
 * Has a gateway collect for a subscription that was billed outside, which goes on under its id. Returns false where it is
 * not such a subscription of the price's plan.
 */
export async function adoptOutsideSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { id, priceId }: { readonly id: string; readonly priceId: string },
): Promise<boolean> {
  const former = await findActiveSubscription(publication, transaction, id);
  const adopted = await transaction.first(adopt, { publicationId: publication.id, id, priceId });
  if (former === undefined || adopted === undefined) return false;
  const previous = {
    ...(former.priceId !== priceId && { priceId: former.priceId }),
    ...(former.endsAt !== null && { endsAt: former.endsAt }),
  };
  await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.changed', adopted, previous));
  touchPerson(publication, transaction, clock, former.customerId);
  return true;
}

/** Many at once, for imports: given free, or paid elsewhere. Nobody is charged for them here. */
export interface SubscriptionOfBatch {
  readonly customerId: string;
  readonly planId: string;
  /** Null exactly where it is complimentary. */
  readonly priceId: string | null;
  readonly complimentary: boolean;
  /** In milliseconds; null for no end. */
  readonly endsAt: number | null;
}

const givenSubscriptions = givenRows({
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
const insertMany = statement<{ id: string }>('insert_subscriptions', {
  sqlite: inserting(givenSubscriptions.sqlite),
  postgres: inserting(givenSubscriptions.postgres),
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
  const made = new Set((await transaction.all(insertMany, values)).map(({ id }) => id));
  const created = rows.filter(({ id }) => made.has(id));
  await recordEvents(
    transaction,
    clock,
    created.map((row) => ({ publicationId: publication.id, event: subscriptionEvent('subscription.created', row) })),
  );
  for (const { customerId } of created) touchPerson(publication, transaction, clock, customerId);
  return new Map(created.map(({ customerId, id }) => [customerId, id]));
}
