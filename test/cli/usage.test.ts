// Wrong usage and wrong configuration end by exit code 2, and a database that cannot be had by 1; none of it needs a database.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandLine, PRODUCTION_SETTINGS } from '../support/processes/command-line.ts';

const PROJECT = join(import.meta.dirname, '../..');
const masthead = new CommandLine({ DATABASE_URL: 'sqlite:/nowhere/masthead.sqlite' });
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'masthead-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['no noun', [], 'Usage: masthead'],
  ['an unknown noun', ['plans'], "unknown command 'plans'"],
  ['a noun without its verb', ['plan'], 'Usage: masthead plan'],
  ['an unknown verb', ['plan', 'erase'], "unknown command 'erase'"],
  ['a missing option', ['plan', 'create', '--slug', 'a'], "required option '--name <name>'"],
  ['an unknown option', ['plan', 'list', '--color'], "unknown option '--color'"],
  [
    'a switch that is neither on nor off',
    ['application', 'update', 'app_x', '--client-secret-post', 'maybe'],
    'Allowed choices are on, off',
  ],
  [
    'a font that there is not',
    ['publication', 'update', 'pub_x', '--font', 'comic'],
    'Allowed choices are editorial, literary',
  ],
  ['no publication change', ['publication', 'update', 'pub_x'], 'Say what to change, such as --name, --home-url'],
  ['nothing to change', ['application', 'update', 'app_x'], 'Say what to change'],
])('answers %s by exit code 2', async (_, args, message) => {
  const { exitCode, stdout, stderr } = await masthead.run(...args);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('the sources of every command load in a process of its own', () => {
  const program = `import { buildProgram } from './src/cli/program.ts';
    const { commands } = await buildProgram(() => true);
    console.log(commands.filter(({ commands: verbs }) => verbs.length > 0).length, commands.length);`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: PROJECT,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  const [withVerbs, all] = stdout.trim().split(' ').map(Number);
  expect(all).toBeGreaterThan(35);
  expect(withVerbs).toBeGreaterThan(30);
});

test('wrong usage ends the process by exit code 2', async () => {
  expect((await masthead.runAsProcess('plan', 'create')).exitCode).toBe(2);
});

test('every verb shows its help with an example', async () => {
  const { exitCode, stdout } = await masthead.run('price', 'create', '--help');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Example:\n  npm run -s masthead -- price create --plan digital --amount 5.00');
});

describe('the configuration', () => {
  test('check-config shows it without passwords and secrets', async () => {
    const { exitCode, stdout } = await new CommandLine({
      ...PRODUCTION_SETTINGS,
      DATABASE_URL: 'postgres://user:hidden@db.example.org/masthead',
    }).run('check-config', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      environment: 'production',
      database_url: 'postgres://user@db.example.org/masthead',
      secret_keys: 1,
    });
    expect(stdout).not.toMatch(/hidden|kkkk/);
  });

  test('lists all faults at once by exit code 2', async () => {
    const { exitCode, stderr } = await new CommandLine({
      ENVIRONMENT: 'production',
      PORT: 'eighty',
      SECRET_KEY: 'short',
    }).run('check-config');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/PORT must be[^]*SECRET_KEY must be/);
  });
});

describe('the database', () => {
  test('one that was never migrated is refused, with what to do', async () => {
    const absent = new CommandLine({ DATABASE_URL: `sqlite:${join(folder, 'absent.sqlite')}` });
    const { exitCode, stderr } = await absent.run('plan', 'list');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/absent\.sqlite.*masthead -- migrate/);
  });

  test('migrate makes it, and says when there is nothing to do', async () => {
    const fresh = new CommandLine({ DATABASE_URL: `sqlite:${join(folder, 'new', 'fresh.sqlite')}` });
    expect(await fresh.json('migrate')).toEqual({ applied: expect.arrayContaining([expect.stringContaining('0001')]) });
    expect(await fresh.json('migrate')).toEqual({ applied: [] });
    expect(await fresh.json('publication', 'list')).toEqual([]);
    const { exitCode, stderr } = await fresh.run('plan', 'list');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('publication create')]);
  });

  test('migrate --dry-run shows what is missing and who may run then, and changes nothing', async () => {
    const file = join(folder, 'dry.sqlite');
    const fresh = new CommandLine({ DATABASE_URL: `sqlite:${file}` });
    expect(await fresh.run('migrate', '--dry-run')).toMatchObject({ exitCode: 1 });
    writeFileSync(file, '');
    const first = { name: '0001-first-schema', release: '0.1.0', step: 'expand' };
    expect(await fresh.json('migrate', '--dry-run')).toEqual({
      pending: expect.arrayContaining([first]),
      oldest_version: null,
    });
    const { stdout, stderr } = await fresh.run('migrate', '--dry-run');
    expect([stdout, stderr]).toEqual([
      expect.stringMatching(/0001-first-schema +0\.1\.0 +expand/),
      expect.stringContaining('every version may run'),
    ]);
    await fresh.json('migrate');
    expect(await fresh.json('migrate', '--dry-run')).toEqual({ pending: [], oldest_version: null });
  });

  test('a file that is no database is refused and left as it is', async () => {
    const file = join(folder, 'notes.sqlite');
    writeFileSync(file, 'not a database, but something dear to somebody '.repeat(50));
    const before = readFileSync(file);
    const { exitCode, stderr } = await new CommandLine({ DATABASE_URL: `sqlite:${file}` }).run('migrate');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/notes\.sqlite is no SQLite database/);
    expect(readFileSync(file)).toEqual(before);
  });

  test('a server that does not answer is refused', async () => {
    const { exitCode, stdout, stderr } = await new CommandLine({
      DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/none',
    }).run('plan', 'list');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/No PostgreSQL answers at postgres:\/\/127\.0\.0\.1:1\/none/);
    expect(stderr).not.toContain('hidden');
  });
});
