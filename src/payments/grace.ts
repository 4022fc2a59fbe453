// Our choice: the grace period, for which a past due subscription keeps its access. After it the subscription is ended.
import { addSeconds } from '../database/clock.ts';
import { inPublication } from '../database/scope.ts';
import { requestBillingEnd } from '../models/money/billing.ts';
import { dueStatement, listDue, type Clocks } from './due.ts';
import type { PaymentParts } from './gateways.ts';

export const GRACE_SECONDS = 14 * 24 * 3600;

const pastGrace = dueStatement<{ id: string; publicationId: string }>(
  'billings_past_their_grace',
  (offset) => `select b.id, b.publication_id from billings b
    where b.state = 'past_due' and b.end_reason is null and b.past_due_since - ${offset('b')} <= :failedBefore order by b.past_due_since`,
);

/** Requests the end of subscriptions past their grace period; the worker ends them at the gateway. Returns whether there were any. */
export async function endUnpaid(parts: PaymentParts, { now }: Clocks): Promise<boolean> {
  const billings = await listDue(parts, pastGrace, { failedBefore: addSeconds(now, -GRACE_SECONDS) });
  for (const billing of billings)
    await inPublication({ id: billing.publicationId }, () =>
      parts.database.transaction((transaction) => requestBillingEnd(transaction, billing, 'unpaid')),
    );
  return billings.length > 0;
}
