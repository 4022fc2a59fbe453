// Events: what happened to the records of a publication. Each is written in the transaction of its change, into a queue
// that costs the change next to nothing; src/models/outbox/event-log.ts moves it into the log. Personal data is kept
// apart, so that it can be erased while the event stays.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import type { JsonExpression } from '../../database/json.ts';
import { toColumn } from '../../database/rows.ts';
import { statement, type Dialect, type Statement, type Values } from '../../database/statement.ts';
import { insertingEntry, type PendingEntry } from '../act.ts';
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
/** Values by the record's own field names. */
export type EventFields = Readonly<Record<string, EventValue>>;

export interface EventContent {
  /** The object after the change: those of its fields that belong to this part. */
  readonly object: EventFields;
  /** The former values of the fields that changed; times are in milliseconds. */
  readonly previous?: EventFields | null | undefined;
}

export interface NewEvent {
  readonly type: EventType;
  /** The object that the event is about. The events of one object reach an endpoint in order. */
  readonly objectId: string;
  /** The customer whom the event is about. */
  readonly customerId: string;
  readonly facts: EventContent;
  /** E-mail address, name and other personal data; erased with the person. */
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

/**
 * Call it in the transaction of the change, after its write, so that the events of an object keep the order of its
 * changes.
 */
export async function recordEvent(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  event: NewEvent,
): Promise<void> {
  await transaction.run(insertOne, toRow(publication, clock, event));
}

/** Inserts the events of any publications as one batch. Call it in the transaction of their changes. */
export async function recordEvents(
  transaction: Transaction,
  clock: Clock,
  events: readonly { readonly publicationId: string; readonly event: NewEvent }[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ publicationId, event }) => toRow({ id: publicationId }, clock, event));
  await transaction.run(insertMany, { given: JSON.stringify(rows) });
}

/** The content of an event about a row, as SQL. */
export interface RowContent {
  readonly customerId: string;
  readonly facts: JsonExpression;
  readonly personal?: JsonExpression | undefined;
}

/** Returns SQL for a column of the row that an event is about. */
export type RowColumn = (name: string) => string;

/**
 * Returns SQL by which the database itself writes the event of a row.
 * @param type SQL, as are `createdAt` and `from`
 */
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

/** The insert of a row together with its event. */
export interface LoggedInsert {
  /** On PostgreSQL it inserts the event too, in the same round trip. */
  readonly row: Statement<unknown>;
  /** For PostgreSQL only: it inserts the entry of the act in the audit log as well. */
  readonly rowOfAct: Statement<unknown>;
  /** For SQLite only, where further statements cost no round trip. */
  readonly event: Statement<unknown>;
  readonly figure?: Statement<unknown> | undefined;
}

/**
 * @param fields the columns of a row that are given, by the names of their values; `id` and `publicationId` are
 * required
 * @param figure SQL that counts the row `made` among the changes of figures, without its `from`
 */
export function loggedInsert(
  name: string,
  table: string,
  fields: readonly string[],
  {
    type,
    content,
    figure,
  }: {
    readonly type: EventType;
    readonly content: (column: RowColumn) => RowContent;
    readonly figure?: string;
  },
): LoggedInsert {
  const ofRow: RowColumn = (column) => `made.${column}`;
  const recording = (from: string): Record<Dialect, string> =>
    recordingOfRow(ofRow, content(ofRow), `'${type}'`, ofRow('created_at'), `from ${from}`);
  const row = `insert into ${table} (${fields.map(toColumn).join(', ')}) values (${fields.map((field) => `:${field}`).join(', ')}) on conflict do nothing`;
  const counting = figure === undefined ? '' : `, counted as (${figure} from made)`;
  const made = `with made as (${row} returning *)${counting}`;
  const inserted = `${table} made where made.publication_id = :publicationId and made.id = :id`;
  const event = recording('made').postgres;
  const entry = insertingEntry({ columns: 'made.publication_id, made.id, made.created_at', from: ' from made' });
  return {
    row: statement(name, { sqlite: row, postgres: `${made} ${event}` }),
    rowOfAct: statement(`act_of_${name}`, { sqlite: row, postgres: `${made}, event as (${event}) ${entry}` }),
    event: statement(`${name}_event`, recording(inserted)),
    figure: figure === undefined ? undefined : statement(`${name}_figure`, `${figure} from ${inserted}`),
  };
}

/**
 * Returns whether the row and its event were inserted: false if the row violates a unique constraint.
 * @param entry of the act that consists of this insert. On PostgreSQL it is inserted in the same statement; on SQLite
 * it is left to whoever began the act, as a further statement costs no round trip there.
 */
export async function insertLogged(
  transaction: Transaction,
  { row, rowOfAct, event, figure }: LoggedInsert,
  values: Values,
  entry?: PendingEntry,
): Promise<boolean> {
  if (entry !== undefined && transaction.dialect === 'postgres') {
    if ((await transaction.run(rowOfAct, { ...values, ...entry.values })) === 0) return false;
    entry.markWritten();
    return true;
  }
  if ((await transaction.run(row, values)) === 0) return false;
  if (transaction.dialect === 'postgres') return true;
  await transaction.run(event, values);
  if (figure !== undefined) await transaction.run(figure, values);
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
