// masthead migrate: brings the database to the newest schema, and makes the SQLite file where there is none. The only command that changes a schema.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { readConfig, type Config } from '../../config.ts';
import { migrate } from '../../database/migrate.ts';
import { toStartFailure } from '../../start-failure.ts';
import { describe, onDatabase, type OutputOptions } from '../command.ts';
import { printJson, remark } from '../output.ts';

export function register(command: Command): void {
  describe(command, 'Bring the database to the newest schema; does nothing when it has it', 'migrate').action(run);
}

async function run(options: OutputOptions): Promise<void> {
  const config = readConfig(process.env);
  makeFolder(config);
  await onDatabase(config, async (database) => {
    const applied = await migrate(database);
    if (options.json) printJson({ applied });
    else remark(applied.length === 0 ? 'The database has the newest schema.' : `Applied: ${applied.join(', ')}`);
  });
}

function makeFolder(config: Config): void {
  try {
    if (config.databaseUrl.startsWith('sqlite:'))
      mkdirSync(dirname(config.databaseUrl.slice('sqlite:'.length)), { recursive: true });
  } catch (error) {
    throw toStartFailure(error, config);
  }
}
