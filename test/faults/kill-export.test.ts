// kill -9 of an export and of an import: the export that was cut off is no export, and the import goes on where it ended, so
// that nothing is lost and nothing comes twice.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import { createNewsletter } from '../../src/models/catalog/newsletter.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { KINDS } from '../../src/models/lifecycle/moving/kinds.ts';
import { createPublication, type Publication } from '../../src/models/publication/publication.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { Standstill } from '../support/databases/standstill.ts';
import { CommandLine } from '../support/processes/command-line.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const MEMBERS = 4000;
const SETTINGS = { ENVIRONMENT: 'test', SECRET_KEY: 'a secret key of the tests that is long enough' };

function start(url: string, ...args: string[]): ChildProcess {
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: '.cache/node', DATABASE_URL: url, ...SETTINGS };
  return spawn(process.execPath, ['src/cli/main.ts', ...args], { cwd: PROJECT, env, stdio: 'ignore' });
}

/** Kills the process as soon as it has come so far. */
async function killWhen(child: ChildProcess, hasCome: () => Promise<boolean>): Promise<void> {
  const gone = once(child, 'exit');
  while (child.exitCode === null && !(await hasCome())) await sleep(2);
  expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
  await gone;
}

test('an export and an import that are killed lose and double nothing', async ({ onTestFinished }) => {
  const { url, database } = await newOwnDatabase('sqlite', onTestFinished);
  const root = mkdtempSync(join(tmpdir(), 'masthead-kill-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const masthead = new CommandLine({ DATABASE_URL: url });
  const make = (name: string): Promise<Publication> =>
    database.transaction((transaction) =>
      createPublication(transaction, systemClock, { name, siteUrl: `http://${name}.localhost` }),
    );
  const [source, target] = [await make('source'), await make('target')];
  await database.transaction(async (transaction) => {
    await createNewsletter(source, transaction, systemClock, { slug: 'weekly', name: 'Weekly' });
    const plan = await createPlan(source, transaction, systemClock, { slug: 'a', name: 'A' });
    const price = { planId: plan.id, amount: 500, currency: 'EUR', interval: 'month' };
    await createPrice(source, transaction, systemClock, price);
  });
  const run = async (...args: string[]) => {
    const { exitCode, stderr } = await masthead.run(...args);
    expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);
  };
  await run('demo', 'fill', '--members', String(MEMBERS), '--publication', source.id);

  const [first, second] = [join(root, 'first'), join(root, 'second')];
  const exporting = start(url, 'export', '--to', first, '--publication', source.id);
  await killWhen(exporting, async () => existsSync(join(first, 'customers.jsonl')));
  expect(existsSync(join(first, 'manifest.json'))).toBe(false);
  expect((await masthead.run('restore', '--from', first, '--publication', target.id)).exitCode).toBe(1);
  await run('export', '--to', first, '--publication', source.id);

  // In the middle of a slice of people, which is written after the place that is reached by it.
  const before = 2000;
  const [middle] = await database
    .knex('customers')
    .where({ publicationId: source.id })
    .orderBy('id')
    .offset(before + 9)
    .limit(1);
  const standstill = new Standstill(url, database, 'customers');
  await standstill.begin('insert', `new.publication_id = '${target.id}' and new.email = '${middle?.['email']}'`);
  const importing = start(url, 'restore', '--from', first, '--publication', target.id);
  const count = async (): Promise<number> => {
    const [row] = await database.knex('customers').where({ publicationId: target.id }).count('* as count');
    return Number(row?.['count'] ?? 0);
  };
  const isInMiddle = async (): Promise<boolean> => (await count()) >= before && (await standstill.isStanding());
  await killWhen(importing, async () => (await isInMiddle()) && (await sleep(50, true)) && (await isInMiddle()));
  expect(await count()).toBe(before);
  await standstill.end();
  await run('restore', '--from', first, '--publication', target.id);
  await run('export', '--to', second, '--publication', target.id);
  for (const { table } of KINDS.filter(({ notImported }) => notImported === undefined)) {
    const lines = [first, second].map(
      (folder) => readFileSync(join(folder, `${table}.jsonl`), 'utf8').split('\n').length,
    );
    expect([table, lines[1]]).toEqual([table, lines[0]]);
  }
});
