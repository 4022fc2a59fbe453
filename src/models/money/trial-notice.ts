// Which customers are still to be told that their trial ends and they are charged: once for each trial, and not of one that ends unpaid. Our
// choice: a week before, or half of the trial before where it is shorter than two weeks.
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Interval } from '../catalog/price.ts';
import type { Tenant } from '../record.ts';

export const TRIAL_NOTICE_SECONDS = 7 * 24 * 3600;
const HALF_DAY_MILLISECONDS = 43_200_000;

/** A first charge that comes. Times are milliseconds of the gateway's clock. */
export interface TrialToTell {
  billingId: string;
  customerId: string;
  subscriptionId: string;
  planName: string;
  /** Minor units: with the discount that runs. */
  amount: number;
  currency: string;
  interval: Interval;
  trialEnd: number;
  revision: number;
}

// A scalar subquery: SQLite would begin a join with the checkouts.
const trialDays =
  "select max(k.trial_days) from checkouts k where k.publication_id = b.publication_id and k.subscription_id = b.subscription_id and k.purpose = 'subscribe'";
const untold = "b.state = 'active' and b.trial_end is not null and b.trial_reminded_at is null";
const owners = statement<{ publicationId: string; gateway: string }>(
  'owners_of_trials_to_tell',
  `select distinct b.publication_id, b.gateway from billings b where ${untold} and b.trial_end <= ?`,
);
const due = statement<TrialToTell>(
  'trials_to_tell',
  `select b.id as billing_id, b.customer_id, b.subscription_id, l.name as plan_name,
    coalesce(b.next_amount, b.amount) as amount, b.currency, b.interval, b.trial_end, b.revision
    from billings b join prices p on p.publication_id = b.publication_id and p.id = b.price_id join plans l on l.publication_id = p.publication_id and l.id = p.plan_id
    where ${untold} and b.publication_id = ? and b.gateway = ? and b.cancel_at is null and b.end_reason is null and coalesce(b.next_amount, b.amount) > 0
      and b.trial_end > ? and b.trial_end <= ? and b.trial_end - ${HALF_DAY_MILLISECONDS} * (${trialDays}) <= ? order by b.trial_end limit ?`,
);
const mark = statement(
  'mark_trial_told',
  'update billings set trial_reminded_at = ? where publication_id = ? and id = ? and revision = ? and trial_reminded_at is null',
);

/** Whose they are, of those that end until then. */
export function listOwnersOfTrials(
  connection: Connection,
  until: Date,
): Promise<{ publicationId: string; gateway: string }[]> {
  return connection.all(owners, [until]);
}

/** The soonest first. @param until what ends later is told of later */
export function listTrialsToTell(
  publication: Tenant,
  connection: Connection,
  {
    gateway,
    now,
    until,
    limit,
  }: { readonly gateway: string; readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<TrialToTell[]> {
  return connection.all(due, [publication.id, gateway, now, until, now, limit]);
}

/** Of two workers one gets true, and none when the record changed since it was read. */
export async function markTrialTold(
  publication: Tenant,
  transaction: Transaction,
  now: Date,
  { billingId, revision }: TrialToTell,
): Promise<boolean> {
  return (await transaction.run(mark, [now, publication.id, billingId, revision])) === 1;
}
