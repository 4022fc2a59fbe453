// The log of a publication's events, in the one order in which everybody reads it. An event gets its id when it enters
// the log, after its change was committed, under a lock that one process holds for the publication's log. So ids become
// visible in ascending order, and a reader that continues after the last id misses nothing, although PostgreSQL may
// commit transactions in another order than they began. Deliveries to the endpoints are written in the same
// transaction.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Database, Transaction } from '../../database/connection.ts';
import { newSeriesAfter, positionAt, positionOf, SERIES_DIGITS } from '../../database/ids.ts';
import { inPublication } from '../../database/scope.ts';
import { queueStatement, statement } from '../../database/statement.ts';
import { AWAY } from '../move-state.ts';
import { firstPosition, type Page, type PageRequest } from '../page.ts';
import type { Tenant } from '../record.ts';
import { countEndpoints, queueEventDeliveries } from './delivery-queue.ts';
import { EventRecord, toEvent, type EventRow, type LoggedEvent } from './event-record.ts';
import type { EventType } from './event.ts';

/**
 * The most events or deliveries of one step: other writers wait about 4 ms for it, and about 20 ms if there are
 * endpoints.
 */
const STEP = 1000;
/** Our choice: how far the clocks of two instances may differ, where events are filtered by time. */
const CLOCK_DIFFERENCE_MILLISECONDS = 3_600_000;

export interface EventPageRequest extends PageRequest {
  /** The position after which events are read, oldest first; undefined for newest first. */
  readonly after?: string | undefined;
  readonly type?: EventType | undefined;
  readonly createdAfter?: Date | undefined;
}

/** The columns of an event, without the id. */
const contents = ['publication_id', 'type', 'object_id', 'customer_id', 'created_at', 'facts', 'personal'];

/** Returns these columns of the table that is joined as `alias`. */
function eventColumns(alias: string): string {
  return contents.map((column) => `${alias}.${column}`).join(', ');
}

const insertEnd = statement(
  'insert_end_of_event_log',
  "insert into event_log (publication_id, last_id) values (:publicationId, '')",
);
// The row that holds the last id of the log. Whoever writes to the log locks it.
const end = statement<{ lastId: string }>('end_of_event_log', {
  sqlite: 'select last_id from event_log where publication_id = :publicationId',
  postgres: 'select last_id from event_log where publication_id = :publicationId for update',
});
const moveEnd = statement(
  'move_end_of_event_log',
  'update event_log set last_id = :lastId where publication_id = :publicationId',
);
// The queue is short, and SQLite has no index on its publications; PostgreSQL skips from publication to publication
// along the key.
const waiting = queueStatement<Tenant>('publications_with_pending_events', {
  sqlite: `select distinct publication_id as id from pending_events where publication_id not in (${AWAY})`,
  postgres: `with recursive waiting (id) as (select min(publication_id) from pending_events
      union all select (select min(e.publication_id) from pending_events e where e.publication_id > w.id) from waiting w where w.id is not null)
    select id from waiting where id is not null and id not in (${AWAY})`,
});
const lastPending = queueStatement<{ number: number }>(
  'last_pending_event',
  'select number from pending_events where publication_id = :publicationId order by number desc limit 1',
);
const pendingFrom = queueStatement<{ number: number }>(
  'pending_event_from',
  'select number from pending_events where publication_id = :publicationId and number >= :from order by number limit 1',
);
const ends =
  'select min(number) as first, max(number) as last from (select number from pending_events where publication_id = :publicationId order by number limit :size) step';
const findLastOfStep = queueStatement<{ last: number | null }>('last_of_step_of_event_log', ends);
// The rows never leave the database, so moving them takes a third of the time.
const moving = (digits: string, from: string): string => `insert into events (id, ${contents.join(', ')})
  select cast(:series as text) || ${digits}, ${contents.join(', ')} from ${from}`;
const ordinal = 'row_number() over (order by number) - 1';
const step = 'pending_events where publication_id = :publicationId and number <= :last';
// On PostgreSQL one statement finds both the end of a step and its events, and so sees each transaction whole or not at
// all. If the end were read first, a transaction that commits meanwhile could have events on both sides of it, and the
// later ones would enter the log first. Both bounds of the step are given, because PostgreSQL estimates a closed range
// as small and uses the index, but an open one as a third of the table.
const move = queueStatement<{ last: number | null }>('log_pending_events', {
  sqlite: moving(`printf('%0${SERIES_DIGITS}d', ${ordinal})`, step),
  postgres: `with ends as materialized (${ends}),
    taken as (delete from pending_events e using ends where e.publication_id = :publicationId and e.number >= ends.first and e.number <= ends.last
      returning e.*),
    logged as (${moving(`lpad(cast(${ordinal} as text), ${SERIES_DIGITS}, '0')`, 'taken')})
    select max(number) as last from taken`,
});
const forget = queueStatement('forget_logged_events', `delete from ${step}`);

type Reading = Record<'all' | 'ofType', ReturnType<typeof statement<EventRow>>>;

function reading(name: string, condition: string): Reading {
  const text = (hint: string, more: string): string =>
    `select e.id, ${eventColumns('e')} from events e ${hint} where e.publication_id = :publicationId ${more} and ${condition}`;
  // Without the hint SQLite would read events of every type from the position on.
  const ofType = {
    sqlite: text('indexed by events_by_type', 'and e.type = :type'),
    postgres: text('', 'and e.type = :type'),
  };
  return { all: statement(name, text('', '')), ofType: statement(`${name}_of_type`, ofType) };
}

const within = 'e.id > :lowest and e.created_at > :since';
const newestFirst = reading('page_of_events', `e.id < :from and ${within} order by e.id desc limit :limit`);
const oldestFirst = reading('page_of_events_after', `e.id > :from and ${within} order by e.id limit :limit`);

function counting(name: string, hint: string, condition: string) {
  const text = (on: string): string => `select cast(count(*) as integer) as count from (select 1 from events e ${on}
    where e.publication_id = :publicationId and ${condition} e.id > :lowest and e.created_at >= :since limit :atMost) counted`;
  return statement<{ count: number }>(name, { sqlite: text(hint), postgres: text('') });
}

const countSince = {
  all: counting('count_events_since', '', ''),
  ofType: counting('count_events_of_type_since', 'indexed by events_by_type', 'e.type = :type and'),
};

/** Call it in the transaction that creates a publication. */
export async function beginEventLog(publication: Tenant, transaction: Transaction): Promise<void> {
  await transaction.run(insertEnd, { publicationId: publication.id });
}

/** Moves committed events into the logs, in steps. Resolves with whether there were any. */
export async function logPendingEvents(database: Database, clock: Clock): Promise<boolean> {
  const publications = await database.all(waiting, []);
  for (const publication of publications)
    await inPublication(publication, () => logPendingEventsOf(publication, database, clock));
  return publications.length > 0;
}

/** Does the same for one publication. */
export async function logPendingEventsOf(publication: Tenant, database: Database, clock: Clock): Promise<void> {
  const last = await database.first(lastPending, { publicationId: publication.id });
  if (last === undefined) return;
  // What is committed meanwhile waits for the next call, so that steps stay large.
  while (await database.transaction((transaction) => logStep(publication, transaction, clock, last.number)));
}

/**
 * Locks the publication's log until the transaction ends: nobody else adds events to it, or queues them for an
 * endpoint. Returns the end of the log; no event has an id above it.
 */
export async function lockEventLog(publication: Tenant, transaction: Transaction): Promise<{ lastId: string }> {
  return (await transaction.first(end, { publicationId: publication.id })) ?? { lastId: '' };
}

/** Returns whether more events are pending, up to the number `last`. */
async function logStep(publication: Tenant, transaction: Transaction, clock: Clock, last: number): Promise<boolean> {
  const publicationId = publication.id;
  const found = await transaction.first(end, { publicationId });
  if (found === undefined) {
    // The publication was deleted, and its log with it.
    await transaction.run(forget, { publicationId, last });
    return false;
  }
  const size = Math.ceil(STEP / Math.max(1, await countEndpoints(publication, transaction)));
  const series = `evt_${newSeriesAfter(positionOf(found.lastId), clock.now())}`;
  const taken = await (transaction.dialect === 'postgres' ? moveOnPostgres : moveOnSqlite)(
    publication,
    transaction,
    series,
    size,
  );
  if (taken === undefined) return false;
  await transaction.run(moveEnd, { publicationId, lastId: series + '9'.repeat(SERIES_DIGITS) });
  await queueEventDeliveries(publication, transaction, clock, found.lastId);
  // Not from the beginning, where PostgreSQL would scan past all the rows just deleted.
  const next = await transaction.first(pendingFrom, { publicationId, from: taken + 1 });
  return next !== undefined && next.number <= last;
}

/** Returns the last number that was taken from the queue, or undefined if it was empty. */
async function moveOnPostgres(
  { id }: Tenant,
  transaction: Transaction,
  series: string,
  size: number,
): Promise<number | undefined> {
  const moved = await transaction.first(move, { publicationId: id, size, series });
  return moved?.last ?? undefined;
}

/** Does the same as moveOnPostgres. */
async function moveOnSqlite(
  { id }: Tenant,
  transaction: Transaction,
  series: string,
  size: number,
): Promise<number | undefined> {
  const last = (await transaction.first(findLastOfStep, { publicationId: id, size }))?.last ?? undefined;
  if (last === undefined) return undefined;
  await transaction.run(move, { series, publicationId: id, last });
  await transaction.run(forget, { publicationId: id, last });
  return last;
}

/** Throws NotFound. */
export async function getEvent(publication: Tenant, connection: Connection, id: string): Promise<LoggedEvent> {
  return toEvent(await EventRecord.get(publication, connection, id));
}

/**
 * Lists events newest first or, with `after`, those after that position, oldest first. Call `logPendingEventsOf`
 * before, to include pending ones.
 */
export async function listEvents(
  publication: Tenant,
  connection: Connection,
  request: EventPageRequest,
): Promise<Page<LoggedEvent>> {
  const { type, createdAfter, limit } = request;
  const { all, ofType } = request.after === undefined ? newestFirst : oldestFirst;
  const from = request.after === undefined ? firstPosition(request) : (request.page ?? request.after);
  const since = createdAfter?.getTime() ?? -1;
  const lowest = createdAfter === undefined ? '' : positionAt(new Date(since - CLOCK_DIFFERENCE_MILLISECONDS));
  const values = {
    publicationId: publication.id,
    from: `evt_${from}`,
    lowest: `evt_${lowest}`,
    since,
    limit: limit + 1,
  };
  const rows =
    type === undefined ? await connection.all(all, values) : await connection.all(ofType, { ...values, type });
  const objects = rows.slice(0, limit).map(toEvent);
  const last = objects.at(-1);
  return { objects, nextPage: rows.length > limit && last !== undefined ? positionOf(last.id) : null };
}

/** Counts the events since a time, of these types or of all if there are none, up to `atMost` of each type. */
export async function countEventsSince(
  publication: Tenant,
  connection: Connection,
  { types, since, atMost }: { readonly types: readonly EventType[]; readonly since: Date; readonly atMost: number },
): Promise<number> {
  const lowest = `evt_${positionAt(new Date(since.getTime() - CLOCK_DIFFERENCE_MILLISECONDS))}`;
  const values = { publicationId: publication.id, lowest, since, atMost };
  const found =
    types.length === 0
      ? [connection.first(countSince.all, values)]
      : types.map((type) => connection.first(countSince.ofType, { ...values, type }));
  return (await Promise.all(found)).reduce((sum, row) => sum + (row?.count ?? 0), 0);
}
