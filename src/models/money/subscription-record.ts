// Subscriptions and their queries. Only src/models/money/subscription.ts and paid-subscription.ts write them, each
// write with its event.
import type { Connection } from '../../database/connection.ts';
import { toColumn } from '../../database/rows.ts';
import { PlanRecord } from '../catalog/plan.ts';
import { NotFound } from '../errors.ts';
import { belongsTo, first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import type { SubscriptionStatus, SubscriptionSummary } from './subscription-event.ts';

/**
 * Who collects. `outside`: the publisher, by their own means. `gateway`: a payment gateway, with a billing record
 * (src/models/money/billing.ts). `gift`: somebody else paid at once (src/models/money/gift.ts). `none`: nobody pays.
 */
export type Billing = 'outside' | 'gateway' | 'gift' | 'none';

export class SubscriptionRecord extends PublicationRecord {
  static override tableName = 'subscriptions';
  static override booleans = ['complimentary'];
  static override relationMappings = () => belongsTo('subscriptions', { plan: [PlanRecord, 'planId'] });
  declare customerId: string;
  declare planId: string;
  declare priceId: string | null;
  declare complimentary: boolean;
  declare status: SubscriptionStatus;
  declare billing: Billing;
  declare createdAt: number;
  declare canceledAt: number | null;
  /** When it ends by itself, in milliseconds: complimentary, or billed outside. */
  declare endsAt: number | null;
  /** Why it ended, or is to end (src/models/money/subscription-end.ts); null while it goes on. */
  declare endReason: string | null;
  /** What whoever canceled said of it. */
  declare leavingReason: string | null;
}

const SUMMARY = ['id', 'status', 'customerId', 'planId', 'priceId', 'complimentary', 'endsAt'] as const;
/** The columns of a SubscriptionSummary, for statements. */
export const summaryColumns = SUMMARY.map((field) => `subscriptions.${toColumn(field)}`).join(', ');

export type ActiveSubscription = Pick<
  RowOf<SubscriptionRecord>,
  'id' | 'customerId' | 'planId' | 'priceId' | 'complimentary' | 'billing' | 'endsAt' | 'endReason' | 'leavingReason'
>;

/** Throws NotFound. */
export async function getSubscription(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<SubscriptionSummary> {
  const found = await first(SubscriptionRecord.in(publication, connection, { id }).select(SUMMARY));
  if (found === undefined) throw new NotFound(`No such subscription: ${id}`);
  return found;
}

export function findActiveSubscription(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<ActiveSubscription | undefined> {
  return SubscriptionRecord.find(publication, connection, { id, status: 'active' });
}

/** Lists a customer's active subscriptions of every kind of billing, newest first. */
export async function listActiveSubscriptions(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<ActiveSubscription[]> {
  return (await newestOf(publication, connection, customerId)).filter(isActive);
}

/**
 * Lists the names of the plans of the customer's active subscriptions, newest first.
 * @param only of which plans; all by default
 */
export async function listSubscribedPlans(
  publication: Tenant,
  connection: Connection,
  customerId: string,
  only: 'all' | 'sent by post' = 'all',
): Promise<{ name: string; texts: string | null }[]> {
  const found = newestOf(publication, connection, customerId).joinRelated('plan');
  const subscriptions = await (only === 'all' ? found : found.where('plan.sentByPost', true))
    .select('subscriptions.status', 'plan.name', 'plan.texts')
    .castTo<{ status: SubscriptionStatus; name: string; texts: string | null }[]>();
  return subscriptions.filter(isActive);
}

/** Lists all of a customer's subscriptions, ended ones included, newest first. */
export function listSubscriptionsOf(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<(RowOf<SubscriptionRecord> & { readonly planName: string })[]> {
  return newestOf(publication, connection, customerId)
    .joinRelated('plan')
    .select('subscriptions.*', 'plan.name as planName')
    .castTo<(RowOf<SubscriptionRecord> & { readonly planName: string })[]>()
    .execute();
}

/** Finds the active subscription to a plan, of which a customer has at most one (decisions 4). */
export async function findHeldSubscription(
  publication: Tenant,
  connection: Connection,
  { customerId, planId }: { readonly customerId: string; readonly planId: string },
): Promise<ActiveSubscription | undefined> {
  return (await listActiveSubscriptions(publication, connection, customerId)).find(
    (active) => active.planId === planId,
  );
}

/**
 * Selects all of a customer's subscriptions, which are few. With a condition on the status, SQLite would choose the
 * index of all active subscriptions.
 */
function newestOf(publication: Tenant, connection: Connection, customerId: string) {
  return SubscriptionRecord.in(publication, connection, { customerId }).orderBy('subscriptions.id', 'desc');
}

function isActive({ status }: Pick<SubscriptionRecord, 'status'>): boolean {
  return status === 'active';
}
