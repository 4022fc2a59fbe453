// Replays: events since a time are queued again in steps that each commit, so that a worker that ends loses nothing.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Transaction } from '../../src/database/connection.ts';
import {
  createEventEndpoint,
  disableEventEndpoint,
  enableEventEndpoint,
  EventEndpointRecord,
} from '../../src/models/outbox/event-endpoint.ts';
import { countEventsSince, logPendingEvents } from '../../src/models/outbox/event-log.ts';
import { recordEvents, type EventType } from '../../src/models/outbox/event.ts';
import { continueReplays, startReplay } from '../../src/models/outbox/replay.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

let parts: TestParts;
let publication: Publication;
let endpointId: string;

beforeEach(async () => {
  parts = await openParts();
  publication = await newPublication(parts);
});
afterEach(() => parts.drop());

const write = <T>(change: (transaction: Transaction) => Promise<T>): Promise<T> => parts.database.transaction(change);

async function addEvents(count: number, type: EventType = 'session.ended'): Promise<void> {
  const events = Array.from({ length: count }, (_, number) => ({
    publicationId: publication.id,
    event: { type, objectId: `sid_${number}`, customerId: 'cus_1', facts: { object: {} } },
  }));
  await write((transaction) => recordEvents(transaction, parts.clock, events));
  await logPendingEvents(parts.database, parts.clock);
}

async function addEndpoint(types: EventType[] = []): Promise<void> {
  const settings = { url: 'https://www.example.org/events', types };
  const { endpoint } = await write((transaction) =>
    createEventEndpoint(publication, transaction, parts.clock, parts.secretKeys, settings, {
      allowsLoopbackHttp: false,
    }),
  );
  endpointId = endpoint.id;
}

const replay = (since: Date) =>
  write((transaction) => startReplay(publication, transaction, parts.clock, { endpointId, since }));
const BEGINNING = new Date('2020-01-01T00:00:00Z');

async function queuedIds(): Promise<string[]> {
  const rows: { eventId: string }[] = await parts.database.knex('deliveries').where({ receiver: endpointId });
  return rows.map(({ eventId }) => eventId);
}

async function finish(): Promise<void> {
  while (await continueReplays(parts.database, parts.clock));
}

test('of any length queues each event once, by several workers, and nothing that happens after its beginning', async () => {
  await addEvents(2300);
  await addEndpoint(['session.ended']);
  await replay(BEGINNING);
  await addEvents(1);
  await Promise.all([continueReplays(parts.database, parts.clock), continueReplays(parts.database, parts.clock)]);
  await finish();
  const ids = await queuedIds();
  expect([ids.length, new Set(ids).size]).toEqual([2301, 2301]);
  expect(await EventEndpointRecord.get(publication, parts.database, endpointId)).toMatchObject({ replayAfter: null });
});

test('a second one while one is under way begins at the earlier of both times', async () => {
  await addEvents(3);
  parts.clock.advance(60);
  await addEndpoint();
  const between = parts.clock.now();
  await addEvents(2);
  await write((transaction) => disableEventEndpoint(publication, transaction, parts.clock, endpointId, 'by hand'));
  await write((transaction) => enableEventEndpoint(publication, transaction, endpointId));
  await parts.database.transaction((transaction) => transaction.knex('deliveries').delete());
  await replay(BEGINNING);
  await replay(between);
  await finish();
  expect(await queuedIds()).toHaveLength(5);
});

test('ends when the endpoint is disabled, and does not begin while it is', async () => {
  await addEvents(3);
  await addEndpoint();
  await replay(BEGINNING);
  await write((transaction) => disableEventEndpoint(publication, transaction, parts.clock, endpointId, 'by hand'));
  await finish();
  expect(await queuedIds()).toEqual([]);
  await expect(replay(BEGINNING)).rejects.toThrow('The endpoint is disabled');
  await write((transaction) => enableEventEndpoint(publication, transaction, endpointId));
  await finish();
  expect(await queuedIds()).toEqual([]);
});

test('the preview counts what the endpoint subscribes to, and no more than it is asked to', async () => {
  await addEvents(30);
  await addEvents(5, 'payment.failed');
  const count = (types: EventType[], since = BEGINNING, atMost = 1000) =>
    countEventsSince(publication, parts.database, { types, since, atMost });
  expect(await count([])).toBe(35);
  expect(await count(['payment.failed'])).toBe(5);
  expect(await count(['payment.failed', 'session.ended', 'customer.erased'])).toBe(35);
  expect(await count([], BEGINNING, 11)).toBe(11);
  expect(await count([], new Date(parts.clock.now().getTime() + 1))).toBe(0);
});
