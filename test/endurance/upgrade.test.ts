// R-F17 at its full rate, and what migrations cost those who write to a table of a million rows.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { MIGRATIONS } from '../../src/database/migrations/list.ts';
import { openDatabase } from '../../src/database/open.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { ALL, upgradeUnderLoad } from '../support/processes/rolling-upgrade.ts';
import { CONTRACTING, EXPANDING } from '../support/releases/later-migrations.ts';

const ROWS = 1_000_000;

test('R-F17 at 200 requests a second versions take turns, forward, back and forward, and no request fails', async ({
  onTestFinished,
}) => {
  const course = { versions: ALL, perSecond: 200, restMilliseconds: 10_000 };
  const { faults, lost, later, exitCodes, requests } = await upgradeUnderLoad(course, onTestFinished);
  expect([faults, lost]).toEqual([[], []]);
  expect(exitCodes).toEqual([0, 0, 0]);
  expect(later).toEqual([...EXPANDING, CONTRACTING].map(({ name }) => name));
  expect(requests).toBeGreaterThan(10_000);
});

test('R-F17 on a table of a million rows no write waits for a migration for two seconds', async ({
  onTestFinished,
}) => {
  const { url, database } = await newOwnDatabase('postgres', onTestFinished);
  await database.schemaChange(async (knex) => {
    await knex.raw('set local statement_timeout = 0');
    await knex.raw(`insert into customers (publication_id, id, created_at)
      select p.id, 'cust_' || lpad(n::text, 26, '0'), 0 from publications p, generate_series(1, ${ROWS}) n`);
  });
  const writer = openDatabase(url);
  onTestFinished(() => writer.close());
  const upgrade = { isOver: false };
  const applied = migrate(database, 'test', {
    version: '9.2.0',
    migrations: [...MIGRATIONS, ...EXPANDING, CONTRACTING],
  }).finally(() => (upgrade.isOver = true));
  let longest = 0;
  for (let at = 1; !upgrade.isOver; at += 1) {
    const startedAt = performance.now();
    const id = `cust_${String(at % ROWS).padStart(26, '0')}`;
    await writer.transaction(({ knex }) =>
      knex('customers')
        .where({ id })
        .update({ name: String(at) }),
    );
    longest = Math.max(longest, performance.now() - startedAt);
    await sleep(5);
  }
  expect(await applied).toEqual([...EXPANDING, CONTRACTING].map(({ name }) => name));
  expect(longest).toBeLessThan(2000);
});
