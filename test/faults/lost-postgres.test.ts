// R-F4, R-F5 and R-F6: PostgreSQL is stopped, its connections are killed, or its packets vanish, while they are in use or while they are made.
// Whoever waits gets an error that says unavailable, in time; the process lives, and the next request is served.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, it, vi } from 'vitest';
import { sharedTemporaryFolder } from '../../scripts/setup/postgres.mjs';
import { isUnavailable, type Database } from '../../src/database/connection.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { statement } from '../../src/database/statement.ts';
import { newDatabase } from '../support/databases/database.ts';
import { ledgerFaults, type Acknowledged } from '../support/databases/ledger.ts';
import { openFullPort, openLine, type Line } from '../support/databases/line.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { findFreePort, startPostgres } from '../support/databases/postgres-server.ts';
import {
  isUnavailableAnswer,
  isWell,
  openDoors,
  wrongAnswers,
  type DoorAnswer,
  type Doors,
} from '../support/processes/doors.ts';
import { ownTime } from '../support/processes/processor-wait.ts';
import { startServerProcess, type ServerProcess } from '../support/processes/server-process.ts';

const one = statement<{ one: number }>('faults_one', 'select 1 as one');
const nap = statement<{ one: number }>('faults_nap', 'select 1 as one from pg_sleep(0.2)');
const slow = statement<{ one: number }>('faults_slow', 'select 1 as one from pg_sleep(3)');
const tooSlow = statement<{ one: number }>('faults_too_slow', 'select 1 as one from pg_sleep(8)');

interface Stage {
  /** Of the database itself. */
  readonly url: string;
  readonly line: Line;
  /** The service's connections, over the line. */
  readonly database: Database;
}

/** Waits until the service's connections are running something, or hold a transaction open, and ends those. */
async function killBusyConnections(url: string): Promise<void> {
  const administrator = new pg.Client({ connectionString: url });
  await administrator.connect();
  const killBusy = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'masthead' and state <> 'idle'`;
  await vi.waitUntil(async () => (await administrator.query(killBusy)).rowCount !== 0);
  await administrator.end();
}

/** What each limit allows at most; where a limit is missing, a test need not wait for ever. */
const PATIENCE_MILLISECONDS = 5000;

/** For each test a database and a line of its own, so that they wait side by side. */
async function setStage(onEnd: (close: () => Promise<void> | void) => void): Promise<Stage> {
  const { url, remove } = await newDatabase('postgres');
  onEnd(remove);
  const line = await openLine(url);
  onEnd(line.close);
  const database = openPostgres(line.url, () => undefined);
  onEnd(() => database.close());
  return { url, line, database };
}

async function outcomeOf(work: Promise<unknown>): Promise<'unavailable' | 'another error' | 'fine'> {
  return work.then(
    () => 'fine' as const,
    (error: unknown) => (isUnavailable(error) ? 'unavailable' : 'another error'),
  );
}

describe.concurrent('R-F5 a connection that is killed', () => {
  it('fails the query that runs on it', async ({ expect, onTestFinished }) => {
    const { url, database } = await setStage(onTestFinished);
    const outcome = outcomeOf(database.first(slow, []));
    await killBusyConnections(url);
    expect(await outcome).toBe('unavailable');
  });

  it('fails the transaction that holds it, also between two statements', async ({ expect, onTestFinished }) => {
    const { url, database } = await setStage(onTestFinished);
    const outcome = outcomeOf(
      database.transaction(async (transaction) => {
        await transaction.first(one, []);
        await killBusyConnections(url);
        await transaction.first(one, []);
      }),
    );
    expect(await outcome).toBe('unavailable');
  });

  it('fails the builder that uses it, and the process lives', async ({ expect, onTestFinished }) => {
    const { url, database } = await setStage(onTestFinished);
    const outcome = outcomeOf(Promise.resolve(database.knex.raw('select pg_sleep(3)')));
    await killBusyConnections(url);
    expect(await outcome).toBe('unavailable');
    await expect.poll(() => outcomeOf(database.first(one, []))).toBe('fine');
  });
});

describe.concurrent('R-F6 a server', () => {
  it('that is only slow is cut by its own limit of four seconds', async ({ expect, onTestFinished }) => {
    const { database } = await setStage(onTestFinished);
    await database.first(one, []);
    const startedAt = performance.now();
    expect(await outcomeOf(database.first(tooSlow, []))).toBe('unavailable');
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MILLISECONDS);
    expect(await database.first(one, [])).toEqual({ one: 1 });
  });

  it('may take longer for a change of the schema', async ({ expect, onTestFinished }) => {
    const { database } = await setStage(onTestFinished);
    const change = database.schemaChange(async (knex) => {
      await knex.raw('set local statement_timeout = 0');
      await knex.raw('select pg_sleep(7)');
    });
    expect(await outcomeOf(change)).toBe('fine');
  });

  it('that falls silent is given up within five seconds, and is used again once it answers', async ({
    expect,
    onTestFinished,
  }) => {
    const { database, line } = await setStage(onTestFinished);
    // So many connections as there are to be silent.
    await Promise.all(Array.from({ length: 3 }, () => database.first(nap, [])));
    line.fallSilent();
    const startedAt = performance.now();
    const work = [
      database.first(one, []),
      database.transaction((transaction) => transaction.first(one, [])),
      Promise.resolve(database.knex.raw('select 1')),
    ];
    expect(await Promise.all(work.map(outcomeOf))).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MILLISECONDS);
    await expect.poll(() => outcomeOf(database.first(one, []))).toBe('fine');
  });
});

/** More than the pool has connections, so that some wait for one. */
const WAITERS = 15;

describe.concurrent('R-F6 a new connection', () => {
  async function outcomesOf(database: Database): Promise<string[]> {
    const patience = sleep(PATIENCE_MILLISECONDS, 'still waiting', { ref: false });
    return Promise.all(
      Array.from({ length: WAITERS }, () => Promise.race([outcomeOf(database.first(one, [])), patience])),
    );
  }

  it('that is taken and never answered is given up within five seconds', async ({ expect, onTestFinished }) => {
    const { database, line } = await setStage(onTestFinished);
    line.swallowAll();
    expect(await outcomesOf(database)).toEqual(Array.from({ length: WAITERS }, () => 'unavailable'));
    line.recover();
    expect(await outcomesOf(database)).toEqual(Array.from({ length: WAITERS }, () => 'fine'));
  });

  it('that is not even taken is given up within five seconds', async ({ expect, onTestFinished }) => {
    const port = await openFullPort('postgres://masthead@127.0.0.1/masthead');
    onTestFinished(port.close);
    const database = openPostgres(port.url, () => undefined);
    onTestFinished(() => database.close());
    expect(await outcomesOf(database)).toEqual(Array.from({ length: WAITERS }, () => 'unavailable'));
  });
});

const OUTAGE_MILLISECONDS = 1500;
const ROUND_MILLISECONDS = 100;
const RECOVERY = { timeout: 5000, interval: 50 };
const STALL_MILLISECONDS = 200;

/** Asks every door again and again, without waiting for the answers, until `isOver` says so. */
async function askUntil(isOver: () => boolean, ask: () => Promise<DoorAnswer[]>): Promise<DoorAnswer[]> {
  const rounds: Promise<DoorAnswer[]>[] = [];
  for (; !isOver(); await sleep(ROUND_MILLISECONDS)) rounds.push(ask());
  return (await Promise.all(rounds)).flat();
}

const readiness = async ({ url }: ServerProcess): Promise<number> =>
  (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) })).status;
const isRunning = ({ process: { exitCode, signalCode } }: ServerProcess): boolean =>
  exitCode === null && signalCode === null;
const customersOf = (acknowledged: ReadonlyMap<string, string>): Acknowledged[] =>
  [...acknowledged].map(([id, email]) => ({ kind: 'customer', id, email }));

async function serveWell(server: ServerProcess, doors: Doors): Promise<void> {
  await vi.waitUntil(
    async () =>
      (await readiness(server)) === 200 && wrongAnswers(await doors.ask(server), { isDue: isWell }).length === 0,
    RECOVERY,
  );
}

/** The longest that a request waited which needs no database, as it does when something holds up the event loop. */
async function longestStall({ url, process: { pid = 0 } }: ServerProcess, isOver: () => boolean): Promise<number> {
  let longest = 0;
  for (; !isOver(); await sleep(10)) {
    const startedAt = ownTime(pid);
    await (await fetch(`${url}/healthz`)).text();
    longest = Math.max(longest, ownTime(pid) - startedAt);
  }
  return longest;
}

describe.concurrent('the service', () => {
  it('R-F4 answers 503 while PostgreSQL is stopped, and serves when it is back, by the same process', async ({
    expect,
    onTestFinished,
  }) => {
    const keptFolder = mkdtempSync(join(sharedTemporaryFolder(), 'masthead-stopped-'));
    onTestFinished(() => rmSync(keptFolder, { recursive: true, force: true }));
    const port = await findFreePort();
    const postgres = await startPostgres({ keptFolder, port });
    onTestFinished(postgres.stop);
    const database = openPostgres(postgres.url, () => undefined);
    onTestFinished(() => database.close());
    await migrate(database, 'test');
    const doors = await openDoors(database);
    const server = await startServerProcess({ DATABASE_URL: postgres.url });
    onTestFinished(async () => void (await server.end()));
    await serveWell(server, doors);

    const state = { isOver: false };
    const asked = askUntil(
      () => state.isOver,
      () => doors.ask(server),
    );
    await postgres.stop();
    const goneAt = performance.now();
    await vi.waitUntil(async () => (await readiness(server)) === 503, RECOVERY);
    await sleep(OUTAGE_MILLISECONDS);
    const returnsAt = performance.now();
    const returned = await startPostgres({ keptFolder, port });
    onTestFinished(returned.stop);
    await serveWell(server, doors);
    state.isOver = true;

    const answers = await asked;
    const meanwhile = answers.filter(({ askedAt }) => askedAt > goneAt && askedAt < returnsAt);
    expect(meanwhile.length).toBeGreaterThan(50);
    expect(wrongAnswers(meanwhile, { isDue: isUnavailableAnswer, within: PATIENCE_MILLISECONDS })).toEqual([]);
    expect(
      wrongAnswers(answers, {
        isDue: (answer) => isWell(answer) || isUnavailableAnswer(answer),
        within: PATIENCE_MILLISECONDS,
      }),
    ).toEqual([]);
    expect(isRunning(server)).toBe(true);
    expect(await ledgerFaults(database, customersOf(doors.acknowledged))).toEqual([]);
  });

  it('R-F6 answers 503 while every packet to PostgreSQL is lost, holds nobody up who needs no database, and serves when they arrive', async ({
    expect,
    onTestFinished,
  }) => {
    const { url, database } = await newOwnDatabase('postgres', onTestFinished);
    const line = await openLine(url);
    onTestFinished(line.close);
    const doors = await openDoors(database);
    const server = await startServerProcess({ DATABASE_URL: line.url });
    onTestFinished(async () => void (await server.end()));
    await serveWell(server, doors);

    const state = { isOver: false };
    const stall = longestStall(server, () => state.isOver).catch(() => Number.POSITIVE_INFINITY);
    line.swallowAll();
    const until = performance.now() + OUTAGE_MILLISECONDS;
    const asked = askUntil(
      () => performance.now() > until,
      () => doors.ask(server),
    );
    expect(await readiness(server)).toBe(503);
    expect(wrongAnswers(await asked, { isDue: isUnavailableAnswer, within: PATIENCE_MILLISECONDS })).toEqual([]);
    line.recover();
    await serveWell(server, doors);
    state.isOver = true;
    expect(await stall).toBeLessThan(STALL_MILLISECONDS);
    expect(isRunning(server)).toBe(true);
    expect(await ledgerFaults(database, customersOf(doors.acknowledged))).toEqual([]);
  });
});
