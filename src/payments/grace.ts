// Our choice: how long a failed payment keeps its access. After that the subscription is ended.
import { addSeconds } from '../database/clock.ts';
import { requestBillingEnd } from '../models/money/billing.ts';
import { dueStatement, listDue, type Clocks } from './due.ts';
import type { PaymentParts } from './gateways.ts';

export const GRACE_SECONDS = 14 * 24 * 3600;

const overdue = dueStatement<{ id: string; publicationId: string }>(
  'billings_past_their_grace',
  (offset) => `select b.id, b.publication_id from billings b
    where b.state = 'past_due' and b.end_reason is null and b.past_due_since - ${offset('b')} <= :failedBefore order by b.past_due_since`,
);

/** Lets the worker end at the gateway what was not paid in time. Returns whether there was any. */
export async function endUnpaid(parts: PaymentParts, { now }: Clocks): Promise<boolean> {
  const billings = await listDue(parts, overdue, { failedBefore: addSeconds(now, -GRACE_SECONDS) });
  for (const billing of billings)
    await parts.database.transaction((transaction) => requestBillingEnd(transaction, billing, 'unpaid'));
  return billings.length > 0;
}
