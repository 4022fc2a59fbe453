// R-F5 and R-F6: PostgreSQL's connections are killed, or its packets vanish, while they are in use. Whoever waits gets an error that says
// unavailable, in time; the process lives, and the next request is served.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { describe, it, vi } from 'vitest';
import { isUnavailable, type Database } from '../../src/database/connection.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { statement } from '../../src/database/statement.ts';
import { newDatabase } from '../support/database.ts';

const one = statement<{ one: number }>('faults_one', 'select 1 as one');
const slow = statement<{ one: number }>('faults_slow', 'select 1 as one from pg_sleep(3)');
const tooSlow = statement<{ one: number }>('faults_too_slow', 'select 1 as one from pg_sleep(8)');

/** A line to the server that can be cut off without either end noticing. */
interface Line {
  readonly url: string;
  fallSilent(): void;
  close(): void;
}

async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const relay = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const url = new URL(target);
  url.port = String((relay.address() as AddressInfo).port);
  const fallSilent = (): void => {
    for (const socket of sockets) socket.unpipe().pause();
    sockets.clear();
  };
  return { url: url.href, fallSilent, close: () => relay.close() };
}

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
  it('that is only slow is cut by its own limit of five seconds', async ({ expect, onTestFinished }) => {
    const { database } = await setStage(onTestFinished);
    await database.first(one, []);
    const startedAt = performance.now();
    expect(await outcomeOf(database.first(tooSlow, []))).toBe('unavailable');
    expect(performance.now() - startedAt).toBeLessThan(5500);
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

  it('that falls silent is given up after six seconds, and is used again once it answers', async ({ expect, onTestFinished }) => {
    const { database, line } = await setStage(onTestFinished);
    await database.first(one, []);
    line.fallSilent();
    const startedAt = performance.now();
    const work = [database.first(one, []), database.transaction((transaction) => transaction.first(one, [])), Promise.resolve(database.knex.raw('select 1'))];
    expect(await Promise.all(work.map(outcomeOf))).toContain('unavailable');
    expect(performance.now() - startedAt).toBeLessThan(7000);
    await expect.poll(() => outcomeOf(database.first(one, []))).toBe('fine');
  });
});
