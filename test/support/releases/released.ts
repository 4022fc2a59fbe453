// What is kept of a released version (test/releases/VERSION), and a database as that version left it.
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { deleteRows, insertRows, listTables, raiseSequences, readRows, type Row } from '../../../src/backup/tables.ts';
import type { Database } from '../../../src/database/connection.ts';
import { CREATE_TABLE, TABLE } from '../../../src/database/migrating/schema-state.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { newDatabase, testDialect, type TestDatabase } from '../databases/database.ts';

/** What opens its doors. */
export interface Access {
  readonly secretKey: string;
  /** When it was kept, for nothing of it may have expired. */
  readonly now: string;
  readonly siteHost: string;
  readonly apiKey: string;
  readonly email: string;
  readonly cookies: Readonly<Record<string, string>>;
  readonly authorization: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly idToken: string;
  readonly accessToken: string;
}

interface KeptTable {
  readonly table: string;
  readonly rows: readonly Row[];
}

const RELEASES = new URL('../../releases/', import.meta.url);

export const RELEASED: readonly string[] = readdirSync(RELEASES).filter((name) => /^\d/.test(name));

export const accessOf = (release: string): Access => JSON.parse(read(release, 'access.json'));

/** Of the data API, by path: the status and the bytes. */
export const answersOf = (release: string): Readonly<Record<string, string>> =>
  JSON.parse(read(release, 'answers.json'));

function read(release: string, file: string): string {
  return readFileSync(new URL(`${release}/${file}`, RELEASES), 'utf8');
}

/** A database of the version, not migrated. */
export async function openReleased(release: string, dialect = testDialect): Promise<TestDatabase> {
  const { url, remove } = await newDatabase(dialect);
  const database = openDatabase(url);
  await database.schemaChange(async (knex) => {
    const schema = read(release, `schema.${dialect}.sql`);
    for (const text of schema.replaceAll(/^-- .*\n/gm, '').split(/;\n+/)) if (text !== '') await knex.raw(text);
    await knex.raw(CREATE_TABLE[dialect]);
    const names = [...schema.matchAll(/^-- (.*)$/gm)].map(([, name = '']) => ({ name, batch: 1 }));
    await knex(TABLE).insert(names);
    const target = { knex, dialect };
    const tables = await listTables(target);
    for (const table of tables.toReversed()) await deleteRows(target, table);
    const kept = keptTables(release);
    for (const table of tables)
      await insertRows(target, table, kept.find((one) => one.table === table.name)?.rows ?? []);
    await raiseSequences(target);
  });
  const drop = async (): Promise<void> => {
    await database.close();
    await remove();
  };
  return { database: database.everywhere, walled: database, url, drop };
}

export function keptTables(release: string): readonly KeptTable[] {
  const lines = gunzipSync(readFileSync(new URL(`${release}/rows.jsonl.gz`, RELEASES))).toString();
  return lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** All rows of the tables that the version had, with the columns that it had. */
export function rowsAsOf(release: string, database: Database): Promise<KeptTable[]> {
  return database.snapshot(async (connection) => {
    const found: KeptTable[] = [];
    const tables = await listTables(connection);
    for (const { table, rows: kept } of keptTables(release)) {
      const known = tables.find(({ name }) => name === table);
      const rows: Row[] = [];
      if (known !== undefined) for await (const batch of readRows(connection, known)) rows.push(...batch);
      const columns = Object.keys(kept[0] ?? {});
      const had = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
      found.push({ table, rows: had.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) });
    }
    return found;
  });
}
