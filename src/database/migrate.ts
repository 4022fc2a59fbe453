// Brings a database to the schema of this version, migration by migration, under a lock, so that several instances may start at once and a
// killed one leaves no lock behind. Knex's migrator keeps its lock in a row, and refuses migrations that it does not know.
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { version } from '../version.ts';
import type { Database } from './connection.ts';
import { checkEnvironment, type Environment } from './environment.ts';
import { apply, type Target } from './migrating/apply.ts';
import type { Migration, Program } from './migrating/migration.ts';
import { checkInstances } from './migrating/running-instances.ts';
import { CREATE_TABLE, listPending } from './migrating/schema-state.ts';
import { MIGRATIONS } from './migrations/list.ts';

const THIS: Program = { version, migrations: MIGRATIONS };

/** The key of PostgreSQL's advisory lock, for which instances that migrate the same database wait. Any constant does. */
const ADVISORY_LOCK = 7_043_881;
const LOCK_POLL_MILLISECONDS = 100;

/**
 * Returns the names of the migrations that it applied. A new database belongs to the environment from then on. Throws
 * WrongEnvironment for one that belongs to another, UnfitSchema for one on which this version cannot run, OlderInstances and MigrationHeldUp.
 */
export async function migrate(
  database: Database,
  environment: Environment,
  program: Program = THIS,
): Promise<string[]> {
  if ((await pendingMigrations(database, environment, program)).length === 0) return [];
  const made = await database.schemaSession(async (knex) => {
    if (database.dialect === 'postgres') await takeLock(knex);
    return applyAll({ knex, dialect: database.dialect, environment }, program);
  });
  // Another environment's instance may have been first to migrate it.
  await checkEnvironment(database, environment);
  return made;
}

/** Throws WrongEnvironment and UnfitSchema. */
export async function isUpToDate(database: Database, environment: Environment): Promise<boolean> {
  return (await pendingMigrations(database, environment)).length === 0;
}

/** The migrations that the database lacks, in order. Throws WrongEnvironment and UnfitSchema. */
export async function pendingMigrations(
  database: Database,
  environment: Environment,
  program: Program = THIS,
): Promise<Migration[]> {
  const pending = await listPending(database, program);
  if (pending.length < program.migrations.length) await checkEnvironment(database, environment);
  return pending;
}

/** The lock ends with its session. Whoever waited inside a statement would hold up the building of an index, which waits for all statements. */
async function takeLock(knex: Knex): Promise<void> {
  for (;;) {
    const { rows } = await knex.raw('select pg_try_advisory_lock(?) as locked', [ADVISORY_LOCK]);
    if (rows[0].locked === true) return;
    await pause(LOCK_POLL_MILLISECONDS);
  }
}

async function applyAll(target: Target, program: Program): Promise<string[]> {
  const made: string[] = [];
  await target.knex.raw(CREATE_TABLE[target.dialect]);
  for (const migration of await listPending(target, program)) {
    if (migration.step === 'contract') await checkInstances(target.knex, migration);
    if (await apply(target, migration)) made.push(migration.name);
  }
  return made;
}
