// docs/backups.md, "PostgreSQL with an archive of its log", as it stands: a mistake deletes everybody while the service is written to, the server is killed,
// and the moment before the mistake is restored.
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { startServerProcess } from '../support/processes/server-process.ts';
import { blocksOf } from './blocks.ts';
import { expectToGoOn, fillDatabase, startWriting, WRITTEN } from './continuous-copy.ts';
import { Machine } from './guide-machine.ts';

const POSTGRES = '/usr/lib/postgresql/15/bin';
const CLUSTER = '/var/lib/postgresql/main';
const RESTORED = '/var/lib/postgresql/restored';
/** Of the page, where the moment before the mistake stands here. */
const MOMENT = '2026-11-23 10:00:00+00';

const machine = new Machine();
const [settings = '', copy = '', restore = ''] = blocksOf('backups.md', 'PostgreSQL with an archive of its log');

/** Runs commands as the server's own user, with the programs of its version. */
function asPostgres(commands: string): void {
  const here = `export PATH=${POSTGRES}:$PATH PGHOST=${machine.root}/run PGPORT=${machine.port('5432')}\n${machine.here(commands)}`;
  execFileSync('runuser', ['-u', 'postgres', '--', 'sh', '-eu', '-c', here], {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

beforeAll(async () => {
  await machine.open();
  const user = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
  mkdirSync(machine.here('/var/backups/wal'));
  for (const folder of ['/var/lib/postgresql', '/run']) chownSync(machine.root + folder, user, user);
  for (const folder of ['/var/backups', '/var/backups/wal']) chownSync(machine.here(folder), user, user);
  asPostgres(`initdb --pgdata=${CLUSTER} --auth=trust --encoding=UTF8 --no-sync`);
  const place = `unix_socket_directories = '${machine.root}/run'\nport = ${machine.port('5432')}\n`;
  appendFileSync(machine.here(`${CLUSTER}/postgresql.conf`), `${place}${machine.here(settings)}`);
  asPostgres(`pg_ctl --pgdata=${CLUSTER} --log=${CLUSTER}.log --wait start`);
});
afterAll(async () => {
  for (const folder of [CLUSTER, RESTORED])
    if (existsSync(machine.here(`${folder}/postmaster.pid`)))
      asPostgres(`pg_ctl --pgdata=${folder} --mode=immediate --wait stop`);
  await machine.close();
});

test('the moment before a mistake is restored from the archive', async () => {
  const url = `postgres://postgres@127.0.0.1:${machine.port('5432')}/postgres`;
  const key = await fillDatabase(url);
  const server = await startServerProcess({ DATABASE_URL: url });
  const writing = startWriting(server, key);
  await expect.poll(() => writing.answered.length, WRITTEN).toBeGreaterThan(50);
  asPostgres(copy);
  const after = writing.answered.length;
  await expect.poll(() => writing.answered.length, WRITTEN).toBeGreaterThan(after + 50);

  const operator = new pg.Client({ connectionString: url });
  await operator.connect();
  const due = [...writing.answered];
  const [{ moment } = { moment: '' }] = (await operator.query<{ moment: string }>('select now()::text as moment')).rows;
  await expect.poll(() => writing.answered.length, WRITTEN).toBeGreaterThan(due.length + 20);
  await operator.query('truncate customers cascade');
  await operator.query('select pg_switch_wal()');
  await expect
    .poll(
      async () => (await operator.query('select last_archived_wal, failed_count from pg_stat_archiver')).rows,
      WRITTEN,
    )
    .toMatchObject([{ last_archived_wal: expect.any(String), failed_count: '0' }]);
  await expect
    .poll(
      async () =>
        (
          await operator.query('select count(*)::int as waiting from pg_ls_archive_statusdir() where name like $1', [
            '%.ready',
          ])
        ).rows,
      WRITTEN,
    )
    .toEqual([{ waiting: 0 }]);
  await operator.end();
  await server.end('SIGKILL');
  await writing.stop();
  asPostgres(`pg_ctl --pgdata=${CLUSTER} --mode=immediate --wait stop`);

  expect(restore).toContain(MOMENT);
  asPostgres(restore.replace(MOMENT, moment));
  const database = openDatabase(url);
  try {
    await expect
      .poll(async () => (await database.knex.raw('select pg_is_in_recovery() as recovers')).rows, WRITTEN)
      .toEqual([{ recovers: false }]);
    expect(await ledgerFaults(database, due)).toEqual([]);
  } finally {
    await database.close();
  }
  await expectToGoOn(url, key);
});
