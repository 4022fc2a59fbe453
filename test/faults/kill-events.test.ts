// kill -9 of the service while customers are made and events are pushed: each change has its event, each event reaches the endpoint under one id,
// in the order of its object, and nothing is lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import type { Clock } from '../../src/database/clock.ts';
import type { Database } from '../../src/database/connection.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { createEventEndpoint } from '../../src/models/outbox/event-endpoint.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication } from '../../src/models/publication/publication.ts';
import { ledgerFaults, type Acknowledged } from '../support/databases/ledger.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { fastClock } from '../support/processes/fast-clock.ts';
import { isLostConnection } from '../support/processes/lost-connection.ts';
import { startServerProcess, type ServerProcess } from '../support/processes/server-process.ts';
import { basic } from '../support/publications/publication.ts';
import { drawnDialects } from '../support/runs/drawn.ts';

const KILLS = 4;
const WRITERS = 6;
const SECRET_KEY = 'a secret key of the tests that is long enough';
const ANSWER_AFTER_MILLISECONDS = 60;
/** A claim of a minute, which a killed service held, lapses in two seconds. */
const CLOCK_SPEED = 30;
const PATIENCE = { timeout: 60_000 };

interface Given {
  readonly apiKey: string;
  readonly planId: string;
}

function fill(database: Database, clock: Clock, receiver: Receiver): Promise<Given> {
  return database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, clock, {
      name: 'The Weekly Test',
      siteUrl: 'https://news.example.test',
    });
    const { key } = await createApiKey(publication, transaction, clock, { environment: 'test' });
    const plan = await createPlan(publication, transaction, clock, { slug: 'supporter', name: 'Supporter' });
    const endpoint = { url: `${receiver.origin}/events`, types: [] };
    await createEventEndpoint(publication, transaction, clock, new SecretKeys([SECRET_KEY]), endpoint, {
      allowsLoopbackHttp: true,
    });
    return { apiKey: key, planId: plan.id };
  });
}

/** A publisher's program: makes a customer, subscribes them, cancels, over and over; a request that is cut off by a kill is no promise. */
async function write(
  server: () => ServerProcess,
  { apiKey, planId }: Given,
  name: string,
  acknowledged: Acknowledged[],
  isOver: () => boolean,
): Promise<void> {
  const post = async (path: string, form: Record<string, string>): Promise<Record<string, string> | undefined> => {
    const { url, process } = server();
    try {
      const response = await fetch(`${url}/2023-04-11${path}`, {
        method: 'POST',
        headers: { authorization: basic(apiKey) },
        body: new URLSearchParams(form),
      });
      const body = (await response.json()) as Record<string, string>;
      if (response.status === 200) return body;
      throw new Error(`${path} was answered with ${response.status}: ${JSON.stringify(body)}`);
    } catch (error) {
      if (process.killed && isLostConnection(error)) return undefined;
      throw error;
    }
  };
  for (let number = 0; !isOver(); number += 1) {
    const email = `${name}-${number}@example.org`;
    const customer = await post('/customers', { email });
    if (customer === undefined) {
      await sleep(50);
      continue;
    }
    acknowledged.push({ kind: 'customer', id: customer['id'] ?? '', email });
    const subscription = await post('/subscriptions', {
      customer_id: customer['id'] ?? '',
      plan_id: planId,
      complimentary: 'true',
    });
    if (subscription === undefined) continue;
    acknowledged.push({
      kind: 'subscription',
      id: subscription['id'] ?? '',
      customerId: customer['id'] ?? '',
      planId,
      priceId: null,
    });
    if ((await post(`/subscriptions/${subscription['id']}/cancel`, {})) !== undefined)
      acknowledged.push({ kind: 'cancel', id: subscription['id'] ?? '' });
  }
}

interface Told {
  id: string;
  type: string;
  data: { id: string };
}

/** What is still to be done: events to be brought into the log, deliveries that somebody has claimed, deliveries that have not ended. */
interface Work {
  readonly pending: number;
  readonly sending: number;
  readonly open: number;
}

async function workOf({ knex }: Database): Promise<Work> {
  const countOf = async (table: string, condition = {}): Promise<number> => {
    const [row] = (await knex(table).where(condition).count({ count: '*' })) as [{ count: number }];
    return Number(row.count);
  };
  const [pending, sending, open] = await Promise.all([
    countOf('pending_events'),
    countOf('deliveries', { state: 'sending', ended_at: null }),
    countOf('deliveries', { ended_at: null }),
  ]);
  return { pending, sending, open };
}

test.concurrent.for(drawnDialects(0))(
  'on %s no event is lost by kill -9 of the service at work',
  async (dialect, { expect, onTestFinished }) => {
    const clock = fastClock(CLOCK_SPEED);
    const { url, database } = await newOwnDatabase(dialect, onTestFinished);
    const receiver = await startReceiver(
      (response) => void setTimeout(() => response.writeHead(200).end(), ANSWER_AFTER_MILLISECONDS),
    );
    onTestFinished(receiver.close);
    const given = await fill(database, clock, receiver);
    const start = (): Promise<ServerProcess> =>
      startServerProcess({ DATABASE_URL: url, SECRET_KEY, ...clock.settings }, [
        'test/support/processes/fast-server.ts',
      ]);
    let server = await start();
    onTestFinished(async () => void (await server.end()));
    const acknowledged: Acknowledged[] = [];
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, (_, index) =>
      write(
        () => server,
        given,
        `w${index}`,
        acknowledged,
        () => isOver,
      ),
    );
    const left: Work[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const mailedBefore = receiver.requests.length;
      await expect.poll(() => receiver.requests.length, PATIENCE).toBeGreaterThan(mailedBefore);
      await sleep(200 + kill * 111);
      await server.end();
      left.push(await workOf(database));
      server = await start();
    }
    isOver = true;
    await Promise.all(writers);
    await expect.poll(() => workOf(database), PATIENCE).toEqual({ pending: 0, sending: 0, open: 0 });

    expect(
      left.some(({ pending }) => pending > 0),
      'some kill fell between a change and its entry in the log',
    ).toBe(true);
    expect(
      left.some(({ sending }) => sending > 0),
      'some kill fell into an attempt',
    ).toBe(true);
    expect(acknowledged.length).toBeGreaterThan(30);
    expect(await ledgerFaults(database, acknowledged)).toEqual([]);
    const logged = (await database.knex('events').orderBy('id')) as { id: string; type: string; objectId: string }[];
    const told: Told[] = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(new Set(told.map(({ id }) => id))).toEqual(new Set(logged.map(({ id }) => id)));
    expect(receiver.requests.every(({ headers }, index) => headers['webhook-id'] === told[index]?.id)).toBe(true);
    // As a receiver sees them that takes each id once.
    const orders = Map.groupBy(told, ({ data }) => data.id);
    for (const events of orders.values()) {
      const once = events
        .filter(({ id }, index) => events.findIndex((other) => other.id === id) === index)
        .map(({ id }) => id);
      expect(once).toEqual(once.toSorted());
    }
  },
);
