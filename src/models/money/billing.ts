// The changes of billing records. The public status is only active or canceled (service.md, States); pending and past
// due exist in billing records alone. `revision` is an optimistic lock.
import { raw } from 'objection';
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { mrrTwelfthsOf, recordRecurringRevenue } from '../counting/recurring-revenue.ts';
import { touchPerson } from '../people/person-state.ts';
import type { Tenant } from '../record.ts';
import { recordBillingEvents, recordBillingTurns } from './billing-event.ts';
import { BillingRecord, type Billing, type BillingFacts, type EndReason } from './billing-record.ts';
import { lookAtMovesOf } from './price-change-move.ts';

const isCollected = "state <> 'ended' and end_reason is null";
/** A merge may give a plan to somebody for whom another subscription to it rests. */
const isHeldOtherwise = `exists (select 1 from prices p join subscriptions o on o.publication_id = p.publication_id and o.plan_id = p.plan_id
  where p.publication_id = billings.publication_id and p.id = billings.price_id and o.customer_id = billings.customer_id and o.status = 'active')`;
const endOfCanceled = statement(
  'end_billings_of_canceled',
  `update billings set end_reason = 'canceled', revision = revision + 1 where publication_id = :publicationId and customer_id = :customerId and ${isCollected}
    and (state <> 'paused' or :isLeaving or ${isHeldOtherwise}) and exists (select 1 from subscriptions s where s.publication_id = billings.publication_id and s.id = billings.subscription_id and s.status = 'canceled')`,
);
const nextRevision = raw('revision + 1');

/** The columns that note which mails were sent about the record. */
interface MarkChange extends Partial<Pick<Billing, 'firstReminderAt'>> {
  readonly from: number | null;
  readonly to: number;
}

type BillingMark = 'reminders' | 'renewalMailedFor' | 'trialRemindedAt';

/** Returns an SQL condition: whether a gateway collects any subscription of the customer of `row`. */
export function isBilled(row: string): string {
  return `exists (select 1 from billings b where b.publication_id = ${row}.publication_id and b.customer_id = ${row}.customer_id and ${isCollected})`;
}

/** Returns undefined when the gateway's subscription has a record already. */
export async function createBilling(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: BillingFacts &
    Pick<Billing, 'customerId' | 'gateway' | 'ref'> &
    Partial<Pick<Billing, 'takenOverAt' | BillingMark>>,
): Promise<Billing | undefined> {
  const now = clock.now();
  const billing = {
    id: newId('bil', now),
    subscriptionId: null,
    trialRemindedAt: null,
    reminders: 0,
    firstReminderAt: null,
    renewalMailedFor: null,
    endReason: null,
    revision: 1,
    createdAt: now.getTime(),
    endedAt: null,
    // Nothing, until it has a subscription.
    mrrTwelfths: 0,
    takenOverAt: null,
    ...given,
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
  const changed = { ...known, ...changes };
  const facts = { ...changed, mrrTwelfths: mrrTwelfthsOf(changed, known) };
  const { publicationId, id, revision } = known;
  const written = await BillingRecord.in({ id: publicationId }, transaction, { id, revision }).patch({
    ...changes,
    mrrTwelfths: facts.mrrTwelfths,
    endReason: facts.endReason ?? known.endReason,
    endedAt: facts.state === 'ended' ? clock.now().getTime() : null,
    // A new failure starts again with the first mail.
    ...(facts.pastDueSince === known.pastDueSince ? {} : { reminders: 0 }),
    revision: nextRevision,
  });
  if (written === 0) return false;
  await recordBillingEvents(transaction, clock, known, facts);
  await recordBillingTurns(transaction, clock, known, facts);
  await recordRecurringRevenue(transaction, clock, known, facts);
  await lookAtMovesOf(transaction, known);
  touchPerson({ id: publicationId }, transaction, clock, known.customerId);
  return true;
}

/** Asks the worker to end the subscription at the gateway. The first reason stays. */
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

/**
 * Asks the worker to end the billing of a subscription whose pause runs. A pause has canceled the subscription already,
 * and would bring another one. Returns false, and does nothing, for other subscriptions, and where it was asked before.
 */
export async function endPausedBilling(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  subscriptionId: string,
): Promise<boolean> {
  const paused = await BillingRecord.find(publication, transaction, { subscriptionId, state: 'paused' });
  if (paused === undefined || paused.endReason !== null) return false;
  await requestBillingEnd(transaction, paused, 'canceled');
  touchPerson(publication, transaction, clock, paused.customerId);
  return true;
}

/**
 * Asks the worker to end the billing of the customer's canceled subscriptions. A caller that cancels subscriptions
 * calls this in the same transaction, so that the gateway collects no more. What is paused goes on, unless another
 * subscription to its plan is active.
 * @param isLeaving whether the person goes, with whom what is paused ends, too
 */
export async function endBillingsOfCanceled(
  publication: Tenant,
  transaction: Transaction,
  { customerId, isLeaving }: { readonly customerId: string; readonly isLeaving: boolean },
): Promise<void> {
  transaction.notify('payments');
  await transaction.run(endOfCanceled, { publicationId: publication.id, customerId, isLeaving });
}

/**
 * Notes that a mail about the record is sent. Returns true for exactly one of several concurrent callers, and for none
 * when the record changed since it was read.
 */
export async function markBilling(
  transaction: Transaction,
  { publicationId, id, revision }: Pick<Billing, 'publicationId' | 'id' | 'revision'>,
  mark: BillingMark,
  { from, to, ...also }: MarkChange,
): Promise<boolean> {
  const marked = await BillingRecord.in({ id: publicationId }, transaction, { id, revision })
    .where({ [mark]: from })
    .patch({ [mark]: to, ...also });
  return marked === 1;
}
