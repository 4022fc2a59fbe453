// Billing records: what the gateway says of a subscription that it collects for. The public status stays active or canceled (service.md,
// States); pending and past due are told apart here alone. `revision` counts the writes, so that a state read earlier never overwrites a later one.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { NotFound } from '../errors.ts';
import type { Tenant } from '../record.ts';
import { recordBillingEvents } from './billing-event.ts';
import type { Billing, BillingFacts, EndReason } from './billing-record.ts';

const columns = `id, publication_id, customer_id, subscription_id, gateway, ref, state,
  price_id, amount, currency, interval, next_price_id, next_amount, period_end, trial_end, cancel_at,
  past_due_since, reminders, end_reason, revision`;
const insert = statement(
  'insert_billing',
  `insert into billings (id, publication_id, customer_id, gateway, ref, state, price_id, amount, currency, interval, next_price_id, next_amount, period_end,
    trial_end, cancel_at, past_due_since, reminders, revision, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 1, ?) on conflict do nothing`,
);
const update = statement(
  'update_billing',
  `update billings set state = ?, price_id = ?, amount = ?, currency = ?, interval = ?, next_price_id = ?, next_amount = ?, period_end = ?, trial_end = ?, cancel_at = ?,
    past_due_since = ?, reminders = case when past_due_since = ? then reminders else 0 end, ended_at = ?, subscription_id = ?, end_reason = coalesce(?, end_reason),
    revision = revision + 1 where publication_id = ? and id = ? and revision = ?`,
);
const byRef = statement<Billing>('billing_by_ref', `select ${columns} from billings where gateway = ? and ref = ?`);
const byPayment = statement<Billing>(
  'billing_by_payment',
  `select ${columns} from billings where (publication_id, id) = (select publication_id, billing_id from payments where gateway = ? and ref = ?)`,
);
const byId = statement<Billing>('billing_by_id', `select ${columns} from billings where publication_id = ? and id = ?`);
const bySubscription = statement<Billing>(
  'billing_by_subscription',
  `select ${columns} from billings where publication_id = ? and subscription_id = ?`,
);
const ofCustomer = statement<Billing>(
  'billings_of_customer',
  `select ${columns} from billings where publication_id = ? and customer_id = ? order by id desc`,
);
const toEnd = statement<Billing>(
  'billings_to_end',
  `select ${columns} from billings where state <> 'ended' and end_reason is not null order by id limit ?`,
);
const wantEnd = statement(
  'want_billing_ended',
  "update billings set end_reason = ?, revision = revision + 1 where publication_id = ? and id = ? and state <> 'ended' and end_reason is null",
);
const isCollected = "state <> 'ended' and end_reason is null";
const endOfCanceled = statement(
  'end_billings_of_canceled',
  `update billings set end_reason = 'canceled', revision = revision + 1 where publication_id = ? and customer_id = ? and ${isCollected}
    and exists (select 1 from subscriptions s where s.publication_id = billings.publication_id and s.id = billings.subscription_id and s.status = 'canceled')`,
);
const mark = (column: BillingMark) =>
  statement(
    `mark_billing_${column}`,
    `update billings set ${column} = ? where publication_id = ? and id = ? and revision = ? and ${column} is not distinct from ?`,
  );
const marks = {
  reminders: mark('reminders'),
  renewal_told_for: mark('renewal_told_for'),
  trial_reminded_at: mark('trial_reminded_at'),
};

/** What a record keeps of the mails about it. */
type BillingMark = 'reminders' | 'renewal_told_for' | 'trial_reminded_at';

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
  const id = newId('bil', now);
  const {
    customerId,
    gateway,
    ref,
    state,
    priceId,
    amount,
    currency,
    interval,
    nextPriceId,
    nextAmount,
    periodEnd,
    trialEnd,
    cancelAt,
    pastDueSince,
  } = given;
  const facts = [
    state,
    priceId,
    amount,
    currency,
    interval,
    nextPriceId,
    nextAmount,
    periodEnd,
    trialEnd,
    cancelAt,
    pastDueSince,
  ];
  const isNew = (await transaction.run(insert, [id, publication.id, customerId, gateway, ref, ...facts, now])) === 1;
  return isNew
    ? { ...given, id, publicationId: publication.id, subscriptionId: null, reminders: 0, endReason: null, revision: 1 }
    : undefined;
}

/** Returns false, and changes nothing, when the record was changed since `known` was read. */
export async function updateBilling(
  transaction: Transaction,
  clock: Clock,
  known: Billing,
  facts: BillingFacts & Pick<Billing, 'subscriptionId' | 'endReason'>,
): Promise<boolean> {
  const {
    state,
    priceId,
    amount,
    currency,
    interval,
    nextPriceId,
    nextAmount,
    periodEnd,
    trialEnd,
    cancelAt,
    pastDueSince,
  } = facts;
  const values = [
    state,
    priceId,
    amount,
    currency,
    interval,
    nextPriceId,
    nextAmount,
    periodEnd,
    trialEnd,
    cancelAt,
    pastDueSince,
    pastDueSince,
  ];
  const end = [state === 'ended' ? clock.now() : null, facts.subscriptionId, facts.endReason];
  if ((await transaction.run(update, [...values, ...end, known.publicationId, known.id, known.revision])) === 0)
    return false;
  await recordBillingEvents(transaction, clock, known, facts);
  return true;
}

/** By what the gateway calls it, in whichever publication it is. */
export function findBillingByRef(connection: Connection, gateway: string, ref: string): Promise<Billing | undefined> {
  return connection.first(byRef, [gateway, ref]);
}

/** By what the gateway calls a payment for it. */
export function findBillingByPayment(
  connection: Connection,
  gateway: string,
  paymentRef: string,
): Promise<Billing | undefined> {
  return connection.first(byPayment, [gateway, paymentRef]);
}

/** Throws NotFound. */
export async function getBilling(publication: Tenant, connection: Connection, id: string): Promise<Billing> {
  const found = await connection.first(byId, [publication.id, id]);
  if (found === undefined) throw new NotFound(`No such billing: ${id}`);
  return found;
}

/** Undefined for a subscription that no gateway collects for. */
export function findBillingOf(
  publication: Tenant,
  connection: Connection,
  subscriptionId: string,
): Promise<Billing | undefined> {
  return connection.first(bySubscription, [publication.id, subscriptionId]);
}

/** Newest first, ended ones too. */
export function listBillingsOf(publication: Tenant, connection: Connection, customerId: string): Promise<Billing[]> {
  return connection.all(ofCustomer, [publication.id, customerId]);
}

/** Of every publication: what the worker is to end at the gateway. */
export function listBillingsToEnd(connection: Connection, limit: number): Promise<Billing[]> {
  return connection.all(toEnd, [limit]);
}

/** Lets the worker end it at the gateway. */
export async function requestBillingEnd(
  transaction: Transaction,
  billing: Pick<Billing, 'publicationId' | 'id'>,
  reason: EndReason,
): Promise<void> {
  transaction.notify('payments');
  await transaction.run(wantEnd, [reason, billing.publicationId, billing.id]);
}

/** Whoever cancels subscriptions of a customer calls this in the same transaction, so that the gateway collects no more for them. */
export async function endBillingsOfCanceled(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  transaction.notify('payments');
  await transaction.run(endOfCanceled, [publication.id, customerId]);
}

/**
 * Sets what the customer was mailed about it. Returns true for exactly one of several concurrent callers, and for none when the record
 * changed since it was read.
 */
export async function markBilling(
  transaction: Transaction,
  { publicationId, id, revision }: Pick<Billing, 'publicationId' | 'id' | 'revision'>,
  column: BillingMark,
  { from, to }: { readonly from: number | null; readonly to: number },
): Promise<boolean> {
  return (await transaction.run(marks[column], [to, publicationId, id, revision, from])) === 1;
}
