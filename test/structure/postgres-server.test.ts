// The test suite's own PostgreSQL server: it answers, refuses others, and leaves nothing behind, however a run ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { sharedTemporaryFolder } from '../../scripts/setup/postgres.mjs';
import { startPostgres } from '../support/databases/postgres-server.ts';

const SUPPORT = new URL('../support/databases/postgres-server.ts', import.meta.url).href;

async function select(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

async function dataFolder(url: string): Promise<string> {
  return dirname(String((await select(url, 'show data_directory'))[0]));
}

test('answers queries, refuses a wrong password, and is gone after stop', async () => {
  const server = await startPostgres();
  expect(await select(server.url, 'select 1 + 1')).toEqual([2]);
  expect(await select(server.url, 'show fsync')).toEqual(['off']);
  const folder = await dataFolder(server.url);
  const wrong = server.url.replace(/:[0-9a-f]{32}@/, ':wrong@');
  await expect(select(wrong, 'select 1')).rejects.toThrow('password authentication failed');

  await server.stop();
  expect(existsSync(folder)).toBe(false);
  await expect(select(server.url, 'select 1')).rejects.toThrow('ECONNREFUSED');
});

test('keeps the data in a folder that it is given, and goes on with them', async () => {
  const keptFolder = mkdtempSync(join(sharedTemporaryFolder(), 'masthead-test-'));
  try {
    const first = await startPostgres({ keptFolder });
    await select(first.url, 'create table kept as select 7 as seven');
    await first.stop();
    const second = await startPostgres({ keptFolder });
    expect(await select(second.url, 'select seven from kept')).toEqual([7]);
    await second.stop();
  } finally {
    rmSync(keptFolder, { recursive: true, force: true });
  }
});

test('waits for the disk when asked to', async () => {
  const server = await startPostgres({ fsync: true });
  expect(await select(server.url, 'show fsync')).toEqual(['on']);
  await server.stop();
});

test('leaves neither a process nor a folder when the test run is killed', async () => {
  const program = `import { startPostgres } from ${JSON.stringify(SUPPORT)}; const { url } = await startPostgres(); console.log(url); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data');
  const folder = await dataFolder(String(url).trim());
  expect(existsSync(folder)).toBe(true);

  child.kill('SIGKILL');
  await expect.poll(() => existsSync(folder), { timeout: 60_000 }).toBe(false);
  await expect(select(String(url).trim(), 'select 1')).rejects.toThrow('ECONNREFUSED');
});
