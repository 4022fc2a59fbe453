// Subscriptions that a payment gateway collects for, or that were gifts: they begin once they are paid, and move to
// another plan with another price. src/models/money/subscription.ts has their rules and ends them; the partial unique
// index enforces one subscription per plan here as well.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { recordEvent } from '../outbox/event.ts';
import { touchPerson } from '../people/person-state.ts';
import type { Tenant } from '../record.ts';
import { subscriptionEvent, type SubscriptionSummary } from './subscription-event.ts';
import { findActiveSubscription, summaryColumns } from './subscription-record.ts';

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
}
