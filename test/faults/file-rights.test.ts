// Only the user whom the service runs as may read the database, the files that SQLite keeps beside it and the folder that was made for them, however
// generous the umask is.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { startServerProcess } from '../support/processes/server-process.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const GENEROUS = ['/bin/sh', '-c', 'umask 000; exec "$@"', 'sh'];
const root = mkdtempSync(join(tmpdir(), 'masthead-rights-'));
const FILES = ['masthead.sqlite', 'masthead.sqlite-wal', 'masthead.sqlite-shm'];

afterAll(() => rmSync(root, { recursive: true, force: true }));

const rightsOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const rightsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(FILES.map((name) => [name, rightsOf(join(folder, name))]));
const ALL_PRIVATE = Object.fromEntries(FILES.map((name) => [name, '600']));

/** The rights while the service runs on the folder, when all three files are there. */
async function whileServed(folder: string): Promise<Record<string, string>> {
  const server = await startServerProcess({ DATA_DIR: folder }, ['src/main.ts'], GENEROUS);
  const rights = rightsIn(folder);
  await server.end();
  return rights;
}

test('a first start makes folder and files for its user alone, those above the folder as well', async () => {
  const folder = join(root, 'new', 'data');
  expect(await whileServed(folder)).toEqual(ALL_PRIVATE);
  expect([rightsOf(folder), rightsOf(join(root, 'new'))]).toEqual(['700', '700']);
});

test('masthead migrate does, too', () => {
  const folder = join(root, 'migrated');
  const [command = '', ...args] = [...GENEROUS, process.execPath, 'src/cli/main.ts', 'migrate'];
  execFileSync(command, args, {
    cwd: PROJECT,
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: '.cache/node', DATA_DIR: folder },
    stdio: 'pipe',
  });
  expect([rightsOf(folder), rightsOf(join(folder, 'masthead.sqlite'))]).toEqual(['700', '600']);
});

test('an empty folder that was made before becomes its own; one that holds more keeps its rights', async () => {
  const [empty, shared] = [join(root, 'empty'), join(root, 'shared')];
  for (const folder of [empty, shared]) {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
  }
  writeFileSync(join(shared, 'another.txt'), '');
  chmodSync(join(shared, 'another.txt'), 0o644);
  expect(await whileServed(empty)).toEqual(ALL_PRIVATE);
  expect(await whileServed(shared)).toEqual(ALL_PRIVATE);
  expect([rightsOf(empty), rightsOf(shared), rightsOf(join(shared, 'another.txt'))]).toEqual(['700', '755', '644']);
});

test('files that others could read are taken from them, those of a killed process as well', async () => {
  const folder = join(root, 'open');
  mkdirSync(folder);
  const url = `sqlite:${join(folder, 'masthead.sqlite')}`;
  const database = openDatabase(url);
  await migrate(database, 'test');
  for (const name of FILES) chmodSync(join(folder, name), 0o644);
  const other = openDatabase(url);
  expect(rightsIn(folder)).toEqual(ALL_PRIVATE);
  await other.close();
  await database.close();
  expect(existsSync(join(folder, 'masthead.sqlite-wal'))).toBe(false);
});
