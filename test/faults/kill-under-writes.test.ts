// R-F1 kill -9 under mixed writes, 10 rounds, half of them on each database: nothing acknowledged is lost, nothing is half made, a request repeated
// under its Idempotency-Key after the crash has one effect, and the service is ready again within three seconds. KILL_ROUNDS varies the run.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import type { Database } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication } from '../../src/models/publication/publication.ts';
import { ledgerFaults, type Acknowledged } from '../support/databases/ledger.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { isLostConnection } from '../support/processes/lost-connection.ts';
import { startServerProcess, type ServerProcess } from '../support/processes/server-process.ts';
import { basic } from '../support/publications/publication.ts';
import { drawnDialects } from '../support/runs/drawn.ts';
import { killRounds } from '../support/runs/kill-rounds.ts';

const ROUNDS = Math.ceil(killRounds(10) / 2);
const READY_MILLISECONDS = 3000;
const WRITERS = 8;
const PATIENCE = { timeout: 60_000, interval: 10 };

interface Given {
  readonly apiKey: string;
  readonly planId: string;
  readonly priceId: string;
}

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

interface Round {
  readonly server: ServerProcess;
  readonly given: Given;
  readonly diary: Diary;
}

function fill(database: Database): Promise<Given> {
  return database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, systemClock, {
      name: 'Kill',
      siteUrl: 'http://localhost:4000',
    });
    const { key: apiKey } = await createApiKey(publication, transaction, systemClock, { environment: 'test' });
    const { id: planId } = await createPlan(publication, transaction, systemClock, {
      slug: 'supporter',
      name: 'Supporter',
    });
    const { id: priceId } = await createPrice(publication, transaction, systemClock, {
      planId,
      amount: 500,
      currency: 'EUR',
      interval: 'month',
    });
    return { apiKey, planId, priceId };
  });
}

/** Nothing when the server was killed before it answered. */
async function post(
  { server, given }: Round,
  { path, form, key }: Unanswered,
): Promise<{ status: number; body: { id: string } } | undefined> {
  const headers = { authorization: basic(given.apiKey), 'idempotency-key': key };
  try {
    const response = await fetch(`${server.url}/2023-04-11${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(PATIENCE.timeout),
    });
    const body = JSON.parse(await response.text());
    return { status: response.status, body };
  } catch (error) {
    if (server.process.killed && isLostConnection(error)) return undefined;
    throw error;
  }
}

/** One reader after another: created, subscribed, every other one canceled; until the server is gone. */
async function write(round: Round): Promise<void> {
  const { acknowledged } = round.diary;
  const { planId, priceId } = round.given;
  for (let made = 0; ; made += 1) {
    const email = `${randomBytes(8).toString('hex')}@example.test`;
    const customer = await told(round, '/customers', { email });
    if (customer === undefined) return;
    acknowledged.push({ kind: 'customer', id: customer, email });
    const subscription = await told(round, '/subscriptions', {
      customer_id: customer,
      plan_id: planId,
      price_id: priceId,
    });
    if (subscription === undefined) return;
    acknowledged.push({ kind: 'subscription', id: subscription, customerId: customer, planId, priceId });
    if (made % 2 === 0) continue;
    if ((await told(round, `/subscriptions/${subscription}/cancel`, {})) === undefined) return;
    acknowledged.push({ kind: 'cancel', id: subscription });
  }
}

async function told(round: Round, path: string, form: Record<string, string>): Promise<string | undefined> {
  const request = { path, form, key: randomBytes(8).toString('hex') };
  const answer = await post(round, request);
  if (answer === undefined) round.diary.unanswered.push(request);
  else expect(answer.status).toBe(200);
  return answer?.body.id;
}

async function ledgerFaultsAt(databaseUrl: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const database = openDatabase(databaseUrl);
  try {
    return await ledgerFaults(database, acknowledged);
  } finally {
    await database.close();
  }
}

test.concurrent.for(drawnDialects(7))(
  `R-F1 on %s ${ROUNDS} rounds of kill -9 under writes lose nothing, and each start after one takes three seconds at most`,
  { timeout: 120_000 + ROUNDS * 60_000 },
  async (dialect, { onTestFinished }) => {
    const { url: databaseUrl, database } = await newOwnDatabase(dialect, onTestFinished);
    const given = await fill(database);
    // While a server is killed it is alone on its file, so that what is left of it has to be recovered.
    if (dialect === 'sqlite') await database.close();
    const all: Acknowledged[] = [];
    let repeated: Unanswered[] = [];
    for (let count = 0; count < ROUNDS; count += 1) {
      const server = await startServerProcess({ DATABASE_URL: databaseUrl });
      onTestFinished(async () => void (await server.end()));
      if (count > 0) expect(server.readyAfter).toBeLessThanOrEqual(READY_MILLISECONDS);
      const round: Round = { server, given, diary: { acknowledged: [], unanswered: [] } };
      for (const request of repeated) expect(await post(round, request)).toMatchObject({ status: 200 });
      const writers = Promise.all(Array.from({ length: WRITERS }, () => write(round)));
      // A slow machine is killed in the middle of work, too.
      await vi.waitUntil(() => round.diary.acknowledged.length > 0, PATIENCE);
      await sleep((count * 97) % 300);
      await server.end('SIGKILL');
      await writers;
      all.push(...round.diary.acknowledged);
      repeated = round.diary.unanswered;
      expect(await ledgerFaultsAt(databaseUrl, all)).toEqual([]);
    }
  },
);

test.each(['0', '-1', '', '0.5', 'many'])('KILL_ROUNDS=%j is refused', (setting) => {
  expect(() => killRounds(10, setting)).toThrow('KILL_ROUNDS');
});
