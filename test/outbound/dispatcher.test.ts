// Sharing the work: each delivery is claimed by one worker, a lapsed claim is taken up again, and dead receivers hold up nobody (B9; R-F11, R-F15).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseUnavailable, type Database, type Transaction } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { recordAttempts } from '../../src/models/outbox/delivery-attempt.ts';
import {
  claimDeliveries,
  listDueReceivers,
  renewClaims,
  type ClaimedDelivery,
  type DueReceiver,
} from '../../src/models/outbox/delivery-claim.ts';
import { addDelivery, listDeliveries } from '../../src/models/outbox/delivery.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { Dispatcher, type DispatcherParts } from '../../src/outbound/dispatcher.ts';
import { createGuardedClient } from '../../src/outbound/guarded-client.ts';
import type { Outcome } from '../../src/outbound/outcome.ts';
import { startWorker } from '../../src/worker.ts';
import { startReceiver, startTcpReceiver } from '../support/outside/receiver.ts';
import { ownTime } from '../support/processes/processor-wait.ts';
import { newApplication, newPublication, signIn, signOut } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

/** With the longest jitter. */
const FIRST_RETRY_SECONDS_MAX = 83;

let parts: TestParts;
let publication: Publication;
const opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  parts = await openParts();
  await parts.signingKeys.current();
});
afterAll(() => parts.drop());
beforeEach(async () => {
  await parts.database.transaction((transaction) => transaction.knex('deliveries').delete());
  publication = await newPublication(parts);
});
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

const add = (count: number, receiver: string): Promise<string[]> =>
  parts.database.transaction(async (transaction) => {
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) {
      ids.push(
        await addDelivery(publication, transaction, parts.clock, {
          kind: 'backchannel_logout',
          receiver,
          payload: JSON.stringify({ applicationId: 'app_1', sid: 'sid_1', sub: 'cus_1' }),
        }),
      );
    }
    return ids;
  });
const claim = (receiver: string, count: number): Promise<ClaimedDelivery[]> =>
  parts.database.transaction((transaction) =>
    claimDeliveries(transaction, parts.clock, [{ publicationId: publication.id, receiver, count }]),
  );

const listDue = async (): Promise<readonly DueReceiver[]> =>
  (await listDueReceivers(parts.database, parts.clock, { after: undefined, count: 100 })).due;

function dispatcher(attempt: DispatcherParts['attempt'], given: Partial<DispatcherParts> = {}): Dispatcher {
  const made = new Dispatcher({
    database: parts.database,
    clock: parts.clock,
    attempt,
    onError: (error) => expect.unreachable(String(error)),
    ...given,
  });
  // Its next retry would fall due while other tests run.
  onTestFinished(() => made.stop(0));
  return made;
}

test('a retry is made when it is due, without a sweep that would find it', async () => {
  await add(1, 'https://retried.example');
  const outcomes: Outcome[] = [
    { result: 'failed', text: 'not now' },
    { result: 'delivered', text: 'done' },
  ];
  const one = dispatcher(() => Promise.resolve(outcomes.shift() ?? expect.unreachable('tried too often')));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await one.settle();
  expect(outcomes).toHaveLength(1);
  parts.clock.advance(FIRST_RETRY_SECONDS_MAX);
  vi.advanceTimersByTime(1000 * FIRST_RETRY_SECONDS_MAX);
  vi.useRealTimers();
  await expect.poll(() => outcomes).toHaveLength(0);
});

describe('claims', () => {
  test('what is claimed is claimed by one, in order, until the claim lapses', async () => {
    const ids = await add(5, 'https://a.example');
    expect(await listDue()).toEqual([
      { publicationId: publication.id, receiver: 'https://a.example', kind: 'backchannel_logout' },
    ]);
    const first = await claim('https://a.example', 3);
    const second = await claim('https://a.example', 3);
    expect([first.length, second.length]).toEqual([3, 2]);
    expect(new Set([...first, ...second].map(({ id }) => id))).toEqual(new Set(ids));
    parts.clock.advance(59);
    expect(await claim('https://a.example', 9)).toEqual([]);
    expect(await listDue()).toEqual([]);
    parts.clock.advance(1);
    expect((await claim('https://a.example', 9)).map(({ attempts }) => attempts)).toEqual([2, 2, 2, 2, 2]);
  });

  test('a renewed claim lasts on', async () => {
    await add(1, 'https://a.example');
    const claimed = await claim('https://a.example', 1);
    parts.clock.advance(50);
    await parts.database.transaction((transaction) => renewClaims(transaction, parts.clock, claimed));
    parts.clock.advance(50);
    expect(await claim('https://a.example', 1)).toEqual([]);
  });

  test('whoever lost the claim can log the attempt but not decide about the delivery', async () => {
    await add(1, 'https://a.example');
    const [lost] = await claim('https://a.example', 1);
    parts.clock.advance(60);
    const [held] = await claim('https://a.example', 1);
    if (lost === undefined || held === undefined) throw new Error('nothing was claimed');
    const now = parts.clock.now();
    const ended = (claimed: ClaimedDelivery, state: 'dead' | 'delivered') => ({
      claimed,
      startedAt: now,
      endedAt: now,
      record: { state, outcome: state, keepsPayload: true },
    });
    const attempts = [ended(lost, 'dead'), ended(held, 'delivered')];
    expect(
      await parts.database.transaction((transaction) => recordAttempts(transaction, parts.clock, attempts)),
    ).toEqual(attempts.slice(1));
    const { objects } = await listDeliveries(publication, parts.database, { limit: 10 });
    expect(objects).toMatchObject([{ state: 'delivered', attempts: 2 }]);
  });

  test('R-F15 two workers on one database deliver 1,000 deliveries once each', async () => {
    const second = openDatabase(parts.url);
    opened.push(() => second.close());
    const ids: string[] = [];
    for (let receiver = 0; receiver < 20; receiver += 1)
      ids.push(...(await add(50, `https://receiver${receiver}.example`)));
    const sent: string[] = [];
    const attempt: DispatcherParts['attempt'] = async ({ id }) => {
      sent.push(id);
      return { result: 'delivered', text: '200' };
    };
    await Promise.all([dispatcher(attempt).settle(), dispatcher(attempt, { database: second }).settle()]);
    expect(sent.toSorted()).toEqual(ids.toSorted());
  });

  test('a bug in an attempt is logged and the delivery is tried again', async () => {
    await add(1, 'https://a.example');
    const errors: unknown[] = [];
    await dispatcher(() => Promise.reject(new Error('a bug')), { onError: (error) => errors.push(error) }).settle();
    expect(errors).toMatchObject([{ message: 'a bug' }]);
    const { objects } = await listDeliveries(publication, parts.database, { limit: 10 });
    expect(objects).toMatchObject([{ state: 'waiting', outcome: 'an error in the service itself; see its log' }]);
  });

  test('a database that is away when an attempt has ended costs no second sending', async () => {
    await add(1, 'https://a.example');
    let writes = 0;
    const away: Database = Object.create(parts.database, {
      transaction: {
        value: <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
          writes += 1;
          // The first write is the claim, the second and third the record of the attempt.
          return writes === 2 || writes === 3
            ? Promise.reject(new DatabaseUnavailable('away'))
            : parts.database.transaction(work);
        },
      },
      first: { value: parts.database.first.bind(parts.database) },
      all: { value: parts.database.all.bind(parts.database) },
    });
    let sendings = 0;
    const attempt: DispatcherParts['attempt'] = async () => ({ result: 'delivered', text: String((sendings += 1)) });
    await dispatcher(attempt, { database: away }).settle();
    const { objects } = await listDeliveries(publication, parts.database, { limit: 10 });
    expect([sendings, objects]).toMatchObject([1, [{ state: 'delivered', attempts: 1 }]]);
  });

  test('stopping lets the attempts under way end, but not for longer than it is told', async () => {
    await add(1, 'https://a.example');
    const started = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const slow = dispatcher(async () => {
      started.resolve();
      await finish.promise;
      return { result: 'delivered', text: '200' };
    });
    slow.wake();
    await started.promise;
    const before = ownTime();
    await slow.stop(50);
    expect(ownTime() - before).toBeLessThan(1000);
    finish.resolve();
    await slow.stop(5000);
    const { objects } = await listDeliveries(publication, parts.database, { limit: 10 });
    expect(objects).toMatchObject([{ state: 'delivered' }]);
  });
});

describe('fairness', () => {
  test('one receiver never has more than four attempts under way, an unknown and an ailing one a single one', async () => {
    await add(60, 'https://good.example');
    await add(60, 'https://dead.example');
    const running = new Map<string, number>();
    const most = new Map<string, number>();
    const attempt: DispatcherParts['attempt'] = async ({ receiver }) => {
      running.set(receiver, (running.get(receiver) ?? 0) + 1);
      most.set(receiver, Math.max(most.get(receiver) ?? 0, running.get(receiver) ?? 0));
      await new Promise((resolve) => setTimeout(resolve, 2));
      running.set(receiver, (running.get(receiver) ?? 0) - 1);
      return receiver.includes('good')
        ? { result: 'delivered', text: '200' }
        : { result: 'failed', text: 'no answer in time' };
    };
    await dispatcher(attempt).settle();
    expect(Object.fromEntries(most)).toEqual({ 'https://good.example': 4, 'https://dead.example': 1 });
  });

  test('R-F11 B9 with 100 dead receivers, each with a queue, another receiver is told within two seconds', async () => {
    const dead = await startTcpReceiver(() => undefined);
    const live = await startReceiver();
    opened.push(dead.close, live.close);
    const applications = [];
    for (let number = 0; number < 100; number += 1)
      applications.push(await newApplication(parts, publication, `${dead.origin}/${number}`));
    for (let queued = 0; queued < 3; queued += 1)
      await signOut(parts, publication, await signIn(parts, publication, applications));
    await parts.database.transaction(async (transaction) => {
      const rows = (await transaction.knex('deliveries').select('id', 'payload')) as { id: string; payload: string }[];
      // One server plays them all, so each application is made a receiver of its own here.
      for (const { id, payload } of rows)
        await transaction
          .knex('deliveries')
          .where({ id })
          .update({ receiver: JSON.parse(payload).applicationId });
    });
    const worker = startWorker(parts);
    opened.push(() => worker.stop());
    const application = await newApplication(parts, publication, live.origin);
    const waits: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const signedIn = await signIn(parts, publication, [application]);
      const startedAt = ownTime();
      await signOut(parts, publication, signedIn);
      while (live.requests.length === round) await new Promise((resolve) => setTimeout(resolve, 5));
      waits.push(ownTime() - startedAt);
    }
    expect(dead.connections).toBeGreaterThan(90);
    expect(Math.max(...waits)).toBeLessThan(2000);
  });

  test('a sign-out does not wait for a receiver', async () => {
    const dead = await startTcpReceiver(() => undefined);
    opened.push(dead.close);
    const application = await newApplication(parts, publication, dead.origin);
    const signedIn = await signIn(parts, publication, [application]);
    const worker = startWorker(parts, undefined, {
      client: createGuardedClient({ isLocal: true, timeoutMilliseconds: 500 }),
    });
    opened.push(() => worker.stop());
    const startedAt = ownTime();
    await signOut(parts, publication, signedIn);
    expect(ownTime() - startedAt).toBeLessThan(500);
  });
});
