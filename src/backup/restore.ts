// Restores a backup into a database that nothing is in yet, of either kind: in one transaction, so that it is there whole or not at all.
import type { Database } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { BadBackup, type Manifest } from './manifest.ts';
import { readTable } from './read.ts';
import { deleteRows, hasRows, insertRows, listMigrations, listTables, raiseSequences, type Table } from './tables.ts';

/** The database holds something already; nothing of it was changed. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty';
}

/** Rows that a new database has: what it belongs to, and the publication that stands for the house itself. */
const OF_A_NEW_DATABASE: Readonly<Record<string, string | undefined>> = {
  publications: 'pub_00000000000000000000000000',
};

/** What a service that merely started has written. */
const OF_THE_PROCESS: ReadonlySet<string> = new Set(['deployment', 'instances']);

/** Throws NotEmpty, BadBackup, and WrongEnvironment for a database of the other environment. */
export async function restoreBackup(database: Database, folder: string, manifest: Manifest): Promise<void> {
  await migrate(database, manifest.environment);
  const tables = await listTables(database);
  await checkSchema(database, tables, manifest);
  await database.schemaChange(async (knex) => {
    const target = { knex, dialect: database.dialect };
    if (database.dialect === 'postgres') await knex.raw('set local statement_timeout = 0');
    for (const table of tables) {
      if (OF_THE_PROCESS.has(table.name)) continue;
      if (await hasRows(target, table, OF_A_NEW_DATABASE[table.name]))
        throw new NotEmpty(`The database is not empty: there are ${table.name} in it. Restore into a new one.`);
    }
    for (const table of tables.toReversed()) await deleteRows(target, table);
    for (const table of tables) {
      const file = manifest.tables.find(({ name }) => name === table.name);
      if (file === undefined) throw new BadBackup(`the backup has no table ${table.name}`);
      for await (const batch of readTable(folder, file)) await insertRows(target, table, batch);
    }
    await raiseSequences(target);
  });
}

async function checkSchema(
  database: Database,
  tables: readonly Table[],
  { schema, ...backup }: Manifest,
): Promise<void> {
  const applied = await listMigrations(database);
  const names = (all: readonly { readonly name: string }[]): string =>
    all
      .map(({ name }) => name)
      .toSorted()
      .join();
  if (applied.join() !== schema.join() || names(tables) !== names(backup.tables))
    throw new BadBackup('the backup is of another version of Masthead: restore it with that version, and upgrade then');
}
