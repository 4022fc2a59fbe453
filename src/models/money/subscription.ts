// Subscriptions: active or canceled, and canceled is final (service.md, States). One person holds one plan only once at a time;
// the partial unique index on (customer, plan) is the last guard. What a gateway collects for begins in src/models/money/paid-subscription.ts; all end here.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import { insertLogged, loggedInsert, recordEvent } from '../outbox/event.ts';
import { toCustomerId } from '../people/customer-summary.ts';
import type { Tenant } from '../record.ts';
import { endBillingsOfCanceled, isBilled } from './billing.ts';
import { subscriptionContent, subscriptionEvent, type SubscriptionSummary } from './subscription-event.ts';
import {
  findHeldSubscription,
  getSubscription,
  listActiveSubscriptions,
  summaryColumns,
  type Billing,
} from './subscription-record.ts';

export interface NewSubscription {
  /** A cus_ or memb_ id. */
  customerId: string;
  planId: string;
  priceId?: string | null | undefined;
  complimentary: boolean;
}

interface CanceledRow extends SubscriptionSummary {
  /** Whether a gateway collects for this customer. */
  readonly isBilled: boolean | number;
}

interface Parties {
  customerId: string | null;
  planId: string | null;
  pricePlanId: string | null;
}

/** Decisions 10: who was merged into another is that one. `lock` keeps them from being erased until the subscription is there to be canceled. */
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
const insert = loggedInsert(
  'insert_subscription',
  'subscriptions',
  ['id', 'publicationId', 'customerId', 'planId', 'priceId', 'complimentary', 'status', 'billing', 'createdAt'],
  { type: 'subscription.created', content: subscriptionContent },
);
/** The only statement that cancels: canceled is whatever it returns, once. */
const cancel = statement<CanceledRow>(
  'cancel_subscription',
  `update subscriptions set status = 'canceled', canceled_at = :now where publication_id = :publicationId and id = :id and status = 'active'
    returning ${summaryColumns}, ${isBilled('subscriptions')} as is_billed`,
);
const move = statement<SubscriptionSummary>(
  'move_subscriptions',
  `update subscriptions set customer_id = :intoId where publication_id = :publicationId and customer_id = :fromId returning ${summaryColumns}`,
);

/**
 * Active at once; nothing is charged, a paid one is billed outside (decisions 12).
 * Throws InvalidValue, NotFound for an unknown customer, plan or price, Conflict for a price of another plan and for a plan held already.
 */
export async function createSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewSubscription,
): Promise<SubscriptionSummary> {
  const priceId = given.priceId ?? null;
  checkPriceOrComplimentary(priceId, given.complimentary);
  const found = await transaction.first(parties, {
    publicationId: publication.id,
    customerId: toCustomerId(given.customerId),
    planId: given.planId,
    priceId,
  });
  const { customerId } = checkParties(found, given, priceId);
  const createdAt = clock.now();
  const { planId, complimentary } = given;
  const made = { id: newId('sub', createdAt), status: 'active', customerId, planId, priceId, complimentary } as const;
  const billing: Billing = complimentary ? 'none' : 'outside';
  if (!(await insertLogged(transaction, insert, { ...made, publicationId: publication.id, billing, createdAt }))) {
    const held = await findHeldSubscription(publication, transaction, { customerId, planId });
    throw new Conflict(
      'plan_id',
      `The customer has an active subscription to this plan already: ${held?.id ?? planId}`,
    );
  }
  return made;
}

/** Immediate and idempotent: the second cancel has no effect and returns the same. A gateway that collects for it is told by the worker. Throws NotFound. */
export async function cancelSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<SubscriptionSummary> {
  const canceled = await endSubscription(publication, transaction, clock, id);
  if (canceled === undefined) return getSubscription(publication, transaction, id);
  const { isBilled: wasBilled, complimentary, ...summary } = canceled;
  if (wasBilled) await endBillingsOfCanceled(publication, transaction, canceled.customerId);
  return { ...summary, complimentary: Boolean(complimentary) };
}

/** All of a person who leaves. A gateway that collects for one is told by the worker. */
export async function cancelSubscriptionsOf(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
): Promise<void> {
  for (const { id } of await listActiveSubscriptions(publication, transaction, customerId))
    await endSubscription(publication, transaction, clock, id);
  await endBillingsOfCanceled(publication, transaction, customerId);
}

/** Nobody collects for it any more, or it is given up: undefined, without effect, where it has ended before. */
export async function endSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<CanceledRow | undefined> {
  const canceled = await transaction.first(cancel, { now: clock.now(), publicationId: publication.id, id });
  if (canceled !== undefined)
    await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.canceled', canceled));
  return canceled;
}

/**
 * Two records of one person become one. Our choice: of two subscriptions to one plan a complimentary one is given up for a paid one, otherwise
 * the newcomer's.
 */
export async function moveSubscriptions(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  const own = await listActiveSubscriptions(publication, transaction, intoId);
  for (const brought of await listActiveSubscriptions(publication, transaction, fromId)) {
    const kept = own.find(({ planId }) => planId === brought.planId);
    if (kept === undefined) continue;
    const givenUp = kept.complimentary && !brought.complimentary ? kept : brought;
    await endSubscription(publication, transaction, clock, givenUp.id);
  }
  for (const moved of await transaction.all(move, { publicationId: publication.id, fromId, intoId })) {
    const previous = { customerId: fromId };
    await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.changed', moved, previous));
  }
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
