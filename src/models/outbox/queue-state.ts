// How the outbox fares, over all publications, for an operator: what waits and since when.
import type { Connection } from '../../database/connection.ts';
import { queueStatement } from '../../database/statement.ts';
import { READ_MAX } from '../read-max.ts';
import type { DeliveryKind, DeliveryState } from './delivery.ts';

export interface OpenDeliveries {
  kind: DeliveryKind;
  state: DeliveryState;
  count: number;
  /** When the oldest was queued. */
  oldestAt: number;
  /** When the first of them is due, or its lease lapses. */
  dueAt: number;
}

export interface PendingEvents {
  count: number;
  /** When the oldest was recorded; null where none waits. */
  oldestAt: number | null;
}

export interface DeadOfPublication {
  /** Of the publication. */
  id: string;
  siteHost: string;
  kind: DeliveryKind;
  count: number;
}

/** Our choice: who is to be told first; the others by the command line. */
const LISTED_MAX = 20;

const open = queueStatement<OpenDeliveries>(
  'open_deliveries_by_kind',
  `select kind, state, cast(count(*) as integer) as count, min(created_at) as oldest_at, min(due_at) as due_at
    from (select kind, state, created_at, due_at from deliveries where ended_at is null order by publication_id, receiver, due_at limit ${READ_MAX}) open group by kind, state`,
);
const dead = queueStatement<{ kind: DeliveryKind; count: number }>(
  'dead_deliveries_by_kind',
  `select kind, cast(count(*) as integer) as count
    from (select kind from deliveries where state = 'dead' order by publication_id, coalesce(application_id, receiver), id limit ${READ_MAX}) dead group by kind`,
);
const deadByPublication = queueStatement<DeadOfPublication>(
  'dead_deliveries_by_publication',
  `select p.id, p.site_host, dead.kind, dead.count from
    (select publication_id, kind, cast(count(*) as integer) as count
      from (select publication_id, kind from deliveries where state = 'dead' order by publication_id, coalesce(application_id, receiver), id limit ${READ_MAX}) given_up
      group by publication_id, kind order by count(*) desc, publication_id, kind limit ${LISTED_MAX}) dead
    join publications p on p.id = dead.publication_id order by dead.count desc, p.id, dead.kind`,
);
const ofPending = (order: string): string =>
  `select cast(count(*) as integer) as count, min(created_at) as oldest_at
    from (select created_at from pending_events order by ${order} limit ${READ_MAX}) pending`;
const pending = queueStatement<PendingEvents>('oldest_pending_event', {
  sqlite: ofPending('number'),
  postgres: ofPending('publication_id, number'),
});

export function countOpenDeliveries(connection: Connection): Promise<OpenDeliveries[]> {
  return connection.all(open, []);
}

/** Those that were given up and are still kept, which is for 90 days. */
export function countDeadDeliveries(connection: Connection): Promise<{ kind: DeliveryKind; count: number }[]> {
  return connection.all(dead, []);
}

/** The publications with most of them, and how many: nothing of what is in them. */
export function listDeadByPublication(connection: Connection): Promise<DeadOfPublication[]> {
  return connection.all(deadByPublication, []);
}

/** Events that have not entered the log yet. */
export async function readPendingEvents(connection: Connection): Promise<PendingEvents> {
  return (await connection.first(pending, [])) ?? { count: 0, oldestAt: null };
}
