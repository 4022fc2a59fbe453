// Events: what happened to the records of a publication. Each is written in the transaction of its change, into a queue that costs the change
// next to nothing; src/models/event-log.ts brings it into the log. What tells of a person is kept apart from the rest, so that it can be
// erased and the event stays.
import type { Clock } from '../database/clock.ts';
import type { Transaction } from '../database/connection.ts';
import { givenRows } from '../database/given-rows.ts';
import { statement, type Statement, type Value } from '../database/statement.ts';
import type { Tenant } from './record.ts';

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
  readonly previous?: EventFields | undefined;
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

const FIELDS = { publicationId: 'text', type: 'text', objectId: 'text', customerId: 'text', createdAt: 'bigint', facts: 'text', personal: 'text' } as const;
const columns = 'publication_id, type, object_id, customer_id, created_at, facts, personal';
const insert = statement('insert_pending_event', `insert into pending_events (${columns}) values (?, ?, ?, ?, ?, ?, ?)`);
const inserting = (rows: string): string => `insert into pending_events (${columns}) select ${Object.keys(FIELDS).map((name) => `"${name}"`).join(', ')} from ${rows}`;
const given = givenRows(FIELDS);
const insertMany = statement('insert_pending_events', { sqlite: inserting(given.sqlite), postgres: inserting(given.postgres) });

/** Call it in the transaction of the change, after its write: so the events of one object are in the order of its changes. */
export async function recordEvent(publication: Tenant, transaction: Transaction, clock: Clock, event: NewEvent): Promise<void> {
  await transaction.run(insert, toValues(publication, clock, event));
}

/** Of any publications, in the transaction of their changes: by one statement. */
export async function recordEvents(transaction: Transaction, clock: Clock, events: readonly { readonly publicationId: string; readonly event: NewEvent }[]): Promise<void> {
  if (events.length === 0) return;
  await transaction.run(insertMany, [JSON.stringify(events.map(({ publicationId, event }) => toRow({ id: publicationId }, clock, event)))]);
}

/** A write that records its event where it changes something: on PostgreSQL in the same statement, since each one is a round trip. */
export interface LoggedStatement {
  readonly change: Statement<unknown>;
  readonly both: Statement<unknown>;
}

export function loggedStatement(name: string, text: string): LoggedStatement {
  const both = `with changed as (${text} returning 1)
    insert into pending_events (${columns}) select cast(? as text), cast(? as text), cast(? as text), cast(? as text), cast(? as bigint), cast(? as text), cast(? as text) from changed`;
  return { change: statement(name, text), both: statement(`${name}_and_event`, { sqlite: text, postgres: both }) };
}

/** Returns whether the write changed its row, and so was recorded. */
export async function runLogged(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { change, both }: LoggedStatement,
  values: readonly Value[],
  event: NewEvent,
): Promise<boolean> {
  if (transaction.dialect === 'postgres') return (await transaction.run(both, [...values, ...toValues(publication, clock, event)])) === 1;
  if ((await transaction.run(change, values)) === 0) return false;
  await recordEvent(publication, transaction, clock, event);
  return true;
}

function toRow(publication: Tenant, clock: Clock, { type, objectId, customerId, facts, personal }: NewEvent) {
  const createdAt = clock.now().getTime();
  return { publicationId: publication.id, type, objectId, customerId, createdAt, facts: JSON.stringify(facts), personal: personal === undefined ? null : JSON.stringify(personal) };
}

function toValues(publication: Tenant, clock: Clock, event: NewEvent): Value[] {
  const { publicationId, type, objectId, customerId, createdAt, facts, personal } = toRow(publication, clock, event);
  return [publicationId, type, objectId, customerId, createdAt, facts, personal];
}
