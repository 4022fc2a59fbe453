// A database of one's own for each test file: a copy of a migrated file on SQLite, a copy of a migrated template on PostgreSQL.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Database } from '../../src/database/connection.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';

export interface TestDatabase {
  readonly database: Database;
  readonly url: string;
  /** Closes it and removes what it stored. */
  drop(): Promise<void>;
}

export type Dialect = 'sqlite' | 'postgres';

export const testDialect: Dialect = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

export async function openTestDatabase({ isMigrated = true } = {}): Promise<TestDatabase> {
  const { url, remove } = await newDatabase(testDialect);
  const database = openDatabase(url);
  if (isMigrated) await migrate(database);
  const drop = async (): Promise<void> => {
    await database.close();
    await remove();
  };
  return { database, url, drop };
}

/** An empty database; `remove` deletes it. */
export async function newDatabase(dialect: Dialect): Promise<{ url: string; remove: () => Promise<void> }> {
  return dialect === 'postgres' ? newPostgresDatabase() : newSqliteFile();
}

function newSqliteFile(): { url: string; remove: () => Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-test-'));
  return { url: `sqlite:${join(folder, 'masthead.sqlite')}`, remove: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function newPostgresDatabase(): Promise<{ url: string; remove: () => Promise<void> }> {
  const server = process.env['TEST_POSTGRES_URL'];
  if (server === undefined) throw new Error('TEST_POSTGRES_URL is not set: the tests on PostgreSQL need a server');
  const name = `masthead_${randomBytes(6).toString('hex')}`;
  await asAdministrator(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, remove: () => asAdministrator(server, `drop database if exists ${name} with (force)`) };
}

async function asAdministrator(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(sql);
  await client.end();
}
