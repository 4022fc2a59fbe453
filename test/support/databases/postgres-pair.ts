// Two servers of PostgreSQL: a primary, and a standby, which may be synchronous: then it has every commit before it is acknowledged.
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { preparePostgres, sharedTemporaryFolder } from '../../../scripts/setup/postgres.mjs';
import { findFreePort, startPostgres, type PostgresServer } from './postgres-server.ts';

export interface PostgresPair {
  /** Of a database with both servers, the standby first. */
  readonly url: string;
  /** Of the same database on the first primary alone. */
  readonly primaryUrl: string;
  /** Of the same database on the standby alone. */
  readonly standbyUrl: string;
  /** kill -9 of the primary. */
  killPrimary(): void;
  /** The same of the standby. */
  killStandby(): void;
  startStandby(): Promise<void>;
  /** Makes the standby take writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const DATABASE = 'masthead';
const PATIENCE_MILLISECONDS = 30_000;

export async function startPostgresPair({ isSynchronous = true } = {}): Promise<PostgresPair> {
  const parent = mkdtempSync(join(sharedTemporaryFolder(), 'masthead-pair-'));
  const { user } = preparePostgres();
  if (user !== undefined) chownSync(parent, user.uid, user.gid);
  const [first, second] = [join(parent, 'first'), join(parent, 'second')];
  const started: PostgresServer[] = [];
  const stop = async (): Promise<void> => {
    for (const server of started.toReversed()) await server.stop().catch(() => undefined);
    rmSync(parent, { recursive: true, force: true });
  };
  try {
    const [port, standbyPort] = [await findFreePort(), await findFreePort()];
    const start = async (folder: string, at: number): Promise<string> => {
      const server = await startPostgres({ keptFolder: folder, fsync: true, port: at });
      started.push(server);
      return server.url;
    };
    const url = await start(first, port);
    await run(url, [`create database ${DATABASE}`]);
    await started.pop()?.stop();
    execFileSync('cp', ['--archive', first, second]);
    beStandby(second, url, user);
    await start(first, port);
    const standbyUrl = await start(second, standbyPort);
    if (isSynchronous) await run(url, ["alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()']);
    await follows(url, isSynchronous ? 'sync' : 'async');
    const at = (text: string): string => text.replace(/\/postgres$/, `/${DATABASE}`);
    return {
      url: at(url).replace(`:${port}/`, `:${standbyPort},127.0.0.1:${port}/`),
      primaryUrl: at(url),
      standbyUrl: at(standbyUrl),
      killPrimary: () => process.kill(pidOf(first), 'SIGKILL'),
      killStandby: () => process.kill(pidOf(second), 'SIGKILL'),
      startStandby: async () => void (await start(second, standbyPort)),
      promote: () => run(standbyUrl, ['select pg_promote(true, 20)']),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function beStandby(folder: string, primaryUrl: string, user: { uid: number; gid: number } | undefined): void {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const primary = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
  appendFileSync(join(folder, 'data/postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
  const signal = join(folder, 'data/standby.signal');
  writeFileSync(signal, '');
  if (user !== undefined) chownSync(signal, user.uid, user.gid);
}

/** Its parent first, as PostgreSQL writes it down. */
function pidOf(folder: string): number {
  const [pid = ''] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
  return Number(pid);
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of statements) await client.query(text);
  } finally {
    await client.end();
  }
}

async function follows(url: string, as: 'sync' | 'async'): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const until = Date.now() + PATIENCE_MILLISECONDS; Date.now() < until; await sleep(50)) {
      const { rows } = await client.query<{ sync_state: string }>('select sync_state from pg_stat_replication');
      if (rows.some(({ sync_state: state }) => state === as)) return;
    }
    throw new Error('the standby does not follow the primary');
  } finally {
    await client.end();
  }
}
