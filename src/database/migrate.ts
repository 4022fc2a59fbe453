// Brings a database to the newest schema: all migrations in one transaction under a lock, so that two instances may start at once
// and a killed one leaves neither half a schema nor a lock.
import type { Knex } from 'knex';
import type { Database } from './connection.ts';
import * as firstSchema from './migrations/0001-first-schema.ts';

const MIGRATIONS: Record<string, Knex.Migration> = { '0001-first-schema': firstSchema };

/** The key of PostgreSQL's advisory lock, for which instances that migrate the same database wait. Any constant does. */
const ADVISORY_LOCK = 7_043_881;

const source: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(Object.keys(MIGRATIONS)),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = MIGRATIONS[name];
    if (migration === undefined) throw new Error(`no migration is called ${name}`);
    return migration;
  },
};

/** Returns the names of the migrations that it applied. */
export async function migrate(database: Database): Promise<string[]> {
  if (await isUpToDate(database)) return [];
  return database.schemaChange(async (knex) => {
    if (database.dialect === 'postgres') {
      await knex.raw('set local statement_timeout = 0');
      await knex.raw('set local lock_timeout = 0');
      await knex.raw('select pg_advisory_xact_lock(?)', [ADVISORY_LOCK]);
    }
    // The migrator switches off the conversion of names for all users of this Knex's settings, and leaves it off.
    const { wrapIdentifier, postProcessResponse } = knex.client.config;
    const [, applied] = await knex.migrate.latest({ migrationSource: source });
    Object.assign(knex.client.config, { wrapIdentifier, postProcessResponse });
    return applied;
  });
}

/** Whether every known migration is applied. Throws where an unknown one is: a newer or unreleased version made it. */
export async function isUpToDate({ knex }: Database): Promise<boolean> {
  if (!(await knex.schema.hasTable('knex_migrations'))) return false;
  const applied = new Set((await knex<{ name: string }>('knex_migrations').select('name')).map(({ name }) => name));
  const unknown = [...applied].find((name) => MIGRATIONS[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`the database was made by another version of Masthead: it has the migration ${unknown}`);
  return applied.size === Object.keys(MIGRATIONS).length;
}
