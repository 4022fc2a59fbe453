// Subscriptions: active or canceled, and canceled is final (service.md, States). One person holds a plan at most once
// at a time, which the partial unique index on (customer, plan) enforces. Subscriptions that a gateway collects for
// begin in src/models/money/paid-subscription.ts; all end in subscription-end.ts.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import type { PendingEntry } from '../act.ts';
import { getPlan } from '../catalog/plan.ts';
import { getPrice } from '../catalog/price.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import { insertLogged, loggedInsert, recordEvent } from '../outbox/event.ts';
import { lockPersonOf } from '../people/customer-person.ts';
import { toCustomerId } from '../people/customer-summary.ts';
import { leaveLost } from '../people/newsletter-subscription.ts';
import { touchPerson } from '../people/person-state.ts';
import type { Tenant } from '../record.ts';
import { endBillingsOfCanceled, endPausedBilling } from './billing.ts';
import { checkEnd, endPausedSubscription, endSubscription, type LeavingReason } from './subscription-end.ts';
import { subscriptionContent, subscriptionEvent, type SubscriptionSummary } from './subscription-event.ts';
import {
  findActiveSubscription,
  findHeldSubscription,
  getSubscription,
  listActiveSubscriptions,
  SubscriptionRecord,
  type Billing,
} from './subscription-record.ts';

export interface NewSubscription {
  /** A cus_ or memb_ id. */
  customerId: string;
  planId: string;
  priceId?: string | null | undefined;
  complimentary: boolean;
  /** When it ends by itself; never by default. */
  endsAt?: Date | null | undefined;
  /** Of the act that creates the subscription (insertLogged). */
  entry?: PendingEntry | undefined;
}

interface Parties {
  customerId: string | null;
  planId: string | null;
  pricePlanId: string | null;
}

/**
 * A merged customer is the one that they were merged into (decisions 10). `lock` keeps the customer from being erased
 * before the subscription is committed, since an erasure cancels subscriptions.
 */
const partiesText = (
  lock: string,
): string => `select (select p.id from customers c join customers p on p.publication_id = c.publication_id and p.id = coalesce(c.merged_into_id, c.id)
      where c.publication_id = :publicationId and c.id = :customerId and p.gone_at is null${lock}) as customer_id,
    (select id from plans where publication_id = :publicationId and id = :planId) as plan_id,
    (select plan_id from prices where publication_id = :publicationId and id = :priceId) as price_plan_id`;
const parties = statement<Parties>('subscription_parties', {
  sqlite: partiesText(''),
  postgres: partiesText(' for key share of p'),
});
const paused = statement<{ id: string }>(
  'paused_subscriptions_of_customer',
  `select s.id from subscriptions s join billings b on b.publication_id = s.publication_id and b.subscription_id = s.id
    where s.publication_id = :publicationId and s.customer_id = :customerId and s.end_reason = 'paused' and b.state <> 'ended'`,
);
const insert = loggedInsert(
  'insert_subscription',
  'subscriptions',
  [
    'id',
    'publicationId',
    'customerId',
    'planId',
    'priceId',
    'complimentary',
    'status',
    'billing',
    'createdAt',
    'endsAt',
  ],
  { type: 'subscription.created', content: subscriptionContent },
);

/**
 * Creates an active subscription. Nothing is charged; a paid one is billed outside (decisions 12). Throws InvalidValue,
 * also for an end that is not in the future, NotFound for an unknown customer, plan or price, Conflict for a price of another plan and for a plan held already.
 */
export async function createSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewSubscription,
): Promise<SubscriptionSummary> {
  const priceId = given.priceId ?? null;
  checkPriceOrComplimentary(priceId, given.complimentary);
  const endsAt = checkEnd(clock, given.endsAt ?? null);
  const found = await transaction.first(parties, {
    publicationId: publication.id,
    customerId: toCustomerId(given.customerId),
    planId: given.planId,
    priceId,
  });
  const { customerId } = checkParties(found, given, priceId);
  const createdAt = clock.now();
  const { planId, complimentary } = given;
  const made = {
    id: newId('sub', createdAt),
    status: 'active',
    customerId,
    planId,
    priceId,
    complimentary,
    endsAt,
  } as const;
  const billing: Billing = complimentary ? 'none' : 'outside';
  const row = { ...made, publicationId: publication.id, billing, createdAt };
  if (!(await insertLogged(transaction, insert, row, given.entry))) {
    const held = await findHeldSubscription(publication, transaction, { customerId, planId });
    throw new Conflict(
      'plan_id',
      `The customer has an active subscription to this plan already: ${held?.id ?? planId}`,
    );
  }
  touchPerson(publication, transaction, clock, customerId);
  return made;
}

/**
 * Cancels at once, for the publisher. Idempotent: a second cancel has no effect and returns the same. One whose pause
 * runs does not come back. The worker ends the billing at the gateway. Throws NotFound.
 */
export async function cancelSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  leavingReason?: LeavingReason | null,
): Promise<SubscriptionSummary> {
  const end = { reason: 'publisher', leavingReason } as const;
  const canceled = await endSubscription(publication, transaction, clock, id, end);
  if (canceled === undefined) {
    if (await endPausedBilling(publication, transaction, clock, id))
      await endPausedSubscription(publication, transaction, clock, id, end);
    return getSubscription(publication, transaction, id);
  }
  const { isBilled: wasBilled, complimentary, ...summary } = canceled;
  if (wasBilled)
    await endBillingsOfCanceled(publication, transaction, { customerId: canceled.customerId, isLeaving: false });
  return { ...summary, complimentary: Boolean(complimentary) };
}

/**
 * Ends a complimentary subscription at once, for the reader who has it and leaves it. Throws NotFound for every other
 * one: what was bought, given or is paid elsewhere ends in its own way.
 */
export async function leaveComplimentary(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  {
    customerId,
    id,
    leavingReason,
  }: { readonly customerId: string; readonly id: string; readonly leavingReason: LeavingReason | null },
): Promise<void> {
  const fields = { id, customerId, status: 'active', billing: 'none' } as const;
  if ((await SubscriptionRecord.find(publication, transaction, fields)) === undefined)
    throw new NotFound(`No such complimentary subscription: ${id}`);
  await endSubscription(publication, transaction, clock, id, { reason: 'reader', leavingReason });
}

/** Cancels all subscriptions of a person who is erased, paused ones included. The worker ends their billing at the gateway. */
export async function cancelSubscriptionsOf(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
): Promise<void> {
  for (const { id } of await listActiveSubscriptions(publication, transaction, customerId))
    await endSubscription(publication, transaction, clock, id, { reason: 'erased' });
  for (const { id } of await transaction.all(paused, { publicationId: publication.id, customerId }))
    await endPausedSubscription(publication, transaction, clock, id, { reason: 'erased' });
  await endBillingsOfCanceled(publication, transaction, { customerId, isLeaving: true });
}

/**
 * Changes the plan of a subscription for which no gateway collects, at once: to a plan for a complimentary one, to a
 * price for one that is billed outside. Throws NotFound, and Conflict for a plan that is held already, and for a
 * subscription that is over, a gift or collected by a gateway.
 */
export async function switchUncollected(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  to: string,
): Promise<SubscriptionSummary> {
  const { customerId } = await getSubscription(publication, transaction, id);
  // A subscription that begins meanwhile waits, so that no plan is held twice.
  await lockPersonOf(publication, transaction, customerId);
  const former = await findActiveSubscription(publication, transaction, id);
  if (former === undefined || (former.billing !== 'none' && former.billing !== 'outside'))
    throw new Conflict('subscription', `The subscription ${id} is not switched here`, 'no-switch');
  const target =
    former.billing === 'none'
      ? { planId: (await getPlan(publication, transaction, to)).id, priceId: null }
      : { planId: (await getPrice(publication, transaction, to)).planId, priceId: to };
  const held = await findHeldSubscription(publication, transaction, { customerId, planId: target.planId });
  if (held !== undefined && held.id !== id)
    throw new Conflict('plan_id', `The customer has an active subscription to this plan already: ${held.id}`);
  await SubscriptionRecord.in(publication, transaction, { id, status: 'active' }).patch(target);
  const previous = {
    ...(former.planId === target.planId ? {} : { planId: former.planId }),
    ...(former.priceId === target.priceId ? {} : { priceId: former.priceId }),
  };
  const changed = await getSubscription(publication, transaction, id);
  if (Object.keys(previous).length > 0)
    await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.changed', changed, previous));
  if (former.planId !== target.planId) await leaveLost(publication, transaction, clock, customerId);
  return changed;
}

/** service.md, Data API rule 4: if complimentary is true, price_id must be null; it is required otherwise. */
function checkPriceOrComplimentary(priceId: string | null, complimentary: boolean): void {
  if (complimentary && priceId !== null)
    throw new InvalidValue('price_id', 'price_id must be null when complimentary is true');
  if (!complimentary && priceId === null)
    throw new InvalidValue('price_id', 'price_id is required unless complimentary is true');
}

function checkParties(
  found: Parties | undefined,
  given: NewSubscription,
  priceId: string | null,
): { customerId: string } {
  const customerId = found?.customerId;
  if (!found || !customerId) throw new NotFound(`No such customer: ${given.customerId}`);
  if (!found.planId) throw new NotFound(`No such plan: ${given.planId}`);
  if (priceId === null) return { customerId };
  if (!found.pricePlanId) throw new NotFound(`No such price: ${priceId}`);
  if (found.pricePlanId !== given.planId)
    throw new Conflict('price_id', `The price ${priceId} is one of another plan: ${found.pricePlanId}`);
  return { customerId };
}
