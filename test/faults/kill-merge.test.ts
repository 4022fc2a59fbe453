// kill -9 in the middle of a merge of two people who pay: nothing is lost or doubled, and the same merge is done afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { test, type TestContext } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/connection.ts';
import type { Dialect } from '../support/databases/database.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { MovableClock } from '../support/service/clock.ts';
import { restart } from '../support/service/restarted.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const PATIENCE = { timeout: 30_000, interval: 50 };

/** Subscriptions move after billing records and payments, and before the rest: there the merge stands still. */
const STAND_STILL: Record<Dialect, readonly string[]> = {
  sqlite: [
    'create view endless as with recursive counted (n) as (select 1 union all select n + 1 from counted) select n from counted',
    `create trigger stand_still after update of customer_id on subscriptions begin select count(*) from endless; end`,
  ],
  postgres: [
    `create function stand_still() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$`,
    'create trigger stand_still after update of customer_id on subscriptions for each row execute function stand_still()',
  ],
};
const GO_ON: Record<Dialect, readonly string[]> = {
  sqlite: ['drop trigger stand_still', 'drop view endless'],
  postgres: ['drop trigger stand_still on subscriptions', 'drop function stand_still'],
};

async function change(database: Database, statements: Record<Dialect, readonly string[]>): Promise<void> {
  for (const text of statements[database.dialect]) await database.transaction(({ knex }) => knex.raw(text));
}

/** Whether somebody is in the middle of a transaction that writes. */
async function isStanding(url: string, database: Database): Promise<boolean> {
  if (database.dialect === 'postgres') return (await sleepers(database, 'pid')).length > 0;
  const probe = new Sqlite(url.slice('sqlite:'.length), { timeout: 0 });
  try {
    probe.exec('begin immediate');
    probe.exec('rollback');
    return false;
  } catch {
    return true;
  } finally {
    probe.close();
  }
}

async function sleepers(database: Database, what: string): Promise<unknown[]> {
  const found: { rows: unknown[] } = await database.knex.raw(
    `select ${what} from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
  );
  return found.rows;
}

async function killInTheMiddle(dialect: Dialect, { expect, onTestFinished }: TestContext): Promise<string[]> {
  const { url, database } = await newOwnDatabase(dialect, onTestFinished);
  const config = readConfig({ ENVIRONMENT: 'test', DATABASE_URL: url });
  const service = await restart({ config, database, clock: new MovableClock() }, {});
  onTestFinished(() => service.close());
  const site = await givenPayingSite(service);
  const [leaving, staying] = [await site.payingCustomer('a@example.org'), await site.payingCustomer('b@example.org')];
  const rows = async () =>
    Promise.all(['customers', 'billings', 'payments', 'subscriptions'].map((table) => site.rows(table)));
  const before = await rows();
  await change(database, STAND_STILL);
  const settings = { DATABASE_URL: url, SECRET_KEY: 'a secret key of the tests that is long enough' };
  const args = ['customer', 'merge', leaving.id, staying.id];
  const child = spawn(process.execPath, ['src/cli/main.ts', ...args], {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'], ENVIRONMENT: 'test', ...settings },
    stdio: 'inherit',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => isStanding(url, database), PATIENCE).toBe(true);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  // The server of PostgreSQL finds the lost connection once it would answer.
  if (dialect === 'postgres') await sleepers(database, 'pg_terminate_backend(pid)');
  await expect.poll(() => isStanding(url, database), PATIENCE).toBe(false);
  expect(await rows()).toEqual(before);
  await change(database, GO_ON);
  const merged = await new CommandLine(settings).runHere(...args, '--json');
  expect([merged.exitCode, merged.stderr]).toEqual([0, '']);
  await site.settle();
  expect((await site.rows('payments')).map(({ customerId }) => customerId)).toEqual([staying.id, staying.id]);
  expect((await site.rows('subscriptions')).map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
  expect((await site.rows('billings')).map(({ state }) => state).toSorted()).toEqual(['active', 'ended']);
  return ledgerFaults(database, []);
}

test.concurrent.for(['sqlite', 'postgres'] as const)(
  'a merge on %s that is killed leaves nothing, and is done once afterwards',
  { timeout: 90_000 },
  async (dialect, context) => {
    const { expect } = context;
    expect(await killInTheMiddle(dialect, context)).toEqual([]);
  },
);
