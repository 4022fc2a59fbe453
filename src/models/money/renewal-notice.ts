// Which renewals a customer is still to be told of: those that charge for a whole year. Told once for each period, and not of one that ends.
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

/** A charge that comes. Times are milliseconds of the gateway's clock. */
export interface RenewalToTell {
  billingId: string;
  customerId: string;
  subscriptionId: string | null;
  planName: string;
  /** What is charged then, in minor units: that of the next price, and less what a discount takes off. */
  amount: number;
  currency: string;
  periodEnd: number;
  revision: number;
}

const untold = (
  alias: string,
): string => `${alias}.state = 'active' and ${alias}.cancel_at is null and ${alias}.end_reason is null
    and (${alias}.interval = 'year' or ${alias}.next_price_id is not null) and (${alias}.renewal_told_for is null or ${alias}.renewal_told_for <> ${alias}.period_end)`;
const owners = statement<{ publicationId: string; gateway: string }>(
  'owners_of_renewals_to_tell',
  `select distinct b.publication_id, b.gateway from billings b where ${untold('b')} and b.period_end <= ?`,
);
// The end of a trial has a letter of its own.
const due = statement<RenewalToTell>(
  'renewals_to_tell',
  `select b.id as billing_id, b.customer_id, b.subscription_id, l.name as plan_name,
    coalesce(b.next_amount, p.amount) as amount, b.currency, b.period_end, b.revision
    from billings b join prices p on p.publication_id = b.publication_id and p.id = coalesce(b.next_price_id, b.price_id) join plans l on l.publication_id = p.publication_id and l.id = p.plan_id
    where ${untold('b')} and b.publication_id = ? and b.gateway = ? and b.period_end > ? and b.period_end <= ? and p.interval = 'year'
      and (b.trial_end is null or b.trial_end <> b.period_end) and coalesce(b.next_amount, p.amount) > 0 order by b.period_end limit ?`,
);
const mark = statement(
  'mark_renewal_told',
  `update billings set renewal_told_for = period_end where publication_id = ? and id = ? and revision = ? and (renewal_told_for is null or renewal_told_for <> period_end)`,
);

/** Whose they are, of those that come until then. */
export function listOwnersOfRenewals(
  connection: Connection,
  until: Date,
): Promise<{ publicationId: string; gateway: string }[]> {
  return connection.all(owners, [until]);
}

/** The soonest first. */
export function listRenewalsToTell(
  publication: Tenant,
  connection: Connection,
  {
    gateway,
    from,
    until,
    limit,
  }: { readonly gateway: string; readonly from: Date; readonly until: Date; readonly limit: number },
): Promise<RenewalToTell[]> {
  return connection.all(due, [publication.id, gateway, from, until, limit]);
}

/** Of two workers one gets true, and none when the record changed since it was read. */
export async function markRenewalTold(
  publication: Tenant,
  transaction: Transaction,
  { billingId, revision }: RenewalToTell,
): Promise<boolean> {
  return (await transaction.run(mark, [publication.id, billingId, revision])) === 1;
}
