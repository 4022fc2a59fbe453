// Applies one migration so that nobody else's request waits for long: what needs a lock gives up soon and is tried again, and what
// lasts runs where it locks out no writer.
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Environment } from '../environment.ts';
import { columnsOf } from '../migrations/first-schema/columns.ts';
import { expectStatistics } from '../migrations/first-schema/statistics.ts';
import type { Dialect } from '../statement.ts';
import { workOf, type Migration, type Work } from './migration.ts';
import { listApplied, oldestVersionAfter, oldestVersionOn, TABLE } from './schema-state.ts';

export interface Target {
  readonly knex: Knex;
  readonly dialect: Dialect;
  readonly environment: Environment;
}

/** It did not get its locks, since others hold them by transactions that last, or would hold them for too long itself. */
export class MigrationHeldUp extends Error {
  override readonly name = 'MigrationHeldUp';
}

/** How long a transaction waits for a lock, behind which everybody's requests wait; these give up after two seconds. */
const LOCK_MILLISECONDS = 500;
/** How long it may take in all, with its locks. */
const HOLD_MILLISECONDS = 1000;
/** Our choice: a backup or a report that holds a table is over by then, or does not end by itself. */
const PATIENCE_MILLISECONDS = 60_000;
/** Time for those who waited behind an attempt. */
const REST_MILLISECONDS = 1000;
/** A lock that was not available, and a deadlock. */
const HELD_UP = new Set(['55P03', '40P01']);
/** A statement that was cut by its time: it may have waited for several locks, or has too much to do. */
const TOO_SLOW = '57014';
const SLOW_ATTEMPTS = 3;

/** Returns false where another process had applied it. */
export async function apply(target: Target, migration: Migration): Promise<boolean> {
  const work = workOf(migration, columnsOf(target.dialect), target.environment);
  if (work.runs === 'together') return patiently(migration, () => applyTogether(target, migration, work));
  if (work.runs === 'alone') await runAlone(target, work);
  else await runUntilNothingChanges(target, work);
  return patiently(migration, () => applyTogether(target, migration, { ...work, statements: [] }));
}

async function patiently<T>({ name }: Migration, attempt: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MILLISECONDS;
  for (let slow = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code === TOO_SLOW) slow += 1;
      else if (!HELD_UP.has(code)) throw error;
      if (slow === SLOW_ATTEMPTS || performance.now() > until)
        throw new MigrationHeldUp(`the migration ${name} was given up, as requests would have waited for it`, {
          cause: error,
        });
      await pause(REST_MILLISECONDS);
    }
  }
}

function applyTogether({ knex, dialect }: Target, migration: Migration, { statements }: Work): Promise<boolean> {
  return knex.transaction(async (transaction) => {
    const applied = await listApplied({ knex: transaction });
    if (applied.includes(migration.name)) return false;
    // Nobody waits for a database without a schema.
    const isBounded = dialect === 'postgres' && applied.length > 0;
    const until = performance.now() + HOLD_MILLISECONDS;
    if (isBounded) await bound(transaction, 'lock_timeout', LOCK_MILLISECONDS);
    for (const text of statements) {
      if (isBounded) await bound(transaction, 'statement_timeout', Math.max(1, until - performance.now()));
      await transaction.raw(text);
    }
    if (dialect === 'sqlite') await expectStatistics(transaction);
    await record(transaction, migration);
    return true;
  });
}

/** Until the end of the transaction. */
async function bound(transaction: Knex, setting: string, milliseconds: number): Promise<void> {
  await transaction.raw('select set_config(?, ?, true)', [setting, String(Math.round(milliseconds))]);
}

async function record(knex: Knex, migration: Migration): Promise<void> {
  await knex(TABLE).insert({ name: migration.name, batch: 1, migrationTime: knex.fn.now() });
  if (migration.step === 'expand') return;
  const oldestVersion = oldestVersionAfter([migration], await oldestVersionOn({ knex }));
  await knex('deployment').update({ oldestVersion });
}

async function runAlone({ knex }: Target, { statements }: Work): Promise<void> {
  await knex.raw('set statement_timeout = 0');
  await knex.raw('set lock_timeout = 0');
  for (const text of statements) await knex.raw(text);
  await knex.raw('reset statement_timeout');
  await knex.raw('reset lock_timeout');
}

async function runUntilNothingChanges({ knex, dialect }: Target, { statements: [text = ''] }: Work): Promise<void> {
  for (;;) {
    const result: unknown = await knex.raw(text);
    // Both drivers return the number of rows that an update changed.
    const { rowCount, changes } = Object(result);
    if ((dialect === 'postgres' ? rowCount : changes) === 0) return;
  }
}
