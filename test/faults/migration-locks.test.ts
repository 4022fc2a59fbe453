// R-F17: while a migration waits for a table, or a long one works on it, requests that use the table go on.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/connection.ts';
import { migrate } from '../../src/database/migrate.ts';
import type { Migration } from '../../src/database/migrating/migration.ts';
import { MIGRATIONS } from '../../src/database/migrations/list.ts';
import { openDatabase } from '../../src/database/open.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';

const column: Migration = {
  name: '9001-column',
  release: '9.1.0',
  step: 'expand',
  statements: () => ['alter table limits add column note text'],
};
const index: Migration = {
  name: '9002-index',
  release: '9.1.0',
  step: 'expand',
  index: 'limits_by_note',
  on: 'limits (note)',
};
const check: Migration = {
  name: '9003-check',
  release: '9.1.0',
  step: 'expand',
  statements: () => ['alter table limits add constraint limits_count check (count >= 0) not valid'],
};
const validation: Migration = {
  name: '9004-validation',
  release: '9.1.0',
  step: 'expand',
  validates: 'limits_count',
  of: 'limits',
};

interface Given {
  readonly database: Database;
  readonly other: Database;
}

async function given(onEnd: Parameters<typeof newOwnDatabase>[1]): Promise<Given> {
  const { database, url } = await newOwnDatabase('postgres', onEnd);
  const other = openDatabase(url);
  onEnd(() => other.close());
  return { database, other };
}

const upgrade = (from: Database, ...migrations: readonly Migration[]): Promise<string[]> =>
  migrate(from, 'test', { version: '9.1.0', migrations: [...MIGRATIONS, ...migrations] });

/** Holds the table by a transaction that has read it. Returns a function that ends it. */
async function hold(database: Database, table: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const transaction = database.transaction(async ({ knex }) => {
    await knex(table).first();
    held.resolve();
    await ended.promise;
  });
  await held.promise;
  return async () => {
    ended.resolve();
    await transaction;
  };
}

/** Writes for so long, and returns how long the longest write took. */
async function longestWrite(database: Database, milliseconds: number): Promise<number> {
  let longest = 0;
  for (const until = performance.now() + milliseconds; performance.now() < until; await sleep(20)) {
    const startedAt = performance.now();
    await database.transaction(({ knex }) => knex('limits').where({ bucket: 'none' }).delete());
    longest = Math.max(longest, performance.now() - startedAt);
  }
  return longest;
}

describe.concurrent('on PostgreSQL', () => {
  test('R-F17 a migration that has to wait for a table lets requests pass within a second, and is tried again', async ({
    onTestFinished,
  }) => {
    const { database, other } = await given(onTestFinished);
    const release = await hold(other, 'limits');
    const applied = upgrade(database, column);
    const longest = await longestWrite(database, 2500);
    await release();
    expect(await applied).toEqual([column.name]);
    // The migration did stand in the queue before it.
    expect(longest).toBeGreaterThan(200);
    expect(longest).toBeLessThan(1500);
  });

  test('R-F17 one that would hold its locks for longer is given up, and nothing of it stays', async ({
    onTestFinished,
  }) => {
    const { database, other } = await given(onTestFinished);
    const slow: Migration = {
      ...column,
      statements: () => ['alter table limits add column note text', 'select pg_sleep(5)'],
    };
    const failure = upgrade(database, slow).catch(String);
    expect(await longestWrite(other, 3000)).toBeLessThan(1500);
    expect(await failure).toContain('9001-column was given up');
    await expect(database.knex('limits').select('note')).rejects.toThrow('note');
  });

  test('R-F17 an index is built while other instances wait for their turn to migrate', async ({ onTestFinished }) => {
    const { database, other } = await given(onTestFinished);
    await upgrade(database, column);
    const release = await hold(other, 'customers');
    const building = upgrade(database, column, index);
    await sleep(300);
    const waiting = upgrade(other, column, index);
    await sleep(300);
    await release();
    expect([await building, await waiting]).toEqual([[index.name], []]);
  });

  test('R-F17 a constraint that is added without a look at the rows is checked afterwards', async ({
    onTestFinished,
  }) => {
    const { database } = await given(onTestFinished);
    expect(await upgrade(database, check, validation)).toEqual([check.name, validation.name]);
    const { rows } = await database.knex.raw(
      "select convalidated as is_checked from pg_constraint where conname = 'limits_count'",
    );
    expect(rows).toEqual([{ is_checked: true }]);
  });
});
