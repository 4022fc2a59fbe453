// check-config --connect: connects to everything that the settings name, changes nothing there, and says what it saw.
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config.ts';
import type { Database, ReplicaState } from '../../database/connection.ts';
import { isUpToDate } from '../../database/migrate.ts';
import { readServerFacts } from '../../database/server-facts.ts';
import { tryMailServer } from '../../outbound/mail-check.ts';
import { GATEWAYS } from '../../payments/gateways.ts';
import { onDatabase } from '../command.ts';
import type { Cells } from '../output.ts';

export interface Tried extends Cells {
  readonly what: string;
  readonly result: 'ok' | 'failed';
  /** What was seen, or what is wrong and what to do; one line without secrets. */
  readonly saw: string;
}

export async function tryConnections(config: Config): Promise<readonly Tried[]> {
  const gateways = GATEWAYS.flatMap(({ name, tryConnection }) => {
    const call = tryConnection?.(config);
    return call === undefined ? [] : [tried(name, call)];
  });
  const { mailUrl, mailTls } = config;
  const mail = mailUrl === undefined ? [] : [tried('mail server', tryMailServer(mailUrl, mailTls))];
  const replica = config.replicaUrl === undefined ? [] : [tried('replica', tryReplica(config))];
  return Promise.all([tried('database', tryDatabase(config)), ...replica, ...mail, ...gateways]);
}

async function tried(what: string, call: Promise<string>): Promise<Tried> {
  try {
    return { what, result: 'ok', saw: await call };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { what, result: 'failed', saw: message.replaceAll(/\s+/g, ' ').trim() };
  }
}

async function tryDatabase(config: Config): Promise<string> {
  const file = config.databaseUrl.startsWith('sqlite:') ? config.databaseUrl.slice('sqlite:'.length) : undefined;
  if (file !== undefined && !existsSync(file)) return tryPlace(file);
  let saw = '';
  await onDatabase(config, async (database) => {
    const server = file === undefined ? await describeServer(database) : 'SQLite';
    const isCurrent = await isUpToDate(database, config.environment);
    saw = isCurrent
      ? `${server}, schema current${await describeWall(config, database)}`
      : `${server}, schema not current: run masthead migrate`;
  });
  return saw;
}

/** One that is behind now is read once it has caught up. */
async function tryReplica(config: Config): Promise<string> {
  let state: ReplicaState | undefined;
  await onDatabase(config, async (database) => void (state = await database.replicaState()));
  if (state?.standing === 'fresh') return 'a standby of the database, which has all that is written';
  if (state?.standing === 'behind') return `a standby of the database: ${state.cause}`;
  throw new Error(`${state?.cause}: correct DATABASE_READ_URL, or leave it out; the primary is read meanwhile`);
}

/** The service makes what its user may make when it starts. */
async function describeWall(config: Config, database: Database): Promise<string> {
  if (database.dialect === 'sqlite' || !config.isWalled) return '';
  const { stands, cause } = await database.findWall();
  return stands ? ', the second wall stands' : `, the second wall does not stand: ${cause}`;
}

async function describeServer(database: Database): Promise<string> {
  const { version, tls, isStandby } = await readServerFacts(database);
  if (isStandby)
    throw new Error(`PostgreSQL ${version} is a standby, which takes no writes: name the primary in DATABASE_URL`);
  return `PostgreSQL ${version}, ${tls ?? 'no TLS'}`;
}

/** A file that is not there yet, at a place where migrate could make it. */
function tryPlace(file: string): string {
  let folder = dirname(file);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(
      `${file} does not exist, and this user may not write in ${folder}: give it the right to, or set DATABASE_URL to another place`,
    );
  }
  return 'SQLite, no file yet: run masthead migrate';
}
