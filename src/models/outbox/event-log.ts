// The log of events, in the one order in which everybody reads it. An event gets its id when it enters the log, after its change was committed,
// under a lock that one process holds at a time: so the ids follow each other in the order in which readers can see them, and who reads on
// after the last id misses nothing, although PostgreSQL commits transactions in another order than they began. The deliveries to the
// endpoints are written in the same transaction.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Database, Transaction } from '../../database/connection.ts';
import { newSeriesAfter, positionAt, positionOf, SERIES_DIGITS } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { NotFound } from '../errors.ts';
import { firstPosition, type Page, type PageRequest } from '../page.ts';
import type { Tenant } from '../record.ts';
import { countMostEndpoints, queueEventDeliveries, queueEventsAgain } from './event-delivery.ts';
import { EventEndpoint } from './event-endpoint.ts';
import type { EventContent, EventType } from './event.ts';

/** So many numbers of the queue at once, or deliveries: other writers wait for four milliseconds or so, and for twenty where endpoints are told. */
const STEP = 1000;
/** Queued for an endpoint in one transaction. */
const REPLAY_BATCH = 250;
/** Our choice: how far the clocks of two instances may be apart where events are filtered by time. */
const CLOCK_DIFFERENCE_MILLISECONDS = 3_600_000;

export interface LoggedEvent {
  readonly id: string;
  readonly publicationId: string;
  readonly type: EventType;
  readonly objectId: string;
  readonly customerId: string;
  /** When the change was made. Milliseconds. */
  readonly createdAt: number;
  readonly facts: EventContent;
  /** Null once the person was erased, and where there is none. */
  readonly personal: EventContent | null;
}

export interface EventRow extends Omit<LoggedEvent, 'facts' | 'personal'> {
  readonly facts: string;
  readonly personal: string | null;
}

export interface EventPageRequest extends PageRequest {
  /** The position after which events are read, the oldest first; undefined for the newest first. */
  readonly after?: string | undefined;
  readonly type?: EventType | undefined;
  readonly createdAfter?: Date | undefined;
}

/** All but the id. */
function eventColumns(alias: string): string {
  return ['publicationId', 'type', 'objectId', 'customerId', 'createdAt', 'facts', 'personal']
    .map((name) => `${alias}.${toColumn(name)} as "${name}"`)
    .join(', ');
}

// Where the log ends: a row that whoever writes to it holds.
const end = statement<{ lastId: string }>('end_of_event_log', {
  sqlite: 'select last_id as "lastId" from event_log',
  postgres: 'select last_id as "lastId" from event_log for update',
});
const moveEnd = statement('move_end_of_event_log', 'update event_log set last_id = ?');
const firstPending = statement<{ number: number }>(
  'first_pending_event',
  'select number from pending_events order by number limit 1',
);
const lastPending = statement<{ number: number }>(
  'last_pending_event',
  'select number from pending_events order by number desc limit 1',
);
const pendingFrom = statement<{ number: number }>(
  'pending_event_from',
  'select number from pending_events where number >= ? order by number limit 1',
);
const contents = 'publication_id, type, object_id, customer_id, created_at, facts, personal';
// The rows stay in the database, where moving them costs a third. An event of a publication that was deleted has no place in the log; one that is
// being deleted is waited for, and deletes its events itself.
const moving = (completed: string, from: string, publications: string): string => `insert into events (id, ${contents})
  select cast(? as text) || ${completed}, ${contents} from ${from} publication_id in (${publications})`;
const before = 'pending_events where number < ?';
// PostgreSQL finds the beginning of a step and what is in it by one statement, which sees a transaction whole or not at all. Were the beginning looked
// up before, a transaction that commits meanwhile could have events on both sides of it, and the later ones would enter the log first.
const move = statement<{ last: number | null }>('log_pending_events', {
  sqlite: moving(`printf('%0${SERIES_DIGITS}d', number - ?)`, `${before} and`, 'select id from publications'),
  postgres: `with taken as (delete from pending_events where number < (select min(number) from pending_events) + ? returning *),
    held as (select id from publications where id = any(array(select distinct publication_id from taken)) for key share),
    logged as (${moving(`lpad(cast(number - (select min(number) from taken) as text), ${SERIES_DIGITS}, '0')`, 'taken where', 'select id from held')})
    select max(number) as last from taken`,
});
const forget = statement('forget_logged_events', `delete from ${before}`);
// Emptying a table takes SQLite next to nothing, however many rows there are.
const forgetAll = statement('forget_all_logged_events', 'delete from pending_events');

const byId = statement<EventRow>(
  'event_by_id',
  `select e.id, ${eventColumns('e')} from events e where e.publication_id = ? and e.id = ?`,
);

type Reading = Record<'all' | 'ofType', ReturnType<typeof statement<EventRow>>>;

function reading(name: string, condition: string): Reading {
  const text = (hint: string, more: string): string =>
    `select e.id, ${eventColumns('e')} from events e ${hint} where e.publication_id = ? ${more} and ${condition}`;
  // SQLite would read every type from a position on.
  const ofType = {
    sqlite: text('indexed by events_publication_id_type_id_index', 'and e.type = ?'),
    postgres: text('', 'and e.type = ?'),
  };
  return { all: statement(name, text('', '')), ofType: statement(`${name}_of_type`, ofType) };
}

const newestFirst = reading('page_of_events', 'e.id < ? and e.id > ? and e.created_at > ? order by e.id desc limit ?');
const oldestFirst = reading('page_of_events_after', 'e.id > ? and e.id > ? and e.created_at > ? order by e.id limit ?');

/** Brings what was committed into the log, in steps. Resolves with whether there was anything. */
export async function logPendingEvents(database: Database, clock: Clock): Promise<boolean> {
  const last = await database.first(lastPending, []);
  if (last === undefined) return false;
  // What comes meanwhile may wait for the next look, so that steps stay large.
  while (await database.transaction((transaction) => logStep(transaction, clock, last.number)));
  return true;
}

/** Held until the end of the transaction: nobody else brings events into the log, or queues them for an endpoint. Resolves with the last id given. */
export async function lockEventLog(transaction: Transaction): Promise<string> {
  const found = await transaction.first(end, []);
  if (found === undefined) throw new Error('the row of event_log is missing');
  return found.lastId;
}

/** Returns whether there are more, up to the number `last`. */
async function logStep(transaction: Transaction, clock: Clock, last: number): Promise<boolean> {
  const lastId = await lockEventLog(transaction);
  const size = Math.ceil(STEP / Math.max(1, await countMostEndpoints(transaction)));
  const series = `evt_${newSeriesAfter(positionOf(lastId), clock.now())}`;
  const taken =
    transaction.dialect === 'postgres'
      ? await moveOnPostgres(transaction, series, size)
      : await moveOnSqlite(transaction, series, size);
  if (taken === undefined) return false;
  await transaction.run(moveEnd, [series + '9'.repeat(SERIES_DIGITS)]);
  await queueEventDeliveries(transaction, clock, lastId);
  // From there on: who looks from the beginning passes all that was just deleted, on PostgreSQL.
  const next = await transaction.first(pendingFrom, [taken + 1]);
  return next !== undefined && next.number <= last;
}

/** Returns the last number that was taken from the queue, undefined where there was none. */
async function moveOnPostgres(transaction: Transaction, series: string, size: number): Promise<number | undefined> {
  const moved = await transaction.first(move, [size, series]);
  return moved?.last ?? undefined;
}

/** As moveOnPostgres. */
async function moveOnSqlite(transaction: Transaction, series: string, size: number): Promise<number | undefined> {
  const first = await transaction.first(firstPending, []);
  if (first === undefined) return undefined;
  const after = first.number + size;
  await transaction.run(move, [series, first.number, after]);
  const next = await transaction.first(pendingFrom, [after]);
  await (next === undefined ? transaction.run(forgetAll, []) : transaction.run(forget, [next.number]));
  return after - 1;
}

/** Throws NotFound. */
export async function getEvent(publication: Tenant, connection: Connection, id: string): Promise<LoggedEvent> {
  const found = await connection.first(byId, [publication.id, id]);
  if (found === undefined) throw new NotFound(`No such event: ${id}`);
  return toEvent(found);
}

/**
 * Queues for one endpoint what happened since, of the types that it asks for, in steps that each commit. Returns how many events it is to get.
 * Throws NotFound.
 */
export async function replayEvents(
  publication: Tenant,
  database: Database,
  clock: Clock,
  endpointId: string,
  since: Date,
): Promise<number> {
  await EventEndpoint.get(publication, database, endpointId);
  await logPendingEvents(database, clock);
  let [count, after] = [0, positionAt(new Date(0))];
  for (;;) {
    const { objects, nextPage } = await listEvents(publication, database, {
      limit: REPLAY_BATCH,
      after,
      createdAfter: new Date(since.getTime() - 1),
    });
    count += await database.transaction(async (transaction) => {
      await lockEventLog(transaction);
      return queueEventsAgain(publication, transaction, clock, endpointId, objects);
    });
    if (nextPage === null) return count;
    after = nextPage;
  }
}

/** Newest first, or, with `after`, the oldest first of what came after it. Bring what is pending into the log before, to see it. */
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
  const values = [`evt_${from}`, `evt_${lowest}`, since, limit + 1];
  const rows =
    type === undefined
      ? await connection.all(all, [publication.id, ...values])
      : await connection.all(ofType, [publication.id, type, ...values]);
  const objects = rows.slice(0, limit).map(toEvent);
  const last = objects.at(-1);
  return { objects, nextPage: rows.length > limit && last !== undefined ? positionOf(last.id) : null };
}

export function toEvent({ facts, personal, ...row }: EventRow): LoggedEvent {
  return {
    ...row,
    facts: JSON.parse(facts) as EventContent,
    personal: personal === null ? null : (JSON.parse(personal) as EventContent),
  };
}

function toColumn(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
