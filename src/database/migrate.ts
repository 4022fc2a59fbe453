// Brings a database to the newest schema: all migrations in one transaction under a lock, so that two instances may start at once
// and a killed one leaves neither half a schema nor a lock.
import type { Knex } from 'knex';
import type { Database } from './connection.ts';
import { checkEnvironment, type Environment } from './environment.ts';
import { firstSchema } from './migrations/0001-first-schema.ts';
import { publicationMoves } from './migrations/0002-publication-moves.ts';

const MIGRATIONS: Record<string, (environment: Environment) => Knex.Migration> = {
  '0001-first-schema': firstSchema,
  '0002-publication-moves': publicationMoves,
};

/** The key of PostgreSQL's advisory lock, for which instances that migrate the same database wait. Any constant does. */
const ADVISORY_LOCK = 7_043_881;

const sourceFor = (environment: Environment): Knex.MigrationSource<string> => ({
  getMigrations: () => Promise.resolve(Object.keys(MIGRATIONS)),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = MIGRATIONS[name];
    if (migration === undefined) throw new Error(`no migration is called ${name}`);
    return migration(environment);
  },
});

/**
 * Returns the names of the migrations that it applied. A new database belongs to the environment from then on. Throws
 * WrongEnvironment for one that belongs to another.
 */
export async function migrate(database: Database, environment: Environment): Promise<string[]> {
  if (await isUpToDate(database, environment)) return [];
  const made = await database.schemaChange(async (knex) => {
    if (database.dialect === 'postgres') {
      await knex.raw('set local statement_timeout = 0');
      await knex.raw('set local lock_timeout = 0');
      await knex.raw('select pg_advisory_xact_lock(?)', [ADVISORY_LOCK]);
    }
    // The migrator switches off the conversion of names for all users of this Knex's settings, and leaves it off.
    const { wrapIdentifier, postProcessResponse } = knex.client.config;
    const [, applied] = await knex.migrate.latest({ migrationSource: sourceFor(environment) });
    Object.assign(knex.client.config, { wrapIdentifier, postProcessResponse });
    return applied;
  });
  // Another environment's instance may have been first to migrate it.
  await checkEnvironment(database, environment);
  return made;
}

/**
 * Whether every known migration is applied. Throws where an unknown one is, since a newer or unreleased version made it,
 * and WrongEnvironment.
 */
export async function isUpToDate(database: Database, environment: Environment): Promise<boolean> {
  const { knex } = database;
  if (!(await knex.schema.hasTable('knex_migrations'))) return false;
  const applied = new Set((await knex<{ name: string }>('knex_migrations').select('name')).map(({ name }) => name));
  const unknown = [...applied].find((name) => MIGRATIONS[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`the database was made by another version of Masthead: it has the migration ${unknown}`);
  if (applied.size > 0) await checkEnvironment(database, environment);
  return applied.size === Object.keys(MIGRATIONS).length;
}
