// What all commands share: options and example, opening the database, and finding the publication.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import { systemClock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { isUpToDate } from '../database/migrate.ts';
import { SecretKeys } from '../database/secrets.ts';
import { NotFound } from '../models/errors.ts';
import type { Publication } from '../models/publication/publication.ts';
import type { Tenant } from '../models/record.ts';
import { SecurityLog } from '../security/security-log.ts';
import type { Service } from '../service.ts';
import { toStartFailure } from '../start-failure.ts';
import type { RunningCommand } from './audited-database.ts';
import { Refused, UsageError } from './failure.ts';

export interface OutputOptions {
  json?: boolean;
}

export interface PublicationOptions extends OutputOptions {
  publication?: string;
}

export type Parts = Pick<Service, 'config' | 'database' | 'clock' | 'secretKeys' | 'securityLog'>;

/** Adds a verb for the whole deployment. `example` is shown after `npm run -s masthead --`. */
export function addVerb(noun: Command, verb: string, description: string, example: string): Command {
  return describe(noun.command(verb), description, example);
}

/** Adds a verb for one publication, which need not be named where there is only one. */
export function addPublicationVerb(noun: Command, verb: string, description: string, example: string): Command {
  return addVerb(noun, verb, description, example).option(
    '--publication <id-or-host>',
    'publication; optional where there is only one',
  );
}

export function describe(command: Command, description: string, example: string): Command {
  return command
    .description(description)
    .option('--json', 'print one JSON document, for programs')
    .addHelpText('after', `\nExample:\n  npm run -s masthead -- ${example}`);
}

/**
 * Runs the work on the configured database. Throws Refused where the database does not exist or its schema is not
 * current, and StartFailure or InvalidConfig where it is not for these settings.
 */
export async function withDatabase(work: (parts: Parts) => Promise<void>): Promise<void> {
  await withParts(async (parts) => {
    const { HOUSE_ID } = await import('../models/publication/publication.ts');
    await work(await audited(parts, { id: HOUSE_ID }));
  });
}

/** The same for what is no act of anybody, such as taking in each mail that comes back: nothing of it is in the audit log. */
export function withUnauditedDatabase(work: (parts: Parts) => Promise<void>): Promise<void> {
  return withParts(work);
}

async function withParts(work: (parts: Parts) => Promise<void>): Promise<void> {
  const config = readConfig(process.env);
  checkFile(config);
  await onDatabase(config, async (database) => {
    if (!(await isUpToDate(database, config.environment)))
      throw new Refused('The schema of the database is not current: run npm run -s masthead -- migrate');
    const [{ createLogger }, { checkSites }] = await Promise.all([import('../log.ts'), import('../deployment.ts')]);
    await checkSites(config, database);
    const log = createLogger(config, { write: (line) => void process.stderr.write(line) });
    const secretKeys = new SecretKeys(config.secretKeys);
    const securityLog = new SecurityLog({ log, secretKeys, clock: systemClock });
    await work({ config, database, clock: systemClock, secretKeys, securityLog });
  });
}

export async function withPublication(
  options: PublicationOptions,
  work: (parts: Parts, publication: Publication) => Promise<void>,
): Promise<void> {
  await withParts(async (parts) => {
    const { listPublications } = await import('../models/publication/publication.ts');
    const publication = choosePublication(await listPublications(parts.database), options.publication);
    await work(await audited(parts, publication), publication);
  });
}

let running: RunningCommand = { act: '', argument: null };

/** Names the command of this process for the audit log. */
export function nameCommand(verb: Command): void {
  const noun = verb.parent?.name() ?? '';
  const [argument = null] = verb.args;
  if (verb.parent?.parent === null) {
    // A noun without verbs; where a file is does not concern whoever reads the log.
    const isTry = verb.opts()['dryRun'] === true;
    running = { act: `${verb.name()}.${isTry ? 'check' : 'run'}`, argument: argument && basename(argument) };
    return;
  }
  // The address of a reader would stay in the log after their erasure.
  const isAddress = noun !== 'staff' && argument?.includes('@');
  running = { act: `${noun}.${verb.name()}`, argument: isAddress ? null : argument };
}

/** Names the act of a command that is no verb of a noun. */
export function nameAct(act: string): void {
  running = { ...running, act };
}

/** The parts of a command whose first write is recorded in the publication's audit log. */
async function audited(parts: Parts, publication: Tenant): Promise<Parts> {
  const { AuditedDatabase } = await import('./audited-database.ts');
  return { ...parts, database: new AuditedDatabase(parts.database, parts.clock, publication, running) };
}

/** Opens the database with any schema and closes it after the work. Throws StartFailure, which says what to do. */
export async function onDatabase(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  let database: Database | undefined;
  try {
    // Imported lazily: the drivers take longest to load, and help and usage errors do not need them.
    const { openDatabase } = await import('../database/open.ts');
    const { databaseUrl, replicaUrl } = config;
    const replica = replicaUrl === undefined ? undefined : { url: replicaUrl, onChange: () => undefined };
    database = openDatabase(databaseUrl, undefined, replica).everywhere;
    await work(database);
  } catch (error) {
    throw toStartFailure(error, config);
  } finally {
    // What is not announced is found by the workers' sweeps.
    if (database !== undefined && database.commits > 0) await database.announce().catch(() => undefined);
    await database?.close();
  }
}

/** Throws Refused where the SQLite file does not exist: opening it would create it, which only `migrate` may do. */
export function checkFile({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  const file = databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : undefined;
  if (file !== undefined && !existsSync(file)) {
    throw new Refused(
      `There is no database at ${file}: correct DATA_DIR or DATABASE_URL, or create it with npm run -s masthead -- migrate`,
    );
  }
}

/**
 * Throws NotFound for an unknown publication, Refused where none exists or it is being moved, and UsageError where one of several must be
 * named.
 */
export function choosePublication(publications: readonly Publication[], named: string | undefined): Publication {
  const [first, ...others] = publications;
  if (named !== undefined) {
    const found = publications.find(({ id, siteHost, siteUrl }) =>
      [id, siteHost, siteUrl].includes(named.toLowerCase()),
    );
    if (found === undefined) throw new NotFound(`No such publication: ${named}`);
    return checkHere(found);
  }
  if (first === undefined)
    throw new Refused(
      'There is no publication yet: create one with npm run -s masthead -- publication create --name NAME --site-url URL',
    );
  if (others.length > 0)
    throw new UsageError(
      `There are several publications; name one with --publication: ${publications.map(({ siteHost }) => siteHost).join(', ')}`,
    );
  return checkHere(first);
}

/** Throws Refused. */
function checkHere(publication: Publication): Publication {
  if (publication.moveState !== null)
    throw new Refused(
      `${publication.siteUrl} is being moved to another database: wait, or see masthead publication move --help`,
    );
  return publication;
}
