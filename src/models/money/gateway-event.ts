// The inbox of the gateways' webhooks: each is stored once, by (gateway, event id), until the worker has read the
// gateway's state and applied it. The record behind `ref` decides which publication it concerns; `publicationId` is
// only a claim of the webhook.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { queueStatement, statement } from '../../database/statement.ts';
import { endOfLease } from '../lease.ts';
import { READ_MAX } from '../read-max.ts';
import type { Tenant } from '../record.ts';

export interface StoredEvent {
  gateway: string;
  eventId: string;
  object: 'checkout' | 'subscription' | 'payment';
  ref: string;
  publicationId: string | null;
  attempts: number;
}

/** As another database takes it over. */
interface WholeEvent extends StoredEvent {
  kind: string;
  occurredAt: number;
  receivedAt: number;
  dueAt: number;
  outcome: string | null;
}

/** Over all publications. */
interface WaitingWebhooks {
  count: number;
  /** When the first of them is due; null where none waits. */
  dueAt: number | null;
}

/** Our choice: an event that cannot be applied is retried for about three days. */
const MAX_ATTEMPTS = 40;
const MAX_WAIT_SECONDS = 3 * 3600;
const CLAIMED_AT_ONCE = 20;

const insert = statement(
  'insert_gateway_event',
  `insert into gateway_events (gateway, event_id, kind, object, ref, publication_id, occurred_at, received_at, due_at, attempts)
    values (:gateway, :id, :kind, :object, :ref, :publicationId, :at, :now, :dueAt, 0) on conflict do nothing`,
);
const dueKeys = `select gateway, event_id from gateway_events where ended_at is null and due_at <= :now order by due_at limit ${CLAIMED_AT_ONCE}`;
const claim = (
  lock: string,
): string => `update gateway_events set due_at = :until, attempts = attempts + 1 where (gateway, event_id) in (${dueKeys}${lock})
  returning gateway, event_id, object, ref, publication_id, attempts`;
const claimDue = queueStatement<StoredEvent>('claim_gateway_events', {
  sqlite: claim(''),
  postgres: claim(' for update skip locked'),
});
const hasDue = queueStatement<{ one: number }>(
  'due_gateway_event',
  'select 1 as one from gateway_events where ended_at is null and due_at <= :now limit 1',
);
const waiting = queueStatement<WaitingWebhooks>(
  'waiting_gateway_events',
  `select cast(count(*) as integer) as count, min(due_at) as due_at
    from (select due_at from gateway_events where ended_at is null order by due_at limit ${READ_MAX}) waiting`,
);
// What they are about, as billing records, checkouts, payments and gifts name it.
const refs = ['ref from billings', 'ref from checkouts', 'ref from payments', 'payment_ref from gifts']
  .map((named) => `select gateway, ${named} where publication_id = :publicationId`)
  .join(' union all ');
const openOf = (
  from: string,
): string => `select gateway, event_id, publication_id, kind, object, ref, occurred_at, received_at, due_at, attempts, outcome from ${from}
    where ended_at is null and (:publicationId = publication_id or (gateway, ref) in (${refs}))`;
const openOfPublication = statement<WholeEvent>('open_gateway_events_of_publication', {
  // SQLite would rather read those that are done, too.
  sqlite: openOf('gateway_events indexed by gateway_events_open'),
  postgres: openOf('gateway_events'),
});
const takeOver = statement(
  'take_over_gateway_event',
  `insert into gateway_events (gateway, event_id, publication_id, kind, object, ref, occurred_at, received_at, due_at, attempts, outcome)
    values (:gateway, :eventId, :publicationId, :kind, :object, :ref, :occurredAt, :receivedAt, :dueAt, :attempts, :outcome) on conflict do nothing`,
);
const end = queueStatement(
  'end_gateway_event',
  'update gateway_events set ended_at = :now, outcome = :outcome where gateway = :gateway and event_id = :eventId and ended_at is null',
);
const putOff = queueStatement(
  'put_off_gateway_event',
  'update gateway_events set due_at = :dueAt, outcome = :outcome where gateway = :gateway and event_id = :eventId and ended_at is null',
);

/**
 * Stores a webhook, or a reason of our own to read the object again; returns false for a duplicate.
 * @param dueAt when it is applied; at once by default
 */
export async function recordGatewayEvent(
  transaction: Transaction,
  clock: Clock,
  gateway: string,
  event: {
    readonly id: string;
    readonly kind: string;
    readonly object: string;
    readonly ref: string;
    readonly publicationId: string | undefined;
    readonly at: Date;
  },
  dueAt = clock.now(),
): Promise<boolean> {
  transaction.notify('payments');
  const stored = { ...event, gateway, publicationId: event.publicationId ?? null, now: clock.now(), dueAt };
  return (await transaction.run(insert, stored)) === 1;
}

/** Those that are about the publication and not applied yet. */
export function listOpenGatewayEvents({ id }: Tenant, connection: Connection): Promise<WholeEvent[]> {
  return connection.all(openOfPublication, { publicationId: id });
}

/** Stores what another database took in. Idempotent. */
export async function takeOverGatewayEvents(transaction: Transaction, events: readonly WholeEvent[]): Promise<void> {
  for (const event of events) await transaction.run(takeOver, { ...event });
  if (events.length > 0) transaction.notify('payments');
}

export async function hasDueGatewayEvent(connection: Connection, clock: Clock): Promise<boolean> {
  return (await connection.first(hasDue, { now: clock.now() })) !== undefined;
}

/** For an operator. */
export async function readWaitingWebhooks(connection: Connection): Promise<WaitingWebhooks> {
  return (await connection.first(waiting, [])) ?? { count: 0, dueAt: null };
}

/** Claims a batch of due events under a lease. */
export function claimGatewayEvents(transaction: Transaction, clock: Clock): Promise<StoredEvent[]> {
  return transaction.all(claimDue, { until: endOfLease(clock), now: clock.now() });
}

/** Marks an event as done. @param outcome a few words, such as "applied" or "not ours" */
export async function endGatewayEvent(
  transaction: Transaction,
  clock: Clock,
  { gateway, eventId }: StoredEvent,
  outcome: string,
): Promise<void> {
  await transaction.run(end, { gateway, eventId, outcome, now: clock.now() });
}

/** Retries an event with exponential backoff when the gateway could not be read; gives up after MAX_ATTEMPTS. */
export async function putOffGatewayEvent(
  transaction: Transaction,
  clock: Clock,
  event: StoredEvent,
  outcome: string,
): Promise<void> {
  if (event.attempts >= MAX_ATTEMPTS) return endGatewayEvent(transaction, clock, event, `given up: ${outcome}`);
  const wait = Math.min(MAX_WAIT_SECONDS, 5 * 2 ** Math.min(event.attempts, 12));
  const { gateway, eventId } = event;
  await transaction.run(putOff, { gateway, eventId, outcome, dueAt: addSeconds(clock.now(), wait) });
}
