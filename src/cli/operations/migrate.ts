// masthead migrate: migrates the database to the current schema, and creates the SQLite file where there is none. No
// other command changes a schema.
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { readConfig, type Config } from '../../config.ts';
import { makeFolder } from '../../database/file.ts';
import { migrate } from '../../database/migrate.ts';
import { toStartFailure } from '../../start-failure.ts';
import { describe, onDatabase, type OutputOptions } from '../command.ts';
import { printJson, remark } from '../output.ts';

export function register(command: Command): void {
  describe(command, 'Migrate the database to the current schema', 'migrate').action(run);
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

export function makeDatabaseFolder(config: Config): void {
  try {
    if (config.databaseUrl.startsWith('sqlite:')) makeFolder(dirname(config.databaseUrl.slice('sqlite:'.length)));
  } catch (error) {
    throw toStartFailure(error, config);
  }
}
