// R-F13 kill -9 of workers while they deliver: every session and application is told at least once, nothing is lost, few are told twice.
// On SQLite one worker at a time; on PostgreSQL two at once, of which one is killed each round.
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/connection.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { SigningKeys } from '../../src/tokens/signing-keys.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { fastClock, type FastClock } from '../support/processes/fast-clock.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/processes/worker-process.ts';
import { newApplication, newPublication, signIn, signOut } from '../support/publications/signed-in.ts';
import { drawnDialects } from '../support/runs/drawn.ts';

const ROUNDS = 3;
const SESSIONS = 600;
const SIGN_OUTS_AT_ONCE = 10;
const ANALYZED_AT = 50;
const RECEIVERS = 3;
/** What is under way when a worker is killed has come to its receiver and is told again: at these kills, that is two of a hundred. */
const TOLD_TWICE_MOST = 0.02;
/** After the last kill they answer at once. */
const ANSWER_AFTER_MILLISECONDS = 50;
/** A claim of a minute lapses in two seconds. */
const CLOCK_SPEED = 30;
const PATIENCE = { timeout: 60_000 };

/** How the receivers answer, and what they have not answered yet. */
interface Pace {
  answerAfter: number;
  open: number;
}

function startReceivers(pace: Pace): Promise<Receiver[]> {
  const answerInTime = (response: ServerResponse): void => {
    pace.open += 1;
    setTimeout(() => {
      pace.open -= 1;
      response.writeHead(200).end();
    }, pace.answerAfter);
  };
  return Promise.all(Array.from({ length: RECEIVERS }, () => startReceiver(answerInTime)));
}

async function signOutAll(database: Database, clock: FastClock, receivers: readonly Receiver[]): Promise<string[]> {
  const parts = { database, clock };
  await new SigningKeys(database, new SecretKeys(readConfig({}).secretKeys), clock).current();
  const publication = await newPublication(parts);
  const applications = await Promise.all(receivers.map(({ origin }) => newApplication(parts, publication, origin)));
  const sids: string[] = [];
  const signInAndOut = async (reader: number): Promise<void> => {
    const signedIn = await signIn(parts, publication, applications, `reader${reader}@example.org`);
    await signOut(parts, publication, signedIn);
    sids.push(signedIn.sid);
  };
  const readers = Array.from({ length: SIGN_OUTS_AT_ONCE }, (_, place) => place);
  for (let count = 0; count < SESSIONS; count += SIGN_OUTS_AT_ONCE) {
    await Promise.all(readers.map((place) => signInAndOut(count + place)));
    // PostgreSQL learns what a new database holds after a minute; until then it reads all authorization codes to find one.
    if (count === ANALYZED_AT && database.dialect === 'postgres') await database.knex.raw('analyze');
  }
  return sids;
}

const WORKERS = { sqlite: 1, postgres: 2 };

const sidOf = (body: string): string => JSON.parse(Buffer.from(body.split('.')[1] ?? '', 'base64url').toString()).sid;
const openCount = async ({ knex }: Database): Promise<number> => {
  const [row] = (await knex('deliveries').whereNull('ended_at').count({ count: '*' })) as [{ count: number }];
  return Number(row.count);
};

test.concurrent.for(drawnDialects(9).map((dialect) => [dialect, WORKERS[dialect]] as const))(
  'R-F13 on %s every session and application is told at least once across kills of %i worker(s) at work',
  async ([dialect, workers], { expect, onTestFinished }) => {
    const { url, database } = await newOwnDatabase(dialect, onTestFinished);
    const clock = fastClock(CLOCK_SPEED);
    const pace = { answerAfter: ANSWER_AFTER_MILLISECONDS, open: 0 };
    const receivers = await startReceivers(pace);
    for (const { close } of receivers) onTestFinished(close);
    const sids = await signOutAll(database, clock, receivers);
    const running: WorkerProcess[] = [];
    onTestFinished(async () => void (await Promise.all(running.map((worker) => worker.kill()))));
    for (let count = 0; count < workers; count += 1) running.push(await startWorkerProcess(url, clock));
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(300 + round * 37);
      await expect.poll(() => pace.open, PATIENCE).toBeGreaterThan(0);
      expect(await openCount(database), 'there is work left to be killed in').toBeGreaterThan(0);
      await running.shift()?.kill();
      running.push(await startWorkerProcess(url, clock));
    }
    pace.answerAfter = 0;
    await expect.poll(() => openCount(database), PATIENCE).toBe(0);
    await Promise.all(running.splice(0).map((worker) => worker.kill()));

    const told = receivers.map(({ requests }) => requests.map(({ body }) => sidOf(body)));
    for (const list of told) expect(new Set(list)).toEqual(new Set(sids));
    const twice = told.flat().length - SESSIONS * RECEIVERS;
    expect(twice / (SESSIONS * RECEIVERS)).toBeLessThanOrEqual(TOLD_TWICE_MOST);
    const states = await database.knex('deliveries').distinct('state');
    expect(states).toEqual([{ state: 'delivered' }]);
  },
);
