// Two services on a primary and its standby, as two processes with connections of their own, and what each server was asked.
import pg from 'pg';
import { vi } from 'vitest';
import type { Database, ReplicaState } from '../../../src/database/connection.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { OBSERVED } from '../../../src/observed.ts';
import { startPostgresPair, type PostgresPair } from '../databases/postgres-pair.ts';
import { MovableClock } from './clock.ts';
import { restart } from './restarted.ts';
import type { TestService } from './service.ts';

/** Machines that run tests are busy. */
export const UNHURRIED = { MAX_WAIT_MILLISECONDS: '0' };

export interface Replicated {
  readonly pair: PostgresPair;
  readonly services: readonly [TestService, TestService];
  /** What the first service said of its replica. */
  readonly states: readonly ReplicaState[];
  stop(): Promise<void>;
}

export async function startReplicated(): Promise<Replicated> {
  const pair = await startPostgresPair({ isSynchronous: false });
  const databases: Database[] = [];
  const stop = async (): Promise<void> => {
    for (const database of databases) await database.close();
    await pair.stop();
  };
  try {
    const states: ReplicaState[] = [];
    for (const onChange of [(state: ReplicaState) => void states.push(state), () => undefined])
      databases.push(openDatabase(pair.primaryUrl, undefined, { url: pair.standbyUrl, onChange }));
    const [one, other] = databases;
    if (one === undefined || other === undefined) throw new Error('there are two');
    await migrate(one, 'test');
    for (const database of databases) await database.raiseWall();
    const clock = new MovableClock();
    const config = { databaseUrl: pair.primaryUrl };
    const services = [
      await restart({ database: one, clock, config }, UNHURRIED),
      await restart({ database: other, clock, config }, UNHURRIED),
    ] as const;
    return { pair, services, states, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function ask<Row extends object>(url: string, ...texts: readonly string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const text of texts) ({ rows } = await client.query<Row>(text));
    return rows;
  } finally {
    await client.end();
  }
}

/** The last statement of each of the services' connections to their replica that has run since a moment of its server. */
export async function askedOfReplica(standbyUrl: string, since: string): Promise<string[]> {
  const rows = await ask<{ query: string }>(
    standbyUrl,
    `select query from pg_stat_activity where application_name = 'masthead replica' and query_start > '${since}'`,
  );
  return rows.map(({ query }) => query);
}

export async function momentOf(url: string): Promise<string> {
  const [row] = await ask<{ now: string }>(url, 'select clock_timestamp()::text as now');
  return row?.now ?? '';
}

/** Pauses the replay of what the primary writes, which goes on arriving; returns a function that goes on with it. */
export async function pauseReplay(standbyUrl: string): Promise<() => Promise<unknown>> {
  await ask(standbyUrl, 'select pg_wal_replay_pause()');
  await vi.waitUntil(async () => {
    const [row] = await ask<{ state: string }>(standbyUrl, 'select pg_get_wal_replay_pause_state() as state');
    return row?.state === 'paused';
  });
  return () => ask(standbyUrl, 'select pg_wal_replay_resume()');
}

export interface Answered {
  readonly replica: number;
  readonly primary: number;
}

/** Counts where reads are answered while the work runs. */
export async function countAnswers(work: () => Promise<unknown>): Promise<Answered> {
  const counts = { replica: 0, primary: 0 };
  const end = OBSERVED.replicaRead.listen((source) => void (counts[source] += 1));
  try {
    await work();
    return counts;
  } finally {
    end();
  }
}
