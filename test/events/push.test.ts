// Pushed events: signed so that the official library of Standard Webhooks verifies them, each object's in their order, tried again for three days.
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { eraseCustomer } from '../../src/models/lifecycle/erasure.ts';
import { listDeliveriesTo } from '../../src/models/outbox/delivery-log.ts';
import { resendEvent } from '../../src/models/outbox/delivery-queue.ts';
import {
  createEventEndpoint,
  disableEventEndpoint,
  enableEventEndpoint,
  EventEndpointRecord,
  rotateEndpointSecret,
  type EventEndpoint,
} from '../../src/models/outbox/event-endpoint.ts';
import { countEventsSince, getEvent } from '../../src/models/outbox/event-log.ts';
import { startReplay } from '../../src/models/outbox/replay.ts';
import { createCustomer, renameCustomer } from '../../src/models/people/customer.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { startWorker } from '../../src/worker.ts';
import { startReceiver, type Answer, type Receiver } from '../support/outside/receiver.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const DAY = 24 * 3600;
const LOOPBACK = { allowsLoopbackHttp: true };
const ALL = { limit: 100 };

let parts: TestParts;
let publication: Publication;
let receiver: Receiver;
let reply: Answer;
let endpoint: EventEndpoint;
let secret: string;
const notices: unknown[] = [];

beforeEach(async () => {
  parts = await openParts();
  publication = await newPublication(parts);
  reply = (response) => response.writeHead(204).end();
  receiver = await startReceiver((...given) => reply(...given));
  ({ endpoint, secret } = await newEndpoint(receiver.origin));
  notices.length = 0;
});
afterEach(async () => {
  await receiver.close();
  await parts.drop();
});

type Transaction = Parameters<Parameters<TestParts['database']['transaction']>[0]>[0];
const write = <T>(change: (transaction: Transaction) => Promise<T>): Promise<T> => parts.database.transaction(change);
const newEndpoint = (origin: string, types: string[] = []) =>
  write((transaction) =>
    createEventEndpoint(
      publication,
      transaction,
      parts.clock,
      parts.secretKeys,
      { url: `${origin}/events`, types },
      LOOPBACK,
    ),
  );
const addCustomer = (email: string) =>
  write((transaction) =>
    createCustomer(publication, transaction, parts.clock, parts.secretKeys, { email: parseEmailAddress(email) }),
  );
const rename = (id: string, name: string) =>
  write((transaction) => renameCustomer(publication, transaction, parts.clock, id, name));
const replay = (since: Date) =>
  write((transaction) => startReplay(publication, transaction, parts.clock, { endpointId: endpoint.id, since }));
const deliveries = async () =>
  (await listDeliveriesTo(publication, parts.database, { endpointId: endpoint.id }, ALL)).objects.toReversed();

async function work(): Promise<void> {
  const log = {
    error: (given: unknown) => notices.push(given),
    warn: (given: unknown) => notices.push(given),
    info: () => undefined,
  };
  const worker = startWorker(parts, log as never);
  await worker.settle();
  await worker.stop();
}

interface Told {
  id: string;
  type: string;
  data: { id: string; email?: string | null; name?: string | null };
  previous: Record<string, unknown> | null;
}

const told = (): Told[] => receiver.requests.map(({ body }) => JSON.parse(body));

describe('what is sent', () => {
  test('is verified by the official library, and by no other secret', async () => {
    const { id } = await addCustomer('ada@example.org');
    await work();
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', url: '/events', headers: { 'content-type': 'application/json' } });
    const headers = request?.headers as Record<string, string>;
    // The library compares the time with the machine's own, as receivers do.
    expect(Math.abs(Number(headers['webhook-timestamp']) - parts.clock.now().getTime() / 1000)).toBeLessThan(2);
    const at = Date.now;
    Date.now = () => parts.clock.now().getTime();
    try {
      expect(new Webhook(secret).verify(request?.body ?? '', headers)).toMatchObject({
        id: headers['webhook-id'],
        type: 'customer.created',
        data: { id, email: 'ada@example.org' },
      });
      expect(() => new Webhook(`whsec_${'A'.repeat(43)}=`).verify(request?.body ?? '', headers)).toThrow(
        'No matching signature',
      );
      expect(() => new Webhook(secret).verify(`${request?.body ?? ''} `, headers)).toThrow('No matching signature');
    } finally {
      Date.now = at;
    }
  });

  test('is signed by both secrets for a day after a rotation, then by the new one', async () => {
    const newer = await write((transaction) =>
      rotateEndpointSecret(publication, transaction, parts.clock, parts.secretKeys, endpoint),
    );
    await addCustomer('ada@example.org');
    await work();
    parts.clock.advance(DAY);
    await addCustomer('bob@example.org');
    await work();
    const signatures = receiver.requests.map(({ headers, body }) => {
      const [id, at] = [String(headers['webhook-id']), new Date(Number(headers['webhook-timestamp']) * 1000)];
      return String(headers['webhook-signature'])
        .split(' ')
        .map((signature) => [newer, secret].map((known) => new Webhook(known).sign(id, at, body)).indexOf(signature));
    });
    expect(signatures).toEqual([[0, 1], [0]]);
    expect((await parts.database.knex('event_endpoints').select('secrets'))[0].secrets).not.toContain('whsec');
  });

  test('is of the types that the endpoint asks for, and of its own publication', async () => {
    const other = await newPublication(parts);
    await write((transaction) =>
      createEventEndpoint(
        other,
        transaction,
        parts.clock,
        parts.secretKeys,
        { url: `${receiver.origin}/other`, types: [] },
        LOOPBACK,
      ),
    );
    await newEndpoint(`${receiver.origin}/some`, ['customer.updated']);
    const { id } = await addCustomer('ada@example.org');
    await rename(id, 'Ada');
    await work();
    expect(receiver.requests.map(({ url, body }) => `${url} ${JSON.parse(body).type}`).toSorted()).toEqual([
      '/events customer.created',
      '/events customer.updated',
      '/some/events customer.updated',
    ]);
  });

  test('holds nothing of a person who was erased meanwhile', async () => {
    reply = (response) => response.writeHead(503).end();
    const { id } = await addCustomer('ada@example.org');
    await work();
    await write((transaction) => eraseCustomer(publication, transaction, parts.clock, parts.secretKeys, id));
    reply = (response) => response.writeHead(204).end();
    receiver.requests.length = 0;
    parts.clock.advance(600);
    await work();
    expect(told()).toMatchObject([
      { type: 'customer.created', data: { id, email: null, name: null } },
      { type: 'customer.erased', data: { id } },
    ]);
    expect(JSON.stringify(receiver.requests)).not.toContain('ada@');
  });
});

describe('order', () => {
  test('an event waits for the one before it of the same object, and for no other', async () => {
    reply = (response, { body }) =>
      response.writeHead(JSON.parse(body).data.email === 'ada@example.org' ? 500 : 200).end();
    const ada = await addCustomer('ada@example.org');
    const bob = await addCustomer('bob@example.org');
    await rename(ada.id, 'Ada');
    await rename(bob.id, 'Bob');
    await work();
    expect((await deliveries()).map(({ objectId, state }) => [objectId, state])).toEqual([
      [ada.id, 'waiting'],
      [bob.id, 'delivered'],
      [ada.id, 'queued'],
      [bob.id, 'delivered'],
    ]);
    await rename(ada.id, 'Ada L.');
    reply = (response) => response.writeHead(200).end();
    receiver.requests.length = 0;
    parts.clock.advance(120);
    await work();
    expect(told().map(({ data }) => data.name)).toEqual([null, 'Ada', 'Ada L.']);
  });

  test('one that is given up lets the next go', async () => {
    const { id } = await addCustomer('ada@example.org');
    await rename(id, 'Ada');
    reply = (response, { body }) => response.writeHead(JSON.parse(body).type === 'customer.created' ? 500 : 200).end();
    const startedAt = parts.clock.now().getTime();
    for (let tries = 0; tries < 10; tries += 1) {
      await work();
      const dueAt = (await deliveries())[0]?.dueAt ?? 0;
      parts.clock.advance(Math.max(0, dueAt - parts.clock.now().getTime()) / 1000);
    }
    const [first, second] = await deliveries();
    expect(first).toMatchObject({ state: 'dead', attempts: 10, outcome: '500' });
    // With the shortest jitter each time, 2.15 days.
    expect(((first?.endedAt ?? 0) - startedAt) / 1000).toBeGreaterThan(2.1 * DAY);
    expect(((first?.endedAt ?? 0) - startedAt) / 1000).toBeLessThanOrEqual(3 * DAY);
    expect(second).toMatchObject({ state: 'delivered', attempts: 1 });
  });
});

describe('sending again', () => {
  test('one event, and all since a time, under the ids that they had', async () => {
    await addCustomer('ada@example.org');
    await work();
    parts.clock.advance(60);
    const since = parts.clock.now();
    const bob = await addCustomer('bob@example.org');
    await rename(bob.id, 'Bob');
    await work();
    const ids = told().map(({ id }) => id);
    const event = await getEvent(publication, parts.database, ids[0] ?? '');
    expect(await write((transaction) => resendEvent(publication, transaction, parts.clock, endpoint.id, event))).toBe(
      true,
    );
    await work();
    const counted = { types: [], since, atMost: 100 };
    expect(await countEventsSince(publication, parts.database, counted)).toBe(2);
    await replay(since);
    await work();
    expect(told().map(({ id }) => id)).toEqual([...ids, ids[0], ids[1], ids[2]]);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(told().map(({ id }) => id));
  });

  test('what happened while it was disabled', async () => {
    await write((transaction) => disableEventEndpoint(publication, transaction, parts.clock, endpoint.id, 'by hand'));
    const since = parts.clock.now();
    await addCustomer('ada@example.org');
    await work();
    expect([receiver.requests.length, await deliveries()]).toEqual([0, []]);
    await write((transaction) => enableEventEndpoint(publication, transaction, endpoint.id));
    await replay(since);
    await work();
    expect(told()).toMatchObject([{ type: 'customer.created' }]);
  });
});

test('an endpoint that takes nothing for five days is disabled with a notice, and its events stay in the log', async () => {
  reply = (response) => response.writeHead(410).end();
  for (let days = 0; days < 5; days += 1) {
    await addCustomer(`m${days}@example.org`);
    await work();
    expect(notices).toEqual([]);
    parts.clock.advance(DAY + 60);
  }
  await addCustomer('m5@example.org');
  await work();
  expect(await EventEndpointRecord.get(publication, parts.database, endpoint.id)).toMatchObject({
    disabledAt: expect.any(Number),
    disabledReason: expect.stringContaining('it took nothing since'),
  });
  expect(notices).toEqual([expect.stringContaining(endpoint.id)]);
  expect((await deliveries()).every(({ state }) => state === 'dead')).toBe(true);
  expect(await parts.database.knex('events')).toHaveLength(6);
});

test('one that answers again is no longer said to fail', async () => {
  reply = (response) => response.writeHead(500).end();
  await addCustomer('ada@example.org');
  await work();
  expect(await EventEndpointRecord.get(publication, parts.database, endpoint.id)).toMatchObject({
    failingSince: parts.clock.now().getTime(),
  });
  reply = (response) => response.writeHead(200).end();
  parts.clock.advance(120);
  await work();
  expect(await EventEndpointRecord.get(publication, parts.database, endpoint.id)).toMatchObject({ failingSince: null });
});
