// kill -9 in the middle of a merge of two people who pay: nothing is lost or doubled, and the same merge is done afterwards.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { test, type TestContext } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Dialect } from '../support/databases/database.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { Standstill } from '../support/databases/standstill.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { drawnDialects } from '../support/runs/drawn.ts';
import { MovableClock } from '../support/service/clock.ts';
import { restart } from '../support/service/restarted.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const PATIENCE = { timeout: 30_000, interval: 50 };

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
  // Subscriptions move after billing records and payments, and before the rest.
  const standstill = new Standstill(url, database, 'subscriptions');
  await standstill.begin('update of customer_id');
  const settings = { DATABASE_URL: url, SECRET_KEY: 'a secret key of the tests that is long enough' };
  const args = ['customer', 'merge', leaving.id, staying.id];
  const child = spawn(process.execPath, ['src/cli/main.ts', ...args], {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: '.cache/node', ENVIRONMENT: 'test', ...settings },
    stdio: 'inherit',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect.poll(() => standstill.isStanding(), PATIENCE).toBe(true);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  await standstill.endConnections();
  await expect.poll(() => standstill.isStanding(), PATIENCE).toBe(false);
  expect(await rows()).toEqual(before);
  await standstill.end();
  const merged = await new CommandLine(settings).run(...args, '--json');
  expect([merged.exitCode, merged.stderr]).toEqual([0, '']);
  await site.settle();
  expect((await site.rows('payments')).map(({ customerId }) => customerId)).toEqual([staying.id, staying.id]);
  expect((await site.rows('subscriptions')).map(({ status }) => status).toSorted()).toEqual(['active', 'canceled']);
  expect((await site.rows('billings')).map(({ state }) => state).toSorted()).toEqual(['active', 'ended']);
  return ledgerFaults(database, []);
}

test.concurrent.for(drawnDialects(3))(
  'a merge on %s that is killed leaves nothing, and is done once afterwards',
  { timeout: 90_000 },
  async (dialect, context) => {
    const { expect } = context;
    expect(await killInTheMiddle(dialect, context)).toEqual([]);
  },
);
