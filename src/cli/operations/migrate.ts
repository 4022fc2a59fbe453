// masthead migrate: migrates the database to the current schema, and creates the SQLite file where there is none. No
// other command changes a schema.
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { readConfig, type Config } from '../../config.ts';
import { makeFolder } from '../../database/file.ts';
import { migrate, pendingMigrations } from '../../database/migrate.ts';
import { oldestVersionAfter, oldestVersionOn } from '../../database/migrating/schema-state.ts';
import { toStartFailure } from '../../start-failure.ts';
import { checkFile, describe, onDatabase, type OutputOptions } from '../command.ts';
import { asCells, printJson, printList, remark } from '../output.ts';

interface MigrateOptions extends OutputOptions {
  readonly dryRun?: boolean;
}

export function register(command: Command): void {
  describe(command, 'Migrate the database to the current schema', 'migrate')
    .option('--dry-run', 'show the migrations that the database lacks and who may run on it then, and change nothing')
    .action((options: MigrateOptions) => (options.dryRun === true ? show(options) : run(options)));
}

async function run(options: OutputOptions): Promise<void> {
  const config = readConfig(process.env);
  makeDatabaseFolder(config);
  await onDatabase(config, async (database) => {
    const applied = await migrate(database, config.environment);
    if (options.json) printJson({ applied });
    else remark(applied.length === 0 ? 'The schema is current.' : `Applied: ${applied.join(', ')}`);
  });
}

async function show(options: OutputOptions): Promise<void> {
  const config = readConfig(process.env);
  checkFile(config);
  await onDatabase(config, async (database) => {
    const migrations = await pendingMigrations(database, config.environment);
    const pending = migrations.map(({ name, release, step }) => ({ name, release, step }));
    const oldest = oldestVersionAfter(migrations, await oldestVersionOn(database));
    if (options.json) printJson({ pending, oldest_version: oldest });
    else {
      printList(options, pending, asCells);
      remark(`Then ${oldest === null ? 'every version' : `version ${oldest} and later ones`} may run on the database.`);
    }
  });
}

export function makeDatabaseFolder(config: Config): void {
  try {
    if (config.databaseUrl.startsWith('sqlite:')) makeFolder(dirname(config.databaseUrl.slice('sqlite:'.length)));
  } catch (error) {
    throw toStartFailure(error, config);
  }
}
