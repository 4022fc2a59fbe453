// Events: what happened to the records of a publication. Each is written in the transaction of its change, into a queue that costs the change
// next to nothing; src/models/outbox/event-log.ts brings it into the log. What tells of a person is kept apart from the rest, so that it can be
// erased and the event stays.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import type { JsonExpression } from '../../database/json.ts';
import { toColumn } from '../../database/rows.ts';
import { statement, type Dialect, type Statement, type Values } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

export const EVENT_TYPES = [
  'customer.created',
  'customer.updated',
  'customer.activated',
  'customer.erased',
  'subscription.created',
  'subscription.changed',
  'subscription.cancel_scheduled',
  'subscription.cancel_undone',
  'subscription.canceled',
  'payment.succeeded',
  'payment.failed',
  'payment.refunded',
  'session.ended',
  'logout_notice.delivered',
  'logout_notice.dead',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export type EventValue = string | number | boolean | null | readonly string[];
/** By the record's own field names. */
export type EventFields = Readonly<Record<string, EventValue>>;

export interface EventContent {
  /** The object after the change, as far as this part of it goes. */
  readonly object: EventFields;
  /** What its fields were before, of those that changed; times in milliseconds. */
  readonly previous?: EventFields | null | undefined;
}

export interface NewEvent {
  readonly type: EventType;
  /** What it is about; the events of one object reach an endpoint one after the other. */
  readonly objectId: string;
  /** Whose it is. */
  readonly customerId: string;
  readonly facts: EventContent;
  /** Address, name and the like; erased with the person. */
  readonly personal?: EventContent | undefined;
}

const FIELDS = {
  publicationId: 'text',
  type: 'text',
  objectId: 'text',
  customerId: 'text',
  createdAt: 'bigint',
  facts: 'text',
  personal: 'text',
} as const;
const columns = 'publication_id, type, object_id, customer_id, created_at, facts, personal';
const insertOne = statement(
  'insert_pending_event',
  `insert into pending_events (${columns}) values (:publicationId, :type, :objectId, :customerId, :createdAt, :facts, :personal)`,
);
const inserting = (rows: string): string => `insert into pending_events (${columns}) select ${columns} from ${rows}`;
const givenMany = givenRows(FIELDS);
const insertMany = statement('insert_pending_events', {
  sqlite: inserting(givenMany.sqlite),
  postgres: inserting(givenMany.postgres),
});

/** Call it in the transaction of the change, after its write: so the events of one object are in the order of its changes. */
export async function recordEvent(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  event: NewEvent,
): Promise<void> {
  await transaction.run(insertOne, toRow(publication, clock, event));
}

/** Of any publications, in the transaction of their changes: by one statement. */
export async function recordEvents(
  transaction: Transaction,
  clock: Clock,
  events: readonly { readonly publicationId: string; readonly event: NewEvent }[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ publicationId, event }) => toRow({ id: publicationId }, clock, event));
  await transaction.run(insertMany, { given: JSON.stringify(rows) });
}

/** What an event holds of the row that it is about, as SQL. */
export interface RowContent {
  readonly customerId: string;
  readonly facts: JsonExpression;
  readonly personal?: JsonExpression | undefined;
}

/** SQL of a column of the row that an event is about. */
export type RowColumn = (name: string) => string;

/** The event of a row, written by the database itself. @param type SQL, as are `createdAt` and `from` */
export function recordingOfRow(
  column: RowColumn,
  { customerId, facts, personal }: RowContent,
  type: string,
  createdAt: string,
  from: string,
): Record<Dialect, string> {
  const text = (dialect: Dialect): string => `insert into pending_events (${columns})
    select ${column('publication_id')}, ${type}, ${column('id')}, ${customerId}, ${createdAt}, ${facts[dialect]}, ${personal?.[dialect] ?? 'null'} ${from}`;
  return { sqlite: text('sqlite'), postgres: text('postgres') };
}

/** A row, and the event that it was made. */
export interface LoggedInsert {
  /** On PostgreSQL it writes the event too, in the one round trip. */
  readonly row: Statement<unknown>;
  /** SQLite's, where a second statement costs no round trip. */
  readonly event: Statement<unknown>;
}

/** @param fields what is given of a row, by the names of its values; `id` and `publicationId` are among them */
export function loggedInsert(
  name: string,
  table: string,
  fields: readonly string[],
  { type, content }: { readonly type: EventType; readonly content: (column: RowColumn) => RowContent },
): LoggedInsert {
  const ofRow: RowColumn = (column) => `made.${column}`;
  const recording = (from: string): Record<Dialect, string> =>
    recordingOfRow(ofRow, content(ofRow), `'${type}'`, ofRow('created_at'), `from ${from}`);
  const row = `insert into ${table} (${fields.map(toColumn).join(', ')}) values (${fields.map((field) => `:${field}`).join(', ')}) on conflict do nothing`;
  const both = `with made as (${row} returning *) ${recording('made').postgres}`;
  return {
    row: statement(name, { sqlite: row, postgres: both }),
    event: statement(
      `${name}_event`,
      recording(`${table} made where made.publication_id = :publicationId and made.id = :id`),
    ),
  };
}

/** Returns whether the row and its event were written: false where another row has what must be unique. */
export async function insertLogged(
  transaction: Transaction,
  { row, event }: LoggedInsert,
  values: Values,
): Promise<boolean> {
  if ((await transaction.run(row, values)) === 0) return false;
  if (transaction.dialect === 'sqlite') await transaction.run(event, values);
  return true;
}

function toRow(publication: Tenant, clock: Clock, { type, objectId, customerId, facts, personal }: NewEvent) {
  const createdAt = clock.now().getTime();
  return {
    publicationId: publication.id,
    type,
    objectId,
    customerId,
    createdAt,
    facts: JSON.stringify(facts),
    personal: personal === undefined ? null : JSON.stringify(personal),
  };
}
