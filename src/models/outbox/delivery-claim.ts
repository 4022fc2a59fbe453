// How workers share deliveries: a claim is one conditional write, lasts a minute unless it is renewed, and ends with the record of the attempt
// (delivery-attempt.ts).
// Nothing here belongs to one publication: a worker serves them all, and each delivery carries its own.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { DeliveryKind } from './delivery.ts';

/** Our choice: longer than any HTTP attempt; an SMTP attempt that takes longer renews its claim. */
const CLAIM_SECONDS = 60;
const HELD_AT_ONCE = 500;

export interface ClaimedDelivery {
  id: string;
  publicationId: string;
  kind: DeliveryKind;
  receiver: string;
  payload: string;
  /** This attempt's number, the first is 1. */
  attempts: number;
  createdAt: number;
  uselessAfter: number | null;
  eventId: string | null;
  objectId: string | null;
}

export interface DueReceiver {
  receiver: string;
  kind: DeliveryKind;
}

const claimedColumns = `id, publication_id as "publicationId", kind, receiver, payload, attempts, created_at as "createdAt", useless_after as "uselessAfter",
  event_id as "eventId", object_id as "objectId"`;
const dueCondition = 'receiver = ? and ended_at is null and due_at <= ?';

/** A jump from receiver to receiver along the index, so that a long queue of one costs nothing. */
const dueReceivers = statement<{ receiver: string; kind: DeliveryKind | null }>(
  'receivers_with_due_deliveries',
  `with recursive receivers (receiver) as (
      select min(receiver) from deliveries where ended_at is null
      union all
      select (select min(d.receiver) from deliveries d where d.ended_at is null and d.receiver > r.receiver) from receivers r where r.receiver is not null
    )
    select receiver, (select d.kind from deliveries d where d.receiver = r.receiver and d.ended_at is null and d.due_at <= ? order by d.due_at limit 1) as kind
      from receivers r where receiver is not null`,
);
const claim = statement<ClaimedDelivery>('claim_deliveries', {
  sqlite: `update deliveries set state = 'sending', attempts = attempts + 1, due_at = ?
    where id in (select id from deliveries where ${dueCondition} order by due_at limit ?) returning ${claimedColumns}`,
  postgres: `with claimed (claimed_id) as materialized (select id from deliveries where ${dueCondition} order by due_at limit ? for update skip locked)
    update deliveries set state = 'sending', attempts = attempts + 1, due_at = ? from claimed where id = claimed_id returning ${claimedColumns}`,
});
const renew = statement(
  'renew_delivery_claim',
  "update deliveries set due_at = ? where id = ? and attempts = ? and state = 'sending'",
);
const held = (lock: string): string => `update deliveries set due_at = ? where id in
  (select id from deliveries where ${dueCondition} and state = 'waiting' order by due_at limit ${HELD_AT_ONCE}${lock})`;
const hold = statement('hold_receiver', { sqlite: held(''), postgres: held(' for update skip locked') });

/** Every receiver that has something due, in no particular order. A receiver takes deliveries of one kind. */
export async function listDueReceivers(connection: Connection, clock: Clock): Promise<DueReceiver[]> {
  const rows = await connection.all(dueReceivers, [clock.now()]);
  return rows.flatMap(({ receiver, kind }) => (kind === null ? [] : [{ receiver, kind }]));
}

/** Up to `count` of the receiver's due deliveries, the longest due first; no other worker gets them while the claim lasts. */
export function claimDeliveries(
  transaction: Transaction,
  clock: Clock,
  receiver: string,
  count: number,
): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  const lapsesAt = addSeconds(now, CLAIM_SECONDS);
  const values = transaction.dialect === 'sqlite' ? [lapsesAt, receiver, now, count] : [receiver, now, count, lapsesAt];
  return transaction.all(claim, values);
}

export async function renewClaims(
  transaction: Transaction,
  clock: Clock,
  claimed: Iterable<ClaimedDelivery>,
): Promise<void> {
  const lapsesAt = addSeconds(clock.now(), CLAIM_SECONDS);
  // In the order in which whoever locks several of them does.
  for (const { id, attempts } of [...claimed].toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    await transaction.run(renew, [lapsesAt, id, attempts]);
}

/** Puts off what is due for a receiver that nobody can reach now; of a longer queue its beginning, so that the write stays short. */
export async function holdReceiver(
  transaction: Transaction,
  clock: Clock,
  receiver: string,
  until: Date,
): Promise<void> {
  await transaction.run(hold, [until, receiver, clock.now()]);
}
