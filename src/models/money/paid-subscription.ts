// Subscriptions that a payment gateway collects for: begun once it is paid, moved to another plan with another price, and ended when the
// gateway's own has ended. Their rules are those of src/models/money/subscription.ts; the partial unique index is the last guard here as well.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { recordEvent } from '../outbox/event.ts';
import type { Tenant } from '../record.ts';
import { subscriptionEvent, type SubscriptionSummary } from './subscription-event.ts';

export interface ActiveSubscription {
  id: string;
  customerId: string;
  planId: string;
  priceId: string | null;
}

const columns = 'id, customer_id, plan_id, price_id from subscriptions';
const summary = 'id, status, customer_id, plan_id, price_id, complimentary';
const insert = statement<SubscriptionSummary>(
  'insert_paid_subscription',
  `insert into subscriptions (id, publication_id, customer_id, plan_id, price_id, complimentary, status, billing, created_at)
    select ?, p.publication_id, ?, p.plan_id, p.id, false, 'active', ?, ? from prices p where p.publication_id = ? and p.id = ? on conflict do nothing returning ${summary}`,
);
const move = statement<SubscriptionSummary>(
  'move_paid_subscription',
  `update subscriptions set price_id = p.id, plan_id = p.plan_id from prices p
    where p.publication_id = subscriptions.publication_id and p.id = ?
      and subscriptions.publication_id = ? and subscriptions.id = ? and status = 'active' and price_id <> p.id
      and not exists (select 1 from subscriptions other where other.publication_id = subscriptions.publication_id
        and other.customer_id = subscriptions.customer_id and other.id <> subscriptions.id and other.status = 'active'
        and other.plan_id = p.plan_id)
    returning subscriptions.id, subscriptions.status, subscriptions.customer_id, subscriptions.plan_id,
      subscriptions.price_id, subscriptions.complimentary`,
);
const end = statement<SubscriptionSummary>(
  'end_paid_subscription',
  `update subscriptions set status = 'canceled', canceled_at = ? where publication_id = ? and id = ? and status = 'active' returning ${summary}`,
);
const activeById = statement<ActiveSubscription>(
  'active_subscription_by_id',
  `select ${columns} where publication_id = ? and id = ? and status = 'active'`,
);
const activeOf = statement<ActiveSubscription>(
  'active_subscriptions_newest_first',
  `select ${columns} where publication_id = ? and customer_id = ? and status = 'active' order by id desc`,
);

/** Active at once. Undefined when the customer holds the price's plan already. */
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
  const now = clock.now();
  const begun = await transaction.first(insert, [newId('sub', now), customerId, billing, now, publication.id, priceId]);
  if (begun !== undefined)
    await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.created', begun));
  return begun?.id;
}

/** The price and its plan from now on; nothing changes where the subscription has that price, or the customer holds that plan by another one. */
export async function movePaidSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  priceId: string,
): Promise<void> {
  const former = await transaction.first(activeById, [publication.id, id]);
  const moved = await transaction.first(move, [priceId, publication.id, id]);
  if (former === undefined || moved === undefined) return;
  const previous = { priceId: former.priceId, ...(former.planId === moved.planId ? {} : { planId: former.planId }) };
  await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.changed', moved, previous));
}

export async function endPaidSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<void> {
  const ended = await transaction.first(end, [clock.now(), publication.id, id]);
  if (ended !== undefined)
    await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.canceled', ended));
}

export function findActiveSubscription(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<ActiveSubscription | undefined> {
  return connection.first(activeById, [publication.id, id]);
}

/** Newest first, whoever collects. */
export function listActiveSubscriptions(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<ActiveSubscription[]> {
  return connection.all(activeOf, [publication.id, customerId]);
}

/** Decisions 4: one plan only once. */
export async function findHeldSubscription(
  publication: Tenant,
  connection: Connection,
  { customerId, planId }: { readonly customerId: string; readonly planId: string },
): Promise<ActiveSubscription | undefined> {
  return (await listActiveSubscriptions(publication, connection, customerId)).find(
    (active) => active.planId === planId,
  );
}
