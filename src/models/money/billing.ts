// What happens to billing records. The public status stays active or canceled (service.md, States); pending and past due are told apart here alone.
// Optimistic lock: `revision` counts the writes, so that a state read earlier never overwrites a later one.
import { raw } from 'objection';
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';
import { recordBillingEvents } from './billing-event.ts';
import { BillingRecord, type Billing, type BillingFacts, type EndReason } from './billing-record.ts';

const isCollected = "state <> 'ended' and end_reason is null";
const endOfCanceled = statement(
  'end_billings_of_canceled',
  `update billings set end_reason = 'canceled', revision = revision + 1 where publication_id = :publicationId and customer_id = :customerId and ${isCollected}
    and exists (select 1 from subscriptions s where s.publication_id = billings.publication_id and s.id = billings.subscription_id and s.status = 'canceled')`,
);
const nextRevision = raw('revision + 1');

/** What a record keeps of the mails about it. */
type BillingMark = 'reminders' | 'renewalMailedFor' | 'trialRemindedAt';

/** A condition of SQL: whether a gateway collects for the customer of that row, for this subscription or another. */
export function isBilled(row: string): string {
  return `exists (select 1 from billings b where b.publication_id = ${row}.publication_id and b.customer_id = ${row}.customer_id and ${isCollected})`;
}

/** Undefined when the gateway's subscription has a record already. */
export async function createBilling(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: BillingFacts & Pick<Billing, 'customerId' | 'gateway' | 'ref'>,
): Promise<Billing | undefined> {
  const now = clock.now();
  const billing = {
    ...given,
    id: newId('bil', now),
    subscriptionId: null,
    trialRemindedAt: null,
    reminders: 0,
    renewalMailedFor: null,
    endReason: null,
    revision: 1,
    createdAt: now.getTime(),
    endedAt: null,
  };
  const isNew = await BillingRecord.add(publication, transaction, billing);
  return isNew ? { ...billing, publicationId: publication.id } : undefined;
}

/** Returns false, and changes nothing, when the record was changed since `known` was read. */
export async function updateBilling(
  transaction: Transaction,
  clock: Clock,
  known: Billing,
  changes: Partial<BillingFacts & Pick<Billing, 'subscriptionId' | 'endReason'>>,
): Promise<boolean> {
  const facts = { ...known, ...changes };
  const { publicationId, id, revision } = known;
  const written = await BillingRecord.in({ id: publicationId }, transaction, { id, revision }).patch({
    ...changes,
    endReason: facts.endReason ?? known.endReason,
    endedAt: facts.state === 'ended' ? clock.now().getTime() : null,
    // Another failure is written of from the first mail on.
    ...(facts.pastDueSince === known.pastDueSince ? {} : { reminders: 0 }),
    revision: nextRevision,
  });
  if (written === 0) return false;
  await recordBillingEvents(transaction, clock, known, facts);
  return true;
}

/** Lets the worker end it at the gateway. */
export async function requestBillingEnd(
  transaction: Transaction,
  { publicationId, id }: Pick<Billing, 'publicationId' | 'id'>,
  endReason: EndReason,
): Promise<void> {
  transaction.notify('payments');
  await BillingRecord.in({ id: publicationId }, transaction, { id, endReason: null })
    .where('state', '<>', 'ended')
    .patch({ endReason, revision: nextRevision });
}

/** Whoever cancels subscriptions of a customer calls this in the same transaction, so that the gateway collects no more for them. */
export async function endBillingsOfCanceled(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  transaction.notify('payments');
  await transaction.run(endOfCanceled, { publicationId: publication.id, customerId });
}

/**
 * Sets what the customer was mailed about it. Returns true for exactly one of several concurrent callers, and for none when the record
 * changed since it was read.
 */
export async function markBilling(
  transaction: Transaction,
  { publicationId, id, revision }: Pick<Billing, 'publicationId' | 'id' | 'revision'>,
  mark: BillingMark,
  { from, to }: { readonly from: number | null; readonly to: number },
): Promise<boolean> {
  const marked = await BillingRecord.in({ id: publicationId }, transaction, { id, revision })
    .where({ [mark]: from })
    .patch({ [mark]: to });
  return marked === 1;
}
