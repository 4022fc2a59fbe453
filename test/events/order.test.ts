// The one order of the log: who reads on after the last event misses none, while transactions commit in another order than they began, several
// processes bring events into the log, and clocks differ.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Transaction } from '../../src/database/connection.ts';
import { newSeriesAfter } from '../../src/database/ids.ts';
import { openDatabase } from '../../src/database/open.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { listDeliveriesTo } from '../../src/models/outbox/delivery-log.ts';
import { createEventEndpoint } from '../../src/models/outbox/event-endpoint.ts';
import { listEvents, logPendingEvents } from '../../src/models/outbox/event-log.ts';
import { recordEvent } from '../../src/models/outbox/event.ts';
import { createCustomer, renameCustomer } from '../../src/models/people/customer.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const CUSTOMERS = 120;
const RENAMES = 3;
/** As many events as come into the log in one transaction. */
const STEP = 1000;
/** Apart from the others', as far as machines' clocks are. */
const SLOW_CLOCK_MILLISECONDS = -2500;

let parts: TestParts;
let other: Database;
let publication: Publication;

beforeAll(async () => {
  parts = await openParts();
  other = openDatabase(parts.url);
  publication = await newPublication(parts);
});
afterAll(async () => {
  await other.close();
  await parts.drop();
});

/** Between the event and the commit; on SQLite nothing but statements may be awaited there, and commits are in order anyhow. */
async function dawdle({ dialect }: Transaction, milliseconds: number): Promise<void> {
  if (dialect === 'postgres') await pause(milliseconds);
}

async function change(database: Database, number: number): Promise<void> {
  const { id } = await database.transaction(async (transaction) => {
    const customer = await createCustomer(publication, transaction, parts.clock, parts.secretKeys, {
      email: parseEmailAddress(`m${number}@example.org`),
      name: '0',
    });
    await dawdle(transaction, (number * 7919) % 40);
    return customer;
  });
  for (let time = 1; time <= RENAMES; time += 1) {
    await database.transaction(async (transaction) => {
      await renameCustomer(publication, transaction, parts.clock, id, String(time));
      await dawdle(transaction, (number * 104_729 + time) % 25);
    });
  }
}

test('a reader who follows the log meets every event once, each object in the order of its changes', async () => {
  const state = { isOver: false };
  const bring = async (database: Database, difference: number): Promise<void> => {
    const clock = { now: () => new Date(Date.now() + difference) };
    while (!state.isOver) {
      await logPendingEvents(database, clock);
      await pause(3);
    }
    await logPendingEvents(database, clock);
  };
  const seen: { id: string; objectId: string; name: unknown }[] = [];
  const read = async (): Promise<void> => {
    const { objects } = await listEvents(publication, other, {
      limit: 10,
      after: seen.at(-1)?.id.slice('evt_'.length) ?? '0'.repeat(26),
    });
    seen.push(...objects.map(({ id, objectId, personal }) => ({ id, objectId, name: personal?.object['name'] })));
    if (objects.length > 0) await read();
  };
  const follow = async (): Promise<void> => {
    while (!state.isOver) {
      await read();
      await pause(1);
    }
  };
  const background = [bring(parts.database, 0), bring(other, SLOW_CLOCK_MILLISECONDS), follow()];
  await Promise.all(
    Array.from({ length: CUSTOMERS }, (_, number) => change(number % 2 === 0 ? parts.database : other, number)),
  );
  state.isOver = true;
  await Promise.all(background);
  await read();
  expect(seen).toHaveLength(CUSTOMERS * (1 + RENAMES));
  expect(seen.map(({ id }) => id)).toEqual(seen.map(({ id }) => id).toSorted());
  for (const events of Map.groupBy(seen, ({ objectId }) => objectId).values())
    expect(events.map(({ name }) => name)).toEqual(['0', '1', '2', '3']);
});

/** A database whose transactions run `meanwhile` before their statement of this place. */
function interrupted(database: Database, place: number, meanwhile: () => Promise<void>): Database {
  let count = 0;
  const counting = async (): Promise<void> => {
    count += 1;
    if (count === place) await meanwhile();
  };
  return {
    ...database,
    first: (statement, values) => database.first(statement, values),
    all: (statement, values) => database.all(statement, values),
    transaction: (work) =>
      database.transaction(async (transaction) =>
        work({
          ...transaction,
          dialect: transaction.dialect,
          first: async (statement, values) => (await counting(), transaction.first(statement, values)),
          all: async (statement, values) => (await counting(), transaction.all(statement, values)),
          run: async (statement, values) => (await counting(), transaction.run(statement, values)),
        }),
      ),
  };
}

test('two changes of one transaction are told of in their order, whenever it commits', async () => {
  const [small, places] = [await newPublication(parts), Array.from({ length: 12 }, (_, place) => place)];
  const record = (transaction: Transaction, objectId: string, type: 'session.ended' | 'logout_notice.dead') =>
    recordEvent(small, transaction, parts.clock, { type, objectId, customerId: 'cus_1', facts: { object: {} } });
  for (const place of places) {
    const [isRecorded, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const whole = parts.database.transaction(async (transaction) => {
      await record(transaction, `thing_${place}`, 'session.ended');
      // A number of another transaction, committed before, lies between.
      if (transaction.dialect === 'postgres')
        await other.transaction((between) => record(between, `between_${place}`, 'session.ended'));
      await record(transaction, `thing_${place}`, 'logout_notice.dead');
      isRecorded.resolve();
      if (transaction.dialect === 'postgres') await commit.promise;
    });
    await isRecorded.promise;
    const end = async (): Promise<void> => {
      commit.resolve();
      await whole;
    };
    if (parts.database.dialect === 'sqlite') await end();
    await logPendingEvents(interrupted(other, place, end), parts.clock);
    await end();
    await logPendingEvents(other, parts.clock);
  }
  const { objects } = await listEvents(small, parts.database, { limit: 100, after: '0'.repeat(26) });
  const told = Map.groupBy(
    objects.filter(({ objectId }) => objectId.startsWith('thing')),
    ({ objectId }) => objectId,
  );
  expect([...told.values()].map((events) => events.map(({ type }) => type))).toEqual(
    places.map(() => ['session.ended', 'logout_notice.dead']),
  );
});

test('what exceeds one step is logged by the next ones, in order and to the last event', async () => {
  const many = await newPublication(parts);
  const objectIds = Array.from({ length: 2 * STEP + 7 }, (_, number) => `thing_${String(number).padStart(5, '0')}`);
  await parts.database.transaction(async (transaction) => {
    for (const objectId of objectIds)
      await recordEvent(many, transaction, parts.clock, {
        type: 'session.ended',
        objectId,
        customerId: 'cus_1',
        facts: { object: {} },
      });
  });
  await logPendingEvents(parts.database, parts.clock);
  const { objects } = await listEvents(many, parts.database, { limit: 3 * STEP, after: '0'.repeat(26) });
  expect(objects.map(({ objectId }) => objectId)).toEqual(objectIds);
  expect(await logPendingEvents(parts.database, parts.clock)).toBe(false);
});

test('the more endpoints are told of each event, the fewer events a step takes', async () => {
  const told = await newPublication(parts);
  const settings = (number: number) => ({ url: `http://127.0.0.1:9/${number}`, types: [] });
  const endpoints: string[] = [];
  await parts.database.transaction(async (transaction) => {
    for (let number = 0; number < 4; number += 1) {
      const { endpoint } = await createEventEndpoint(
        told,
        transaction,
        parts.clock,
        parts.secretKeys,
        settings(number),
        { allowsLoopbackHttp: true },
      );
      endpoints.push(endpoint.id);
    }
    for (let number = 0; number < STEP; number += 1) {
      await recordEvent(told, transaction, parts.clock, {
        type: 'session.ended',
        objectId: `sid_${number}`,
        customerId: 'cus_1',
        facts: { object: {} },
      });
    }
  });
  const before = parts.database.commits;
  await logPendingEvents(parts.database, parts.clock);
  expect(parts.database.commits - before).toBe(4);
  const { objects } = await listDeliveriesTo(
    told,
    parts.database,
    { endpointId: endpoints[0] ?? '' },
    { limit: 2 * STEP },
  );
  expect(objects).toHaveLength(STEP);
});

test('a publication that is deleted takes its events along, and those on their way into the log', async () => {
  const [gone, kept] = [await newPublication(parts), await newPublication(parts)];
  const record = (): Promise<void> =>
    parts.database.transaction(async (transaction) => {
      for (const { id } of [gone, kept])
        await recordEvent({ id }, transaction, parts.clock, {
          type: 'session.ended',
          objectId: 'sid_1',
          customerId: 'cus_1',
          facts: { object: {} },
        });
    });
  await record();
  await logPendingEvents(parts.database, parts.clock);
  await record();
  await parts.database.transaction(({ knex }) => knex('publications').where({ id: gone.id }).delete());
  await logPendingEvents(parts.database, parts.clock);
  const logged = ({ id }: Publication) => listEvents({ id }, parts.database, { limit: 10, after: '' });
  expect((await logged(gone)).objects).toEqual([]);
  expect((await logged(kept)).objects).toHaveLength(2);
});

test('a series of positions goes on above the last one, whatever the clock says', () => {
  const last = `7${'z'.repeat(19)}0zzzzz`;
  expect(newSeriesAfter(last, new Date(0))).toBe(`7${'z'.repeat(19)}10`);
  const series = [newSeriesAfter('', new Date())];
  for (let more = 0; more < 100; more += 1) series.push(newSeriesAfter(`${series.at(-1)}9999`, new Date()));
  expect(series).toEqual([...new Set(series)].toSorted());
});
