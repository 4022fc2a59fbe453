// How workers share deliveries: each is claimed under a lease (lease.ts), which ends when the attempt is recorded
// (delivery-attempt.ts). A worker serves every publication, but claims and holds deliveries of one receiver of one
// publication at a time.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { queueStatement } from '../../database/statement.ts';
import { endOfLease } from '../lease.ts';
import { AWAY } from '../move-state.ts';
import type { Tenant } from '../record.ts';
import type { DeliveryKind } from './delivery.ts';

const HELD_AT_ONCE = 500;

export interface ClaimedDelivery {
  id: string;
  publicationId: string;
  kind: DeliveryKind;
  receiver: string;
  payload: string;
  /** The number of this attempt, counted from 1. */
  attempts: number;
  createdAt: number;
  uselessAfter: number | null;
  eventId: string | null;
  objectId: string | null;
  purpose: string | null;
}

/** A receiver of one publication. Two publications that send to the same address have a receiver each. */
export interface Receiver {
  readonly publicationId: string;
  readonly receiver: string;
}

export interface DueReceiver extends Receiver {
  readonly kind: DeliveryKind;
}

/** How many deliveries of a receiver are wanted at most. */
export interface Wanted extends Receiver {
  readonly count: number;
}

/** Some of the receivers with open deliveries, by their names. */
export interface ReceiverWindow {
  readonly due: readonly DueReceiver[];
  /** The last of them, due or not; undefined where there are no more. */
  readonly last: Receiver | undefined;
}

const claimedColumns = `id, publication_id, kind, receiver, payload, attempts, created_at, useless_after,
  event_id, object_id, purpose`;
const dueCondition = `publication_id = :publicationId and receiver = :receiver and ended_at is null and due_at <= :now
  and publication_id not in (${AWAY})`;

// A skip scan of the index from receiver to receiver, so that one receiver's long queue does not slow it down.
const dueReceiversText = (next: string): string => `with recursive receivers (publication_id, receiver, place) as (
      select publication_id, receiver, 1 from (select publication_id, receiver from deliveries where ended_at is null
        and (publication_id, receiver) > (:afterPublicationId, :afterReceiver) order by publication_id, receiver limit 1) first
      union all
      ${next}
    )
    select r.publication_id, r.receiver, (select d.kind from deliveries d where d.publication_id = r.publication_id
        and d.receiver = r.receiver and d.ended_at is null and d.due_at <= :now and d.publication_id not in (${AWAY})
        order by d.due_at limit 1) as kind from receivers r`;
const isNext = '(d.publication_id, d.receiver) > (r.publication_id, r.receiver)';
const dueReceivers = queueStatement<Receiver & { readonly kind: DeliveryKind | null }>(
  'receivers_with_due_deliveries',
  {
    sqlite:
      dueReceiversText(`select n.publication_id, n.receiver, r.place + 1 from receivers r cross join deliveries n where r.place < :count and n.rowid =
        (select d.rowid from deliveries d where d.ended_at is null and ${isNext} order by d.publication_id, d.receiver limit 1)`),
    postgres: dueReceiversText(`select n.publication_id, n.receiver, r.place + 1 from receivers r cross join lateral
        (select d.publication_id, d.receiver from deliveries d where d.ended_at is null and ${isNext}
          order by d.publication_id, d.receiver limit 1) n where r.place < :count`),
  },
);
const wantedRows = givenRows({ receiver: 'text', count: 'integer' });
// On PostgreSQL one statement for all receivers of a publication, since each would be a round trip; in SQLite's process each is a few microseconds.
const claim = queueStatement<ClaimedDelivery>('claim_deliveries', {
  sqlite: `update deliveries set state = 'sending', attempts = attempts + 1, due_at = :lapsesAt
    where publication_id = :publicationId and id in (select id from deliveries where ${dueCondition} order by due_at limit :count) returning ${claimedColumns}`,
  postgres: `with claimed (claimed_id) as materialized (select d.id from ${wantedRows.postgres}
      cross join lateral (select id from deliveries where publication_id = :publicationId and receiver = given.receiver
        and ended_at is null and due_at <= :now and publication_id not in (${AWAY}) order by due_at limit given.count for update skip locked) d)
    update deliveries set state = 'sending', attempts = attempts + 1, due_at = :lapsesAt
      where publication_id = :publicationId and id = any(array(select claimed_id from claimed)) returning ${claimedColumns}`,
});
const underWay = queueStatement<{ one: number }>(
  'delivery_under_way',
  "select 1 as one from deliveries where publication_id = :publicationId and ended_at is null and state = 'sending' limit 1",
);
const renew = queueStatement(
  'renew_delivery_claim',
  "update deliveries set due_at = :lapsesAt where publication_id = :publicationId and id = :id and attempts = :attempts and state = 'sending'",
);
const held = (
  lock: string,
): string => `update deliveries set due_at = :until where publication_id = :publicationId and id in
  (select id from deliveries where ${dueCondition} and state = 'waiting' order by due_at limit ${HELD_AT_ONCE}${lock})`;
const hold = queueStatement('hold_receiver', { sqlite: held(''), postgres: held(' for update skip locked') });

/** Of the first `count` receivers after that one, lists those that have a due delivery. A receiver's deliveries are all of one kind. */
export async function listDueReceivers(
  connection: Connection,
  clock: Clock,
  { after, count }: { readonly after: Receiver | undefined; readonly count: number },
): Promise<ReceiverWindow> {
  const { publicationId: afterPublicationId = '', receiver: afterReceiver = '' } = after ?? {};
  const values = { afterPublicationId, afterReceiver, now: clock.now(), count };
  const rows = await connection.all(dueReceivers, values);
  const due = rows.flatMap(({ kind, ...receiver }) => (kind === null ? [] : [{ ...receiver, kind }]));
  return { due, last: rows.length < count ? undefined : rows.at(-1) };
}

/** Whether a worker tries one of the publication's deliveries now, or was killed while it did. */
export async function hasDeliveriesUnderWay({ id }: Tenant, connection: Connection): Promise<boolean> {
  return (await connection.first(underWay, { publicationId: id })) !== undefined;
}

/**
 * Claims due deliveries of each receiver, the longest due first. No other worker gets them during the lease.
 */
export async function claimDeliveries(
  transaction: Transaction,
  clock: Clock,
  wanted: readonly Wanted[],
): Promise<ClaimedDelivery[]> {
  const times = { now: clock.now(), lapsesAt: endOfLease(clock) };
  const claimed: ClaimedDelivery[] = [];
  for (const [publicationId, receivers] of Map.groupBy(wanted, (one) => one.publicationId))
    for (const values of transaction.dialect === 'postgres' ? [{ given: JSON.stringify(receivers) }] : receivers)
      claimed.push(...(await transaction.all(claim, { ...times, ...values, publicationId })));
  return claimed;
}

export async function renewClaims(
  transaction: Transaction,
  clock: Clock,
  claimed: Iterable<ClaimedDelivery>,
): Promise<void> {
  const lapsesAt = endOfLease(clock);
  // In the order of ids, as everywhere that several are locked, so that writers do not deadlock.
  for (const { publicationId, id, attempts } of [...claimed].toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    await transaction.run(renew, { publicationId, id, attempts, lapsesAt });
}

/**
 * Postpones what is due for an unreachable receiver. Of a long queue it postpones only the start, so that the write
 * stays short.
 */
export async function holdReceiver(
  transaction: Transaction,
  clock: Clock,
  { publicationId, receiver }: Receiver,
  until: Date,
): Promise<void> {
  await transaction.run(hold, { publicationId, receiver, now: clock.now(), until });
}
