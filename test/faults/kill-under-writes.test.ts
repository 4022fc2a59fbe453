// F1 kill -9 under mixed writes, 20 rounds on SQLite: nothing acknowledged is lost, nothing is half made, and a request repeated under its
// Idempotency-Key after the crash has one effect. KILL_ROUNDS and KILL_SEED vary the run.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createApiKey } from '../../src/models/api-key.ts';
import { createPlan } from '../../src/models/plan.ts';
import { createPrice } from '../../src/models/price.ts';
import { createPublication } from '../../src/models/publication.ts';
import { ledgerFaults, type Acknowledged } from '../support/ledger.ts';
import { basic } from '../support/publication.ts';
import { startServerProcess } from '../support/server-process.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 20);
const WRITERS = 8;

/** A request whose answer never came. */
interface Unanswered {
  readonly path: string;
  readonly form: Record<string, string>;
  readonly key: string;
}

interface Diary {
  readonly acknowledged: Acknowledged[];
  readonly unanswered: Unanswered[];
}

let folder: string;
let apiKey: string;
let planId: string;
let priceId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'masthead-kill-'));
  const database = openDatabase(databaseUrl());
  await migrate(database);
  await database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, systemClock, { name: 'Kill', siteUrl: 'http://localhost:4000' });
    apiKey = (await createApiKey(publication, transaction, systemClock, 'test')).key;
    planId = (await createPlan(publication, transaction, systemClock, { slug: 'supporter', name: 'Supporter' })).id;
    priceId = (await createPrice(publication, transaction, systemClock, { planId, amount: 500, currency: 'EUR', interval: 'month' })).id;
  });
  await database.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const databaseUrl = (): string => `sqlite:${join(folder, 'masthead.sqlite')}`;

async function post(url: string, { path, form, key }: Unanswered): Promise<{ status: number; body: { id: string } } | undefined> {
  const headers = { authorization: basic(apiKey), 'idempotency-key': key };
  try {
    const response = await fetch(`${url}/2023-04-11${path}`, { method: 'POST', headers, body: new URLSearchParams(form), signal: AbortSignal.timeout(5000) });
    const body = JSON.parse(await response.text());
    return { status: response.status, body };
  } catch {
    return undefined;
  }
}

/** One reader after another: created, subscribed, every other one canceled; until the server is gone. */
async function write(url: string, diary: Diary): Promise<void> {
  for (let made = 0; ; made += 1) {
    const email = `${randomBytes(8).toString('hex')}@example.test`;
    const customer = await told(url, diary, '/customers', { email });
    if (customer === undefined) return;
    diary.acknowledged.push({ kind: 'customer', id: customer, email });
    const subscription = await told(url, diary, '/subscriptions', { customer_id: customer, plan_id: planId, price_id: priceId });
    if (subscription === undefined) return;
    diary.acknowledged.push({ kind: 'subscription', id: subscription, customerId: customer, planId, priceId });
    if (made % 2 === 0) continue;
    if ((await told(url, diary, `/subscriptions/${subscription}/cancel`, {})) === undefined) return;
    diary.acknowledged.push({ kind: 'cancel', id: subscription });
  }
}

async function told(url: string, diary: Diary, path: string, form: Record<string, string>): Promise<string | undefined> {
  const request = { path, form, key: randomBytes(8).toString('hex') };
  const answer = await post(url, request);
  if (answer === undefined) diary.unanswered.push(request);
  else expect(answer.status).toBe(200);
  return answer?.body.id;
}

it(`F1 loses nothing in ${ROUNDS} rounds of kill -9 under writes, and starts again each time`, async () => {
  const all: Acknowledged[] = [];
  let repeated: Unanswered[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServerProcess({ DATABASE_URL: databaseUrl(), DATA_DIR: folder });
    for (const request of repeated) expect(await post(server.url, request)).toMatchObject({ status: 200 });
    const diary: Diary = { acknowledged: [], unanswered: [] };
    const writers = Promise.all(Array.from({ length: WRITERS }, () => write(server.url, diary)));
    await sleep(150 + ((round * 97) % 300));
    await server.end('SIGKILL');
    await writers;
    expect(diary.acknowledged.length).toBeGreaterThan(0);
    all.push(...diary.acknowledged);
    repeated = diary.unanswered;
    const database = openDatabase(databaseUrl());
    expect(await ledgerFaults(database, all)).toEqual([]);
    await database.close();
  }
}, 300_000);
