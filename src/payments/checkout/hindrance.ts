// What keeps a person from buying a plan (decisions 4 and 44): they hold it, they pay for another one where the
// publication sells one at a time, or what they pay for rests.
import type { Connection } from '../../database/connection.ts';
import { Conflict } from '../../models/errors.ts';
import { listBillingsOf, type Billing } from '../../models/money/billing-record.ts';
import { findHeldSubscription } from '../../models/money/subscription-record.ts';
import { findPlansPerReader } from '../../models/publication/publication.ts';
import type { Tenant } from '../../models/record.ts';

type Hindrance = 'held' | 'paid-plan' | 'paused';

export async function findHindrance(
  { database }: { readonly database: Connection },
  publication: Tenant,
  { customerId, planId }: { readonly customerId: string; readonly planId: string },
): Promise<Hindrance | undefined> {
  if ((await findHeldSubscription(publication, database, { customerId, planId })) !== undefined) return 'held';
  return findPaidHindrance({ database }, publication, customerId);
}

/** What keeps a person from buying any plan beside those that they have. */
export async function findPaidHindrance(
  { database }: { readonly database: Connection },
  publication: Tenant,
  customerId: string,
): Promise<Exclude<Hindrance, 'held'> | undefined> {
  const paid = (await listBillingsOf(publication, database, customerId)).filter(isPaidPlan);
  // Our choice: whoever pauses buys nothing beside it, since the pause ends by itself and both would be charged.
  if (paid.some(({ state }) => state === 'paused')) return 'paused';
  return paid.length > 0 && (await findPlansPerReader(publication, database)) === 'one' ? 'paid-plan' : undefined;
}

const REASONS: Readonly<Record<Hindrance, string>> = {
  held: 'The customer has an active subscription to this plan already',
  'paid-plan': 'The customer pays for another plan already',
  paused: 'The customer has a subscription that is paused',
};

/** Throws Conflict, of `plan_id`. */
export async function checkUnhindered(
  parts: { readonly database: Connection },
  publication: Tenant,
  wanted: { readonly customerId: string; readonly planId: string },
): Promise<void> {
  const hindrance = await findHindrance(parts, publication, wanted);
  if (hindrance !== undefined) throw new Conflict('plan_id', REASONS[hindrance]);
}

/** Whether a payment for another plan came first, where the publication sells one at a time. The person must be locked. */
export async function paysForAnother(
  publication: Tenant,
  transaction: Connection,
  { id, customerId }: Pick<Billing, 'id' | 'customerId'>,
): Promise<boolean> {
  const others = (await listBillingsOf(publication, transaction, customerId)).filter(
    (billing) => billing.id !== id && isPaidPlan(billing),
  );
  return others.length > 0 && (await findPlansPerReader(publication, transaction)) === 'one';
}

/** A billing record that has begun and goes on. */
function isPaidPlan({ state, subscriptionId, endReason }: Billing): boolean {
  return subscriptionId !== null && endReason === null && state !== 'ended' && state !== 'pending';
}
