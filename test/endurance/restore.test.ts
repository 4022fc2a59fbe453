// R-F19: how long it takes to restore a gigabyte, into a new database on the disk. The other rules of backups are in test/faults/backup.test.ts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { statement, type Dialect } from '../../src/database/statement.ts';
import { startPostgres } from '../support/databases/postgres-server.ts';
import { CommandLine } from '../support/processes/command-line.ts';

const GIGABYTE = 1_000_000_000;
const SECONDS = 300;
const MEMBERS_A_STEP = 100_000;
const SECRET_KEY = 'a secret key of the tests that is long enough';

const size = statement<{ bytes: number }>('test_size_of_database', {
  sqlite: 'select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()',
  postgres: 'select cast(pg_database_size(current_database()) as double precision) as bytes',
});

type OnEnd = (close: () => Promise<unknown> | void) => void;

/** Two databases on the disk: one to fill, and a new one. */
async function newPair(dialect: Dialect, folder: string, onEnd: OnEnd): Promise<{ from: string; to: string }> {
  if (dialect === 'sqlite')
    return { from: `sqlite:${join(folder, 'from.sqlite')}`, to: `sqlite:${join(folder, 'to.sqlite')}` };
  const server = await startPostgres({ fsync: true });
  onEnd(() => server.stop());
  const database = openDatabase(server.url);
  for (const name of ['filled', 'restored']) await database.knex.raw(`create database ${name}`);
  await database.close();
  const named = (name: string): string => server.url.replace(/\/postgres$/, `/${name}`);
  return { from: named('filled'), to: named('restored') };
}

/** With members, subscriptions, newsletters, events to come and figures, as the bench has them. Returns its size. */
async function fill(masthead: CommandLine, database: Database): Promise<number> {
  for (let members = MEMBERS_A_STEP; ; members += MEMBERS_A_STEP) {
    const { exitCode, stderr } = await masthead.run('demo', 'fill', '--members', String(members));
    expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
    const { bytes = 0 } = (await database.first(size, [])) ?? {};
    if (bytes >= GIGABYTE) return bytes;
  }
}

test.each<Dialect>(['sqlite', 'postgres'])(
  'R-F19 a gigabyte of %s is restored within five minutes',
  async (dialect) => {
    const ends: (() => Promise<unknown> | void)[] = [];
    try {
      const folder = mkdtempSync(join(tmpdir(), 'masthead-gigabyte-'));
      ends.push(() => rmSync(folder, { recursive: true, force: true }));
      const { from, to } = await newPair(dialect, folder, (close) => ends.push(close));
      const at = (url: string): CommandLine => new CommandLine({ DATABASE_URL: url, SECRET_KEY });
      const source = at(from);
      expect((await source.run('migrate')).exitCode).toBe(0);
      await source.json('publication', 'create', '--name', 'Large', '--site-url', 'http://localhost:4000');
      const database = openDatabase(from);
      ends.push(() => database.close());
      const bytes = await fill(source, database);
      const backup = join(folder, 'backup');
      expect((await source.run('backup', 'create', backup)).exitCode).toBe(0);
      const begun = performance.now();
      const { exitCode, stderr } = await at(to).run('backup', 'restore', backup);
      const seconds = (performance.now() - begun) / 1000;
      expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
      process.stdout.write(`${dialect}: ${(bytes / GIGABYTE).toFixed(2)} GB restored in ${seconds.toFixed(0)} s\n`);
      expect((seconds * GIGABYTE) / bytes).toBeLessThan(SECONDS);
      const restored = openDatabase(to);
      ends.push(() => restored.close());
      for (const table of ['customers', 'subscriptions', 'figure_changes'])
        expect(await restored.knex(table).count({ count: '*' })).toEqual(
          await database.knex(table).count({ count: '*' }),
        );
    } finally {
      for (const end of ends.toReversed()) await end();
    }
  },
);
