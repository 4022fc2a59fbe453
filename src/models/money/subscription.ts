// Subscriptions: active or canceled, and canceled is final (service.md, States). One person holds one plan only once at a time;
// the partial unique index on (customer, plan) is the last guard.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import { insertLogged, loggedInsert, recordEvent } from '../outbox/event.ts';
import { toCustomerId } from '../people/customer-summary.ts';
import { PublicationRecord, type Tenant } from '../record.ts';
import { endBillingsOfCanceled, isBilled } from './billing.ts';
import {
  subscriptionContent,
  subscriptionEvent,
  type SubscriptionStatus,
  type SubscriptionSummary,
} from './subscription-event.ts';

/** Who pays: the customer by means of the publisher's own, or by a payment gateway (src/models/money/billing.ts has its record); somebody else, at once (src/models/money/gift.ts); or nobody. */
export type Billing = 'outside' | 'gateway' | 'gift' | 'none';

export class Subscription extends PublicationRecord {
  static override tableName = 'subscriptions';
  static override booleans = ['complimentary'];
  declare customerId: string;
  declare planId: string;
  declare priceId: string | null;
  declare complimentary: boolean;
  declare status: SubscriptionStatus;
  declare billing: Billing;
  declare createdAt: number;
  declare canceledAt: number | null;
}

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
      where c.publication_id = ? and c.id = ? and p.gone_at is null${lock}) as customer_id,
    (select id from plans where publication_id = ? and id = ?) as plan_id,
    (select plan_id from prices where publication_id = ? and id = ?) as price_plan_id`;
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
const activeByPlan = statement<{ id: string }>(
  'active_subscription_by_plan',
  "select id from subscriptions where publication_id = ? and customer_id = ? and plan_id = ? and status = 'active'",
);
const summaryColumns = 'id, status, customer_id, plan_id, price_id, complimentary';
const cancel = statement<CanceledRow>(
  'cancel_subscription',
  `update subscriptions set status = 'canceled', canceled_at = ? where publication_id = ? and id = ? and status = 'active'
    returning ${summaryColumns}, ${isBilled('subscriptions')} as is_billed`,
);
const byId = statement<SubscriptionSummary>(
  'subscription_by_id',
  `select ${summaryColumns} from subscriptions where publication_id = ? and id = ?`,
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
  const found = await transaction.first(parties, [
    publication.id,
    toCustomerId(given.customerId),
    publication.id,
    given.planId,
    publication.id,
    priceId,
  ]);
  const { customerId } = checkParties(found, given, priceId);
  const createdAt = clock.now();
  const { planId, complimentary } = given;
  const made = { id: newId('sub', createdAt), status: 'active', customerId, planId, priceId, complimentary } as const;
  const billing: Billing = complimentary ? 'none' : 'outside';
  if (!(await insertLogged(transaction, insert, { ...made, publicationId: publication.id, billing, createdAt }))) {
    const held = await transaction.first(activeByPlan, [publication.id, customerId, given.planId]);
    throw new Conflict(
      'plan_id',
      `The customer has an active subscription to this plan already: ${held?.id ?? given.planId}`,
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
  const canceled = await transaction.first(cancel, [clock.now(), publication.id, id]);
  if (canceled === undefined) return getUnchanged(publication, transaction, id);
  if (canceled.isBilled) await endBillingsOfCanceled(publication, transaction, canceled.customerId);
  await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.canceled', canceled));
  return toSummary(canceled);
}

async function getUnchanged(publication: Tenant, transaction: Transaction, id: string): Promise<SubscriptionSummary> {
  const found = await transaction.first(byId, [publication.id, id]);
  if (found === undefined) throw new NotFound(`No such subscription: ${id}`);
  return toSummary(found);
}

function toSummary({
  id,
  status,
  customerId,
  planId,
  priceId,
  complimentary,
}: SubscriptionSummary): SubscriptionSummary {
  return { id, status, customerId, planId, priceId, complimentary: Boolean(complimentary) };
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
