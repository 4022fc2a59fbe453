// The connections of a process to one server of PostgreSQL, and what is begun on one of them.
import type { Knex } from 'knex';
import pg from 'pg';
import type { Connection } from '../connection.ts';
import { openKnexOn } from '../knex.ts';
import type { PostgresAddress } from './address.ts';
import { PostgresConnection } from './connection.ts';

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MILLISECONDS = 4000;
const LOCK_TIMEOUT_MILLISECONDS = 2000;
const IDLE_IN_TRANSACTION_MILLISECONDS = 10_000;
/** A new connection costs more than an idle one: each of its statements is planned anew. */
const IDLE_TIMEOUT_MILLISECONDS = 600_000;
/** What a snapshot reads is written elsewhere between two readings. */
const SNAPSHOT_IDLE_MILLISECONDS = 60_000;
/** Longer than a statement and the way of its error; with the interval of its checks and an error page, an answer comes within five seconds. */
export const SILENCE_TIMEOUT_MILLISECONDS = STATEMENT_TIMEOUT_MILLISECONDS + 200;

/** bigint columns hold milliseconds and counts, all below 2^53; by default the driver returns them as text. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** @param onConnectionLost called when an idle connection breaks; the pool replaces it */
export function openPool(
  { config, Client }: PostgresAddress,
  applicationName: string,
  onConnectionLost: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    Client,
    max: POOL_SIZE,
    idleTimeoutMillis: IDLE_TIMEOUT_MILLISECONDS,
    types,
    application_name: applicationName,
    statement_timeout: STATEMENT_TIMEOUT_MILLISECONDS,
    lock_timeout: LOCK_TIMEOUT_MILLISECONDS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
  });
  pool.on('error', onConnectionLost);
  // A connection that breaks while in use fails its query; without this listener the error would end the process, too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

const clientKnexes = new WeakMap<pg.PoolClient, Knex>();

export function knexOn(client: pg.PoolClient): Knex {
  const known = clientKnexes.get(client);
  if (known !== undefined) return known;
  const made = openKnexOn('pg', client);
  clientKnexes.set(client, made);
  return made;
}

export function connectionOn(client: pg.PoolClient): Connection {
  return new PostgresConnection(
    () => client,
    () => knexOn(client),
  );
}

/** Runs `work` on a snapshot, and gives the connection back to its pool. */
export async function snapshotOn<T>(client: pg.PoolClient, work: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${SNAPSHOT_IDLE_MILLISECONDS}`);
    return await work(connectionOn(client));
  } finally {
    client.release(await rollback(client));
  }
}

/** Returns an error when the connection is unfit for the pool. */
export async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
