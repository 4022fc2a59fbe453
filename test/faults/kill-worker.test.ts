// F13 kill -9 of workers while they deliver: every session and application is told at least once, nothing is lost, few are told twice.
// On SQLite one worker at a time; on PostgreSQL two at once, of which one is killed each round.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/connection.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { SigningKeys } from '../../src/tokens/signing-keys.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { newApplication, newPublication, signIn, signOut, type SignedIn } from '../support/signed-in.ts';
import { fastClock, startWorkerProcess, type FastClock, type WorkerProcess } from '../support/worker-process.ts';

const ROUNDS = 5;
const SESSIONS = 200;
const RECEIVERS = 3;
/** What one worker has under way at each of the receivers: at most that much is told twice for each kill. */
const UNDER_WAY = 4;
/** Long enough that every kill falls into the work. */
const ANSWER_AFTER_MILLISECONDS = 250;
/** A claim of a minute lapses in two seconds. */
const CLOCK_SPEED = 30;

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

async function startReceivers(): Promise<Receiver[]> {
  const receivers: Receiver[] = [];
  for (let count = 0; count < RECEIVERS; count += 1) {
    const receiver = await startReceiver((response) => void setTimeout(() => response.writeHead(200).end(), ANSWER_AFTER_MILLISECONDS));
    opened.push(receiver.close);
    receivers.push(receiver);
  }
  return receivers;
}

async function signOutAll(database: Database, clock: FastClock, receivers: readonly Receiver[]): Promise<string[]> {
  const parts = { database, clock };
  await new SigningKeys(database, new SecretKeys(readConfig({}).secretKeys), clock).current();
  const publication = await newPublication(parts);
  const applications = [];
  for (const { origin } of receivers) applications.push(await newApplication(parts, publication, origin));
  const sids: string[] = [];
  for (let count = 0; count < SESSIONS; count += 1) {
    const signedIn: SignedIn = await signIn(parts, publication, applications, `reader${count}@example.org`);
    await signOut(parts, publication, signedIn);
    sids.push(signedIn.sid);
  }
  return sids;
}

const sidOf = (body: string): string => JSON.parse(Buffer.from(body.split('.')[1] ?? '', 'base64url').toString()).sid;
const openCount = async ({ knex }: Database): Promise<number> => {
  const [row] = (await knex('deliveries').whereNull('ended_at').count({ count: '*' })) as [{ count: number }];
  return Number(row.count);
};

test.each([
  ['sqlite', 1],
  ['postgres', 2],
] as const)('F13 on %s every session and application is told at least once across kills of %i worker(s) at work', async (dialect, workers) => {
  const { url, database } = await newDatabase(dialect);
  const clock = fastClock(CLOCK_SPEED);
  const receivers = await startReceivers();
  const sids = await signOutAll(database, clock, receivers);
  const running: WorkerProcess[] = [];
  opened.push(async () => void (await Promise.all(running.map((worker) => worker.kill()))));
  for (let count = 0; count < workers; count += 1) running.push(await startWorkerProcess(url, clock));
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(300 + round * 37);
    expect(await openCount(database), 'there is work left to be killed in').toBeGreaterThan(0);
    await running.shift()?.kill();
    running.push(await startWorkerProcess(url, clock));
  }
  while ((await openCount(database)) > 0) await sleep(50);
  await Promise.all(running.splice(0).map((worker) => worker.kill()));

  const told = receivers.map(({ requests }) => requests.map(({ body }) => sidOf(body)));
  for (const list of told) expect(new Set(list)).toEqual(new Set(sids));
  const twice = told.flat().length - SESSIONS * RECEIVERS;
  expect(twice).toBeLessThanOrEqual(ROUNDS * RECEIVERS * UNDER_WAY);
  const states = await database.knex('deliveries').distinct('state');
  expect(states).toEqual([{ state: 'delivered' }]);
});
