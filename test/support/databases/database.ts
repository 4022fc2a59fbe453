// A scratch database for each test file: a copy of a migrated file on SQLite, a copy of a migrated template on PostgreSQL.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '../../../src/database/connection.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { newCitusDatabase } from './citus-database.ts';
import { memoryFolder } from './memory-folder.ts';

export interface TestDatabase {
  /** For the test itself: all publications, unless it says one. */
  readonly database: Database;
  /** For the service: behind the second wall on PostgreSQL. */
  readonly walled: Database;
  readonly url: string;
  /** Closes the database and deletes it. */
  drop(): Promise<void>;
}

export type Dialect = 'sqlite' | 'postgres';

interface Place {
  readonly url: string;
  /** Deletes it. */
  readonly remove: () => Promise<void>;
}

const ROOM_IN_MEMORY_BYTES = 2 ** 30;

export const testDialect: Dialect = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

interface TestDatabaseOptions {
  readonly isMigrated?: boolean;
  /** To which the migrated database belongs. */
  readonly environment?: string | undefined;
}

export async function openTestDatabase({
  isMigrated = true,
  environment = 'test',
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { url, remove } = isMigrated ? await newMigratedDatabase(testDialect) : await newDatabase(testDialect);
  const walled = openDatabase(url);
  const database = walled.everywhere;
  if (isMigrated) await walled.raiseWall();
  if (environment !== 'test') await database.transaction(({ knex }) => knex('deployment').update({ environment }));
  const drop = async (): Promise<void> => {
    await database.close();
    await remove();
  };
  return { database, walled, url, drop };
}

/** An empty database. */
export async function newDatabase(dialect: Dialect): Promise<Place> {
  return dialect === 'postgres' ? newPostgresDatabase(server(), 'template0') : newSqliteFile();
}

export async function newMigratedDatabase(dialect: Dialect): Promise<Place> {
  const coordinator = process.env['TEST_CITUS_URL'];
  if (dialect === 'postgres' && coordinator !== undefined) return newCitusDatabase(coordinator);
  return dialect === 'postgres' ? newPostgresDatabase(server(), template()) : newSqliteFile(await migratedFile());
}

function newSqliteFile(content?: Buffer): Place {
  const folder = mkdtempSync(join(memoryFolder(ROOM_IN_MEMORY_BYTES) ?? tmpdir(), 'masthead-test-'));
  const file = join(folder, 'masthead.sqlite');
  if (content !== undefined) writeFileSync(file, content);
  return { url: `sqlite:${file}`, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

let migrated: Promise<Buffer> | undefined;

/** The bytes of a migrated file, made once in each worker. */
function migratedFile(): Promise<Buffer> {
  migrated ??= (async () => {
    const { url, remove } = newSqliteFile();
    await migrateAt(url);
    const content = readFileSync(url.slice('sqlite:'.length));
    await remove();
    return content;
  })();
  return migrated;
}

async function migrateAt(url: string): Promise<void> {
  const database = openDatabase(url);
  await migrate(database, 'test');
  await database.raiseWall();
  await database.close();
}

/** A migrated template on the server; it can be copied while nobody is connected to it. */
export async function newPostgresTemplate(serverUrl: string): Promise<Place & { readonly name: string }> {
  const place = await newPostgresDatabase(serverUrl, 'template0');
  await migrateAt(place.url);
  return { ...place, name: new URL(place.url).pathname.slice(1) };
}

async function newPostgresDatabase(serverUrl: string, templateName: string): Promise<Place> {
  const name = `masthead_${randomBytes(6).toString('hex')}`;
  // file_copy does not go through the write-ahead log: twice as fast.
  await asAdministrator(serverUrl, `create database ${name} template ${templateName} strategy file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => asAdministrator(serverUrl, `drop database if exists ${name} with (force)`) };
}

const server = (): string => setting('TEST_POSTGRES_URL');
const template = (): string => setting('TEST_POSTGRES_TEMPLATE');

/** Set by postgres-for-run.ts. */
function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: the tests on PostgreSQL need a server`);
  return value;
}

async function asAdministrator(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}
