// What an operator asks of the database itself: which program it is, and its newest migration.
import type { Connection } from './connection.ts';
import { statement } from './statement.ts';

export interface DatabaseVersion {
  /** Such as 18.1. */
  version: string;
  migration: string;
}

// Numbers of migrations have four digits, so their names sort.
const MIGRATION = 'select max(name) from knex_migrations';
const read = statement<DatabaseVersion>('version_of_database', {
  sqlite: `select sqlite_version() as version, (${MIGRATION}) as migration`,
  postgres: `select current_setting('server_version') as version, (${MIGRATION}) as migration`,
});

export async function readDatabaseVersion(connection: Connection): Promise<DatabaseVersion> {
  return (await connection.first(read, [])) ?? { version: '', migration: '' };
}
