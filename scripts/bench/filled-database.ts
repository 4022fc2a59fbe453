// The databases that the bench runs on: filled once, kept under .cache/bench, and copied for each part, since the parts write.
// The name of a kept one holds a hash of the sources that made it; delete the folder when it has grown.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDriver from 'better-sqlite3';
import pg from 'pg';
import type { Dialect } from '../../src/database/statement.ts';
import { startPostgres } from '../../test/support/databases/postgres-server.ts';
import { fillWithPeople } from './people-filling.ts';
import { fillPublications } from './publications.ts';
import { masthead, PROJECT, SITE_URL } from './service.ts';

const FOLDER = join(PROJECT, '.cache', 'bench');

export interface FilledDatabase {
  readonly dialect: Dialect;
  readonly url: string;
  /** Folder of the program that works on it. */
  readonly tree: string;
  readonly publicationId: string;
  readonly apiKey: string;
  /** Process id of the server, where there is one. */
  readonly serverPid: number | undefined;
  /** Ids of the table, unordered. */
  readonly sampleIds: (table: 'customers' | 'subscriptions', condition: string, count: number) => Promise<string[]>;
  /** Values of a column that are not null, unordered. */
  readonly sampleValues: (table: 'customers', column: 'email', count: number) => Promise<string[]>;
  /** Makes another copy of the same database. */
  readonly twin: () => Promise<FilledDatabase>;
  /** Removes the copy. */
  readonly close: () => Promise<void>;
}

/** `members`: those of `masthead demo fill`, all alike. `people`: as a publication has them (people-filling.ts). `members-of-fifty`: the same over fifty publications. */
export type Contents = 'members' | 'people' | 'members-of-fifty';

const SOURCES: Readonly<Record<Contents, readonly string[]>> = {
  members: ['src/models/**/demo-member.ts'],
  'members-of-fifty': ['src/models/**/demo-member.ts', 'scripts/bench/publications.ts'],
  people: ['scripts/bench/{people-filling,people-tables,names}.ts', 'src/models/finding/words.ts'],
};

/** A filled database, of which copies are made. */
export interface Filling {
  /** Name and version of the database. */
  readonly version: string;
  /** Makes a copy for the program in this folder. */
  readonly copy: (tree: string) => Promise<FilledDatabase>;
  readonly close: () => Promise<void>;
}

type Query = (sql: string) => Promise<Record<string, unknown>[]>;
type Copy = Pick<FilledDatabase, 'dialect' | 'url' | 'tree' | 'serverPid' | 'twin' | 'close'>;

/** @param rows the number of members; the first run with a number fills the database by the program in `tree`, which takes minutes for a million */
export async function openFilling(
  dialect: Dialect,
  rows: number,
  tree: string,
  contents: Contents = 'members',
): Promise<Filling> {
  removeLeftCopies();
  // A folder for each: that of a SQLite file is closed to others, the server of PostgreSQL included.
  const folder = join(FOLDER, dialect);
  mkdirSync(folder, { recursive: true });
  const kept = join(folder, nameOfFilled(rows, tree, contents));
  const fillAt = (url: string): Promise<void> => fill(tree, url, rows, contents);
  return dialect === 'sqlite' ? openSqlite(kept, fillAt) : openPostgres(kept, fillAt);
}

/** The file name, the same for programs whose databases are interchangeable. */
export function nameOfFilled(rows: number, tree: string, contents: Contents = 'members'): string {
  const hash = createHash('sha256');
  const sources = globSync(['src/database/migrations/**/*.ts', ...SOURCES[contents]], { cwd: tree });
  for (const file of sources.toSorted()) hash.update(readFileSync(join(tree, file)));
  return `${contents}-${rows}-${hash.digest('hex').slice(0, 8)}`;
}

type FillAt = (url: string) => Promise<void>;

async function openSqlite(kept: string, fillAt: FillAt): Promise<Filling> {
  if (!existsSync(kept)) {
    const filling = `${kept}.filling`;
    rmSync(filling, { force: true });
    await fillAt(`sqlite:${filling}`);
    renameSync(filling, kept);
  }
  const { version } = new SqliteDriver(':memory:')
    .prepare<[], { version: string }>('select sqlite_version() as version')
    .get() ?? { version: 'unknown' };
  return { version: `SQLite ${version}`, copy: (user) => copySqlite(kept, user), close: () => Promise.resolve() };
}

let copies = 0;

async function copySqlite(kept: string, tree: string): Promise<FilledDatabase> {
  const file = join(FOLDER, 'sqlite', `run-${process.pid}-${(copies += 1)}.sqlite`);
  copyFileSync(kept, file);
  const driver = new SqliteDriver(file);
  const query: Query = async (sql) => driver.prepare<[], Record<string, unknown>>(sql).all();
  const close = async (): Promise<void> => {
    driver.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  };
  const twin = (): Promise<FilledDatabase> => copySqlite(kept, tree);
  return describe({ dialect: 'sqlite', url: `sqlite:${file}`, tree, serverPid: undefined, twin, close }, query);
}

async function openPostgres(folder: string, fillAt: FillAt): Promise<Filling> {
  const server = await startPostgres({ fsync: true, keptFolder: folder });
  const administrator = new pg.Pool({ connectionString: server.url, max: 1 });
  // The server may stop before it has seen the connection closed.
  administrator.on('error', () => undefined);
  const query: Query = async (sql) => (await administrator.query<Record<string, unknown>>(sql)).rows;
  if ((await query("select 1 from pg_database where datname = 'filled'")).length === 0) {
    await query('drop database if exists filling with (force)');
    await query('create database filling');
    await fillAt(urlOf(server.url, 'filling'));
    await query('alter database filling rename to filled');
  }
  const serverPid = Number.parseInt(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8'), 10);
  const close = async (): Promise<void> => {
    await administrator.end();
    await server.stop();
  };
  const copy: Filling['copy'] = (user) => copyPostgres({ query, url: server.url, serverPid }, user);
  return { version: `PostgreSQL ${await firstOf(query, 'show server_version')}`, copy, close };
}

interface Server {
  /** Runs a query as administrator. */
  readonly query: Query;
  readonly url: string;
  readonly serverPid: number;
}

async function copyPostgres(server: Server, tree: string): Promise<FilledDatabase> {
  const name = `run_${(copies += 1)}`;
  await server.query(`drop database if exists ${name} with (force)`);
  await server.query(`create database ${name} template filled`);
  const url = urlOf(server.url, name);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const query: Query = async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows;
  await query('vacuum (analyze)');
  await query('checkpoint');
  const close = async (): Promise<void> => {
    await pool.end();
    await server.query(`drop database ${name} with (force)`);
  };
  const twin = (): Promise<FilledDatabase> => copyPostgres(server, tree);
  return describe({ dialect: 'postgres', url, tree, serverPid: server.serverPid, twin, close }, query);
}

async function describe(copy: Copy, query: Query): Promise<FilledDatabase> {
  const publicationId = await firstOf(query, "select id from publications where site_url <> ''");
  return {
    ...copy,
    publicationId,
    apiKey: await createKey(copy, publicationId),
    sampleIds: async (table, condition, count) =>
      (await query(`select id from ${table} where ${condition} order by random() limit ${count}`)).map(({ id }) =>
        String(id),
      ),
    sampleValues: async (table, column, count) =>
      (
        await query(
          `select ${column} as value from ${table} where ${column} is not null order by random() limit ${count}`,
        )
      ).map(({ value }) => String(value)),
  };
}

async function fill(tree: string, url: string, rows: number, contents: Contents): Promise<void> {
  process.stderr.write(`filling a database with ${rows} ${contents}, once …\n`);
  await masthead(tree, url, ['migrate']);
  if (contents === 'members-of-fifty') return fillPublications(url, rows);
  await masthead(tree, url, ['publication', 'create', '--name', 'Bench', '--site-url', SITE_URL]);
  // One member brings the catalog.
  await masthead(tree, url, ['demo', 'fill', '--members', contents === 'members' ? String(rows) : '1']);
  if (contents === 'people') await fillWithPeople(url, rows);
}

async function createKey({ tree, url }: Copy, publicationId: string): Promise<string> {
  const made = await masthead(tree, url, ['key', 'create', '--publication', publicationId, '--json']);
  const printed: unknown = JSON.parse(made);
  if (typeof printed === 'object' && printed !== null && 'api_key' in printed) return String(printed.api_key);
  throw new Error('masthead key create printed no key');
}

async function firstOf(query: Query, sql: string): Promise<string> {
  const [row] = await query(sql);
  return String(Object.values(row ?? {})[0]);
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Removes the copies of runs that were killed. */
function removeLeftCopies(): void {
  const folder = join(FOLDER, 'sqlite');
  for (const entry of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = /^run-(\d+)-/.exec(entry)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, entry), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
