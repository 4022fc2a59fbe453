// The databases that the bench runs on: filled once by `masthead demo fill`, kept under .cache/bench, and copied for each run, since the runs write.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import SqliteDriver from 'better-sqlite3';
import pg from 'pg';
import type { Dialect } from '../../src/database/statement.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(PROJECT, '.cache', 'bench');
const SETTINGS = { ENVIRONMENT: 'test', LOG_LEVEL: 'warn', API_RATE_LIMIT: '0' };

export interface FilledDatabase {
  readonly dialect: Dialect;
  readonly url: string;
  /** Name and version of the database. */
  readonly version: string;
  readonly publicationId: string;
  readonly apiKey: string;
  /** Ids of the table in no order. */
  readonly sampleIds: (table: 'customers' | 'subscriptions', condition: string, count: number) => Promise<string[]>;
  /** Another copy of the same, to be closed before this one. */
  readonly twin: () => Promise<FilledDatabase>;
  /** Removes the copy. */
  readonly close: () => Promise<void>;
}

/** Its names. */
const [COPY, TWIN] = ['run', 'twin'];

type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** @param rows how many members; the first run with a number fills, which takes minutes at a million. */
export async function openFilledDatabase(dialect: Dialect, rows: number): Promise<FilledDatabase> {
  mkdirSync(FOLDER, { recursive: true });
  removeLeftCopies();
  const kept = nameOfFilled(`${dialect}-${rows}-`);
  return dialect === 'sqlite' ? openSqlite(join(FOLDER, kept), rows) : openPostgres(join(FOLDER, kept), rows);
}

async function openSqlite(filled: string, rows: number): Promise<FilledDatabase> {
  if (!existsSync(filled)) {
    const filling = `${filled}.filling`;
    rmSync(filling, { force: true });
    await fill(`sqlite:${filling}`, rows);
    renameSync(filling, filled);
  }
  const twin = (): Promise<FilledDatabase> => copySqlite(filled, TWIN, twin);
  return copySqlite(filled, COPY, twin);
}

async function copySqlite(filled: string, name: string, twin: FilledDatabase['twin']): Promise<FilledDatabase> {
  const copy = join(FOLDER, `${name}-${process.pid}.sqlite`);
  copyFileSync(filled, copy);
  const driver = new SqliteDriver(copy);
  const query: Query = async (sql) => driver.prepare<[], Record<string, unknown>>(sql).all();
  const close = async (): Promise<void> => {
    driver.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true });
  };
  return describe(
    {
      dialect: 'sqlite',
      url: `sqlite:${copy}`,
      version: `SQLite ${await firstOf(query, 'select sqlite_version()')}`,
      twin,
      close,
    },
    query,
  );
}

async function openPostgres(folder: string, rows: number): Promise<FilledDatabase> {
  const server = await startPostgres({ fsync: true, keptFolder: folder });
  const administrator = new pg.Pool({ connectionString: server.url, max: 1 });
  if ((await administrator.query("select 1 from pg_database where datname = 'filled'")).rowCount === 0) {
    await administrator.query('drop database if exists filling with (force)');
    await administrator.query('create database filling');
    await fill(urlOf(server.url, 'filling'), rows);
    await administrator.query('alter database filling rename to filled');
  }
  const twin = (): Promise<FilledDatabase> => copyPostgres(administrator, server.url, TWIN, twin);
  const copy = await copyPostgres(administrator, server.url, COPY, twin);
  const close = async (): Promise<void> => {
    await copy.close();
    await administrator.end();
    await server.stop();
  };
  return { ...copy, close };
}

async function copyPostgres(
  administrator: pg.Pool,
  server: string,
  name: string,
  twin: FilledDatabase['twin'],
): Promise<FilledDatabase> {
  await administrator.query(`drop database if exists ${name} with (force)`);
  await administrator.query(`create database ${name} template filled`);
  const pool = new pg.Pool({ connectionString: urlOf(server, name), max: 1 });
  const query: Query = async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows;
  await query('vacuum (analyze)');
  await query('checkpoint');
  const close = async (): Promise<void> => {
    await pool.end();
    await administrator.query(`drop database ${name} with (force)`);
  };
  return describe(
    {
      dialect: 'postgres',
      url: urlOf(server, name),
      version: `PostgreSQL ${await firstOf(query, 'show server_version')}`,
      twin,
      close,
    },
    query,
  );
}

async function describe(
  database: Pick<FilledDatabase, 'dialect' | 'url' | 'version' | 'twin' | 'close'>,
  query: Query,
): Promise<FilledDatabase> {
  await masthead(database.url, ['migrate']);
  return {
    ...database,
    publicationId: await firstOf(query, 'select id from publications'),
    apiKey: await createKey(database.url),
    sampleIds: async (table, condition, count) =>
      (await query(`select id from ${table} where ${condition} order by random() limit ${count}`)).map(({ id }) =>
        String(id),
      ),
  };
}

async function fill(url: string, rows: number): Promise<void> {
  process.stderr.write(`filling a database with ${rows} members, once …\n`);
  await masthead(url, ['migrate']);
  await masthead(url, ['publication', 'create', '--name', 'Bench', '--site-url', 'http://bench.localhost']);
  await masthead(url, ['demo', 'fill', '--members', String(rows)]);
}

async function createKey(url: string): Promise<string> {
  const printed: unknown = JSON.parse(await masthead(url, ['key', 'create', '--json']));
  if (typeof printed === 'object' && printed !== null && 'api_key' in printed) return String(printed.api_key);
  throw new Error('masthead key create printed no key');
}

async function masthead(url: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['src/cli/main.ts', ...args], {
    cwd: PROJECT,
    env: { ...SETTINGS, DATABASE_URL: url },
  });
  return stdout;
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

/**
 * A name tells the migrations that the database had when it was filled. One that had fewer is as good, as its copies are migrated; one that had
 * others, or other demo members, is filled anew.
 */
function nameOfFilled(start: string): string {
  const names = schemaNames().map((schema) => `${start}${schema}`);
  const found = names.findLast((name) => existsSync(join(FOLDER, name))) ?? names.at(-1) ?? start;
  const outdated = readdirSync(FOLDER).filter((entry) => entry.startsWith(start) && !entry.startsWith(found));
  for (const entry of outdated) rmSync(join(FOLDER, entry), { recursive: true, force: true });
  return found;
}

/** After each migration, the name of the schema so far. */
function schemaNames(): string[] {
  const hash = createHash('sha256').update(readFileSync(join(PROJECT, 'src/models/people/demo-member.ts')));
  return globSync('src/database/migrations/*.ts', { cwd: PROJECT })
    .toSorted()
    .map((file) =>
      hash
        .update(readFileSync(join(PROJECT, file)))
        .copy()
        .digest('hex')
        .slice(0, 8),
    );
}

/** Of runs that were killed. */
function removeLeftCopies(): void {
  for (const entry of readdirSync(FOLDER)) {
    const pid = /^(?:run|twin)-(\d+)\.sqlite/.exec(entry)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(FOLDER, entry), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
