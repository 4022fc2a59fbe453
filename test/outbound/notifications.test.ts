// A commit that wrote something for the worker wakes it: nobody who writes has to remember. Timers stand still here, so that it looks only then.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Transaction } from '../../src/database/connection.ts';
import type { Topic } from '../../src/database/notifier.ts';
import { recordGatewayEvent } from '../../src/models/money/gateway-event.ts';
import { addDelivery } from '../../src/models/outbox/delivery.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { startWorker } from '../../src/worker.ts';
import { answer, startReceiver } from '../support/outside/receiver.ts';
import { newApplication, newPublication, signIn, signOut } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

let parts: TestParts;
let publication: Publication;
let heard: Topic[];
const endings: (() => void)[] = [];

beforeAll(async () => {
  parts = await openParts();
  await parts.signingKeys.current();
});
afterAll(() => parts.drop());
beforeEach(async () => {
  publication = await newPublication(parts);
  heard = [];
  for (const topic of ['deliveries', 'payments'] as const)
    endings.push(parts.database.listen(topic, () => heard.push(topic)));
});
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

const add = (transaction: Transaction): Promise<string> =>
  addDelivery(publication, transaction, parts.clock, { kind: 'mail', receiver: 'nobody', payload: '' });

test('listeners hear of a topic once a commit, and of no other', async () => {
  await parts.database.transaction(async (transaction) => {
    await add(transaction);
    await add(transaction);
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual(['deliveries']);
});

test('a delivery that is the only write of its transaction is heard of', async () => {
  await parts.database.singleWrite(add);
  expect(heard).toEqual(['deliveries']);
});

test('what a payment gateway tells us is heard of', async () => {
  const event = { id: 'e1', kind: 'k', object: 'payment', ref: 'r', publicationId: undefined, at: parts.clock.now() };
  await parts.database.transaction((transaction) => recordGatewayEvent(transaction, parts.clock, 'sandbox', event));
  expect(heard).toEqual(['payments']);
});

test('who has stopped listening, and who listens to a database without commits, hears nothing', async () => {
  for (const end of endings.splice(0)) end();
  await parts.database.transaction(add);
  expect(heard).toEqual([]);
});

test('a sign-out reaches its receiver without a look of the worker', async () => {
  const site = await startReceiver(answer(200));
  const signedIn = await signIn(parts, publication, [await newApplication(parts, publication, site.origin)]);
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const worker = startWorker(parts);
  try {
    await worker.settle();
    await signOut(parts, publication, signedIn);
    // Until it came, or the test takes too long; `vi.waitFor` would move the timers.
    while (site.requests.length === 0) await pause(5);
    expect(site.requests).toHaveLength(1);
  } finally {
    vi.useRealTimers();
    await worker.stop();
    await site.close();
  }
});
