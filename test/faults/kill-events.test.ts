// kill -9 of the service while customers are made and events are pushed: each change has its event, each event reaches the endpoint under one id,
// in the order of its object, and nothing is lost.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import type { Database } from '../../src/database/connection.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { createApiKey } from '../../src/models/api-key.ts';
import { createEventEndpoint } from '../../src/models/event-endpoint.ts';
import { createPlan } from '../../src/models/plan.ts';
import { createPublication } from '../../src/models/publication.ts';
import { ledgerFaults, type Acknowledged } from '../support/ledger.ts';
import { basic } from '../support/publication.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

const KILLS = 4;
const WRITERS = 6;
const SECRET_KEY = 'a secret key of the tests that is long enough';
const ANSWER_AFTER_MILLISECONDS = 60;
/** A claim that a killed worker held lapses after a minute. */
const PATIENCE_MILLISECONDS = 100_000;

const opened: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function newDatabase(dialect: 'sqlite' | 'postgres'): Promise<{ url: string; database: Database }> {
  let url: string;
  if (dialect === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'masthead-kill-'));
    opened.push(() => rmSync(folder, { recursive: true, force: true }));
    url = `sqlite:${join(folder, 'masthead.sqlite')}`;
  } else {
    const server = await startPostgres();
    opened.push(server.stop);
    url = server.url;
  }
  const database = openDatabase(url);
  opened.push(() => database.close());
  await migrate(database);
  return { url, database };
}

interface Given {
  readonly apiKey: string;
  readonly planId: string;
}

function fill(database: Database, receiver: Receiver): Promise<Given> {
  return database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, systemClock, { name: 'The Weekly Test', siteUrl: 'https://news.example.test' });
    const { key } = await createApiKey(publication, transaction, systemClock, 'test');
    const plan = await createPlan(publication, transaction, systemClock, { slug: 'supporter', name: 'Supporter' });
    const endpoint = { url: `${receiver.origin}/events`, types: [] };
    await createEventEndpoint(publication, transaction, systemClock, new SecretKeys([SECRET_KEY]), endpoint, { allowsLoopbackHttp: true });
    return { apiKey: key, planId: plan.id };
  });
}

/** A publisher's program: makes a customer, subscribes them, cancels, over and over; a request that is cut off is no promise. */
async function write(server: () => ServerProcess, { apiKey, planId }: Given, name: string, acknowledged: Acknowledged[], isOver: () => boolean): Promise<void> {
  const post = async (path: string, form: Record<string, string>): Promise<Record<string, string> | undefined> => {
    const headers = { authorization: basic(apiKey), 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(`${server().url}/2023-04-11${path}`, { method: 'POST', headers, body: new URLSearchParams(form).toString() }).catch(() => undefined);
    return response?.status === 200 ? (response.json() as Promise<Record<string, string>>).catch(() => undefined) : undefined;
  };
  for (let number = 0; !isOver(); number += 1) {
    const email = `${name}-${number}@example.org`;
    const customer = await post('/customers', { email });
    if (customer === undefined) {
      await sleep(50);
      continue;
    }
    acknowledged.push({ kind: 'customer', id: customer['id'] ?? '', email });
    const subscription = await post('/subscriptions', { customer_id: customer['id'] ?? '', plan_id: planId, complimentary: 'true' });
    if (subscription === undefined) continue;
    acknowledged.push({ kind: 'subscription', id: subscription['id'] ?? '', customerId: customer['id'] ?? '', planId, priceId: null });
    if ((await post(`/subscriptions/${subscription['id']}/cancel`, {})) !== undefined) acknowledged.push({ kind: 'cancel', id: subscription['id'] ?? '' });
  }
}

interface Told {
  id: string;
  type: string;
  data: { id: string };
}

const countOf = async ({ knex }: Database, table: string, isOpen = false): Promise<number> => {
  const [row] = (await knex(table).modify((query) => isOpen && query.whereNull('ended_at')).count({ count: '*' })) as [{ count: number }];
  return Number(row.count);
};

async function settle(database: Database): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MILLISECONDS; Date.now() < deadline; await sleep(100)) {
    if ((await countOf(database, 'pending_events')) === 0 && (await countOf(database, 'deliveries', true)) === 0) return;
  }
  throw new Error('events are still to be delivered');
}

test.each(['sqlite', 'postgres'] as const)('on %s no event is lost by kill -9 of the service at work', { timeout: 240_000 }, async (dialect) => {
  const { url, database } = await newDatabase(dialect);
  const receiver = await startReceiver((response) => void setTimeout(() => response.writeHead(200).end(), ANSWER_AFTER_MILLISECONDS));
  opened.push(receiver.close);
  const given = await fill(database, receiver);
  const start = (): Promise<ServerProcess> => startServerProcess({ DATABASE_URL: url, SECRET_KEY });
  let server = await start();
  opened.push(() => server.end());
  const acknowledged: Acknowledged[] = [];
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, (_, index) => write(() => server, given, `w${index}`, acknowledged, () => isOver));
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(700 + kill * 211);
    await server.end();
    server = await start();
  }
  isOver = true;
  await Promise.all(writers);
  await settle(database);

  expect(acknowledged.length).toBeGreaterThan(30);
  expect(await ledgerFaults(database, acknowledged)).toEqual([]);
  const logged = (await database.knex('events').orderBy('id')) as { id: string; type: string; objectId: string }[];
  const told: Told[] = receiver.requests.map(({ body }) => JSON.parse(body));
  expect(new Set(told.map(({ id }) => id))).toEqual(new Set(logged.map(({ id }) => id)));
  expect(receiver.requests.every(({ headers }, index) => headers['webhook-id'] === told[index]?.id)).toBe(true);
  // As a receiver sees them that takes each id once.
  const orders = Map.groupBy(told, ({ data }) => data.id);
  for (const events of orders.values()) {
    const once = events.filter(({ id }, index) => events.findIndex((other) => other.id === id) === index).map(({ id }) => id);
    expect(once).toEqual(once.toSorted());
  }
});
