// What every command shares: its options and example, the database it works on, and the publication it is about.
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import { systemClock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { isUpToDate } from '../database/migrate.ts';
import { SecretKeys } from '../database/secrets.ts';
import { NotFound } from '../models/errors.ts';
import type { Publication } from '../models/publication/publication.ts';
import type { Service } from '../service.ts';
import { toStartFailure } from '../start-failure.ts';
import { Refused, WrongUsage } from './failure.ts';

export interface OutputOptions {
  json?: boolean;
}

export interface PublicationOptions extends OutputOptions {
  publication?: string;
}

export type Parts = Pick<Service, 'config' | 'database' | 'clock' | 'secretKeys'>;

/** A verb that is about no publication in particular. `example` stands behind `npm run -s masthead --`. */
export function addVerb(noun: Command, verb: string, description: string, example: string): Command {
  return describe(noun.command(verb), description, example);
}

/** A verb about a publication, which need not be named where there is only one. */
export function addPublicationVerb(noun: Command, verb: string, description: string, example: string): Command {
  return addVerb(noun, verb, description, example).option(
    '--publication <id-or-host>',
    'which publication; may be left out where there is only one',
  );
}

export function describe(command: Command, description: string, example: string): Command {
  return command
    .description(description)
    .option('--json', 'one JSON document, for programs')
    .addHelpText('after', `\nExample:\n  npm run -s masthead -- ${example}`);
}

/** Runs the work on the database of the configuration. Throws Refused when the database is not there or its schema is old. */
export async function withDatabase(work: (parts: Parts) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  checkFile(config);
  await onDatabase(config, async (database) => {
    if (!(await isUpToDate(database)))
      throw new Refused('The database has not got the newest schema: run npm run -s masthead -- migrate');
    await work({ config, database, clock: systemClock, secretKeys: new SecretKeys(config.secretKeys) });
  });
}

export async function withPublication(
  options: PublicationOptions,
  work: (parts: Parts, publication: Publication) => Promise<void>,
): Promise<void> {
  await withDatabase(async (parts) => {
    const { listPublications } = await import('../models/publication/publication.ts');
    await work(parts, choosePublication(await listPublications(parts.database), options.publication));
  });
}

/** Opens the database, whatever its schema, and closes it in the end. Throws StartFailure with what to do. */
export async function onDatabase(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  let database: Database | undefined;
  try {
    // The drivers take longer to load than all else together: help and wrong usage do without.
    const { openDatabase } = await import('../database/open.ts');
    database = openDatabase(config.databaseUrl);
    await work(database);
  } catch (error) {
    throw toStartFailure(error, config);
  } finally {
    await database?.close();
  }
}

/** Opening a SQLite file that is not there would make it; only migrate is to do that. */
function checkFile({ databaseUrl }: Config): void {
  const file = databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : undefined;
  if (file !== undefined && !existsSync(file)) {
    throw new Refused(
      `There is no database at ${file}: correct DATA_DIR or DATABASE_URL, or make one by npm run -s masthead -- migrate`,
    );
  }
}

/** Throws NotFound, Refused where there is none, and WrongUsage where it is not said which. */
export function choosePublication(publications: readonly Publication[], named: string | undefined): Publication {
  const [first, ...others] = publications;
  if (named !== undefined) {
    const found = publications.find(({ id, siteHost, siteUrl }) =>
      [id, siteHost, siteUrl].includes(named.toLowerCase()),
    );
    if (found === undefined) throw new NotFound(`No such publication: ${named}`);
    return found;
  }
  if (first === undefined)
    throw new Refused(
      'There is no publication yet: make one by npm run -s masthead -- publication create --name NAME --site-url URL',
    );
  if (others.length > 0)
    throw new WrongUsage(
      `There are several publications; name one by --publication: ${publications.map(({ siteHost }) => siteHost).join(', ')}`,
    );
  return first;
}
