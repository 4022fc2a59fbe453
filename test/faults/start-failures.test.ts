// R-F8: the service cannot start on the files that it finds. Each test starts the real process on real folders and files, one after another, as
// each is held to its two seconds. Root is held to what files permit as anybody else is: it gives up its rights over them first.
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { statement } from '../../src/database/statement.ts';
import { SigningKeys } from '../../src/tokens/signing-keys.ts';
import { processorWait } from '../support/processes/processor-wait.ts';
import { isInTurn } from '../support/runs/drawn.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const LIMIT_MILLISECONDS = 2000;
/** A machine that needs longer than that to load the sources may take so many times as long. */
const TIMES_LOADING = 2;
const LOOK_MILLISECONDS = 10;
/** A service that starts all the same is ended then. */
const PATIENCE_MILLISECONDS = 60_000;
const IS_ROOT = process.getuid?.() === 0;
const WITHOUT_RIGHTS = IS_ROOT ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];
const SOMEBODY_ELSE = 65_534;
/** As the service makes its file. */
const OWN = { mode: 0o600 };
/** Of root, and of nobody who is not root. */
const SYSTEM_FOLDER = '/usr';
const PAGE_BYTES = 4096;
/** Not what any page of a database begins with, nor ends. */
const GARBAGE = 0xa5;
/** Where the header of a SQLite file ends, and its first page says what else is in it. */
const SCHEMA_AT = 100;

const root = mkdtempSync(join(tmpdir(), 'masthead-start-'));
const sound = join(root, 'sound.sqlite');
let migrationsPage = 0;

interface Ending {
  readonly code: number | null;
  readonly lines: readonly string[];
  /** Without the time that the machine had no processor for it. */
  readonly milliseconds: number;
}

const startIn = (dataDir: string): Promise<Ending> => run(['src/main.ts'], dataDir);

/** How long this machine takes to load the sources alone, which every start does. */
async function loadingTime(): Promise<number> {
  const program = "await import('./src/server.ts'); process.exit(0);";
  const { code, milliseconds } = await run(['--input-type=module', '--eval', program], '/dev/null');
  expect(code).toBe(0);
  return milliseconds;
}

async function run(program: readonly string[], dataDir: string): Promise<Ending> {
  const startedAt = performance.now();
  const [command = process.execPath, ...args] = [...WITHOUT_RIGHTS, process.execPath, ...program];
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: '.cache/node',
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
  };
  const child = spawn(command, args, {
    cwd: PROJECT,
    env,
    timeout: PATIENCE_MILLISECONDS,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let waited = 0;
  const looking = setInterval(() => (waited = Math.max(waited, processorWait(child.pid ?? 0))), LOOK_MILLISECONDS);
  const chunks: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const [code] = await once(child, 'close');
  clearInterval(looking);
  return { code, lines: chunks.join('').trimEnd().split('\n'), milliseconds: performance.now() - startedAt - waited };
}

/** Everything that lies in the folder, with what may be done with it. */
function contentOf(folder: string): Record<string, string> {
  const paths = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
  return Object.fromEntries(
    paths.map((path) => [
      path,
      `${lstatSync(path).mode} ${lstatSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''}`,
    ]),
  );
}

beforeAll(async () => {
  const database = openDatabase(`sqlite:${sound}`);
  await migrate(database, 'test');
  // As after a first start, so that a start has nothing to write.
  await new SigningKeys(database, new SecretKeys(readConfig({}).secretKeys), systemClock).current();
  const [table] = await database.all(
    statement<{ rootpage: number }>(
      'migrations_page',
      "select rootpage from sqlite_schema where name = 'knex_migrations'",
    ),
    [],
  );
  migrationsPage = table?.rootpage ?? 0;
  await database.close();
  // The first start of all compiles the sources, and takes its time.
  await startIn('/dev/null');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const CANNOT_BE_MADE = /cannot be created: set DATA_DIR to a place where files can be made/;
const MAY_NOT_WRITE = /cannot be (?:opened for writing|written): give this user the right to write/;
const NOT_A_FILE = /is a folder, a device or a pipe, and not a file: set DATABASE_URL/;
const DAMAGED = /is no SQLite database, or is damaged: restore it from a backup, or move it away/;

interface Case {
  readonly what: string;
  readonly remedy: RegExp;
  /** Given an empty folder and the path of the database in it; returns the data folder that is set. */
  readonly prepare: (folder: string, file: string) => string;
}

const CASES: readonly Case[] = [
  {
    what: 'an empty folder that may only be read',
    remedy: MAY_NOT_WRITE,
    prepare: (folder) => {
      chmodSync(folder, 0o555);
      return folder;
    },
  },
  {
    what: 'a folder that may only be read, with a sound database',
    remedy: MAY_NOT_WRITE,
    prepare: (folder, file) => {
      copyFileSync(sound, file);
      chmodSync(folder, 0o555);
      return folder;
    },
  },
  {
    what: 'a folder that is to be made in one that may only be read',
    remedy: MAY_NOT_WRITE,
    prepare: (folder) => {
      chmodSync(folder, 0o555);
      return join(folder, 'new');
    },
  },
  {
    what: 'a sound database that may only be read',
    remedy: MAY_NOT_WRITE,
    prepare: (folder, file) => {
      copyFileSync(sound, file);
      chmodSync(file, 0o444);
      return folder;
    },
  },
  {
    what: 'a folder of another user',
    remedy: MAY_NOT_WRITE,
    prepare: (folder) => {
      if (!IS_ROOT) return SYSTEM_FOLDER;
      chownSync(folder, SOMEBODY_ELSE, SOMEBODY_ELSE);
      return folder;
    },
  },
  ...['/proc/masthead', '/proc/self/masthead', '/proc/1/fd/masthead'].map((path) => ({
    what: path,
    remedy: /cannot be (?:created|written): /,
    prepare: () => path,
  })),
  ...['/sys/masthead', '/sys/kernel/masthead'].map((path) => ({
    what: path,
    remedy: MAY_NOT_WRITE,
    prepare: () => path,
  })),
  { what: '/proc itself', remedy: CANNOT_BE_MADE, prepare: () => '/proc' },
  {
    what: 'a device',
    remedy: /is not a folder: set DATA_DIR to one/,
    prepare: () => '/dev/null',
  },
  {
    what: 'a link that leads to itself',
    remedy: /is not a folder: set DATA_DIR to one|is a link that leads to itself/,
    prepare: (folder) => {
      symlinkSync('loop', join(folder, 'loop'));
      return join(folder, 'loop');
    },
  },
  {
    what: 'a name that is too long for the file system',
    remedy: /is too long a name for the file system: set DATA_DIR to a shorter one/,
    prepare: (folder) => join(folder, 'x'.repeat(300)),
  },
  {
    what: 'a pipe in place of the database, which nobody writes to',
    remedy: NOT_A_FILE,
    prepare: (folder, file) => {
      execFileSync('mkfifo', [file]);
      return folder;
    },
  },
  {
    what: 'a folder in place of the database',
    remedy: NOT_A_FILE,
    prepare: (folder, file) => {
      mkdirSync(file);
      return folder;
    },
  },
  {
    what: 'a device in place of the database',
    remedy: NOT_A_FILE,
    prepare: (folder, file) => {
      symlinkSync('/dev/zero', file);
      return folder;
    },
  },
  {
    what: 'a file of the system in place of the database',
    remedy: /cannot be read or written|cannot be opened for writing/,
    prepare: (folder, file) => {
      symlinkSync('/proc/self/mem', file);
      return folder;
    },
  },
  {
    what: 'a text',
    remedy: DAMAGED,
    prepare: (folder, file) => {
      writeFileSync(file, 'this is a shopping list, and a rather long one, not a database');
      return folder;
    },
  },
  {
    what: 'a database of which half is missing',
    remedy: DAMAGED,
    prepare: (folder, file) => {
      copyFileSync(sound, file);
      truncateSync(file, Math.floor(statSync(file).size / PAGE_BYTES / 2) * PAGE_BYTES);
      return folder;
    },
  },
  {
    what: 'a database whose first page was written over',
    remedy: DAMAGED,
    prepare: (folder, file) => {
      const bytes = readFileSync(sound);
      writeFileSync(file, bytes.fill(GARBAGE, SCHEMA_AT, PAGE_BYTES), OWN);
      return folder;
    },
  },
  {
    what: 'a database whose list of migrations was written over',
    remedy: DAMAGED,
    prepare: (folder, file) => {
      const bytes = readFileSync(sound);
      writeFileSync(file, bytes.fill(GARBAGE, (migrationsPage - 1) * PAGE_BYTES, migrationsPage * PAGE_BYTES), OWN);
      return folder;
    },
  },
];

describe('R-F8 a start that cannot succeed ends by itself within two seconds with status 2 and one line, and leaves everything as it was', () => {
  test.each(CASES.filter((_case, nth) => isInTurn(nth)))('on $what', async ({ prepare, remedy }) => {
    const folder = join(root, randomUUID());
    mkdirSync(folder);
    const dataDir = prepare(folder, join(folder, 'masthead.sqlite'));
    const before = contentOf(folder);
    const { code, lines, milliseconds } = await startIn(dataDir);
    const after = contentOf(folder);
    // What else the machine does with its disks can only add to a time.
    const shortest = milliseconds < LIMIT_MILLISECONDS ? milliseconds : (await startIn(dataDir)).milliseconds;
    chmodSync(folder, 0o755);
    expect([code, lines]).toEqual([2, [expect.stringMatching(remedy)]]);
    expect(lines[0]).toContain(dataDir);
    expect(after).toEqual(before);
    const isQuick = shortest < LIMIT_MILLISECONDS || shortest < TIMES_LOADING * (await loadingTime());
    expect(isQuick, `it took ${shortest} ms`).toBe(true);
  });
});
