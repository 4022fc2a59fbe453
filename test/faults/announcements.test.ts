// Work that another process leaves on PostgreSQL is announced, and the workers that listen do it at once: they sweep only every ten seconds.
// A lost announcement, or a lost connection that listens, costs no more than that.
import pg from 'pg';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import type { Database } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { Limiter } from '../../src/models/limiter.ts';
import { recordEvent } from '../../src/models/outbox/event.ts';
import { SecurityLog } from '../../src/security/security-log.ts';
import { SigningKeys } from '../../src/tokens/signing-keys.ts';
import { startWorker, type Worker } from '../../src/worker.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { newPublication } from '../support/publications/signed-in.ts';

const LISTENERS =
  "pg_stat_activity where datname = current_database() and application_name = 'masthead listener' and query like 'LISTEN%' and state = 'idle'";

async function openAdministrator(url: string, onEnd: (close: () => Promise<void>) => void) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onEnd(() => client.end());
  return {
    listening: async () => Number((await client.query(`select count(*) as count from ${LISTENERS}`)).rows[0].count),
    endListeners: () => client.query(`select pg_terminate_backend(pid) from ${LISTENERS}`),
  };
}

function startWithoutSweeps(database: Database, url: string): Worker {
  const config = readConfig({ ENVIRONMENT: 'test', DATABASE_URL: url });
  const clock = systemClock;
  const secretKeys = new SecretKeys(config.secretKeys);
  const signingKeys = new SigningKeys(database, secretKeys, clock);
  const securityLog = new SecurityLog({ log: pino({ level: 'silent' }), secretKeys, clock });
  const limiter = new Limiter(database, clock);
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    const worker = startWorker({ config, database, clock, secretKeys, signingKeys, securityLog, limiter });
    const stop = async (): Promise<void> => {
      await worker.stop();
      await database.close();
    };
    return { ...worker, stop };
  } finally {
    vi.useRealTimers();
  }
}

test('a command announces what it wrote, and one that only reads does not', async ({ onTestFinished }) => {
  const { url, database } = await newOwnDatabase('postgres', onTestFinished);
  const { siteHost } = await newPublication({ database, clock: systemClock });
  const { listening } = await openAdministrator(url, onTestFinished);
  const heard = vi.fn<() => void>();
  database.listen('announcements', heard);
  await vi.waitUntil(async () => (await listening()) === 1);
  const commands = new CommandLine({ DATABASE_URL: url });
  const listed = await commands.run('plan', 'list', '--publication', siteHost);
  expect([listed.exitCode, heard.mock.calls.length]).toEqual([0, 0]);
  const created = await commands.run(
    'newsletter',
    'create',
    '--publication',
    siteHost,
    '--slug',
    'weekly',
    '--name',
    'Weekly',
  );
  expect(created.exitCode).toBe(0);
  await vi.waitUntil(() => heard.mock.calls.length === 1);
});

test('a worker logs an event at once when it is announced, also after its connection was lost', async ({
  onTestFinished,
}) => {
  const { url, database } = await newOwnDatabase('postgres', onTestFinished);
  const publication = await newPublication({ database, clock: systemClock });
  const { listening, endListeners } = await openAdministrator(url, onTestFinished);
  const other = openDatabase(url);
  onTestFinished(() => other.close());
  const worker = startWithoutSweeps(openDatabase(url), url);
  onTestFinished(() => worker.stop());
  const logged = async (): Promise<number> => (await database.knex('events').where({ type: 'session.ended' })).length;
  const leave = async (): Promise<void> => {
    const event = { type: 'session.ended', objectId: 'ses_1', customerId: 'cus_1', facts: { object: {} } } as const;
    await other.transaction((transaction) => recordEvent(publication, transaction, systemClock, event));
    await other.announce();
  };
  await vi.waitUntil(async () => (await listening()) === 1, { timeout: 10_000 });
  await leave();
  await vi.waitUntil(async () => (await logged()) === 1);
  await endListeners();
  await vi.waitUntil(async () => (await listening()) === 0);
  await vi.waitUntil(async () => (await listening()) === 1, { timeout: 10_000 });
  await leave();
  await vi.waitUntil(async () => (await logged()) === 2);
  expect(await listening()).toBe(1);
});
