// How migrations are applied (docs/migrations.md), by lists that a later version could bring.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/connection.ts';
import { migrate } from '../../src/database/migrate.ts';
import type { Migration } from '../../src/database/migrating/migration.ts';
import { MIGRATIONS } from '../../src/database/migrations/list.ts';
import { openTestDatabase, testDialect, type TestDatabase } from '../support/databases/database.ts';

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
  on: 'limits (note) where note is not null',
};
const fill: Migration = {
  name: '9003-fill',
  release: '9.1.0',
  step: 'expand',
  fills:
    "update limits set note = 'old' where bucket in (select bucket from limits where note is null order by bucket limit 2)",
};
const check: Migration = {
  name: '9004-check',
  release: '9.1.0',
  step: 'expand',
  statements: ({ dialect }) =>
    dialect === 'postgres'
      ? ['alter table limits add constraint limits_have_notes check (note is not null) not valid']
      : [],
};
const validation: Migration = {
  name: '9005-validation',
  release: '9.1.0',
  step: 'expand',
  validates: 'limits_have_notes',
  of: 'limits',
};
const removal: Migration = {
  name: '9006-removal',
  release: '9.3.0',
  step: 'contract',
  needs: '9.2.0',
  statements: () => ['alter table limits drop column note'],
};
const EXPANDED = [...MIGRATIONS, column, fill, check, validation];

let place: TestDatabase;
let database: Database;

beforeEach(async () => {
  place = await openTestDatabase();
  ({ database } = place);
});
afterEach(() => place.drop());

const upgrade = (migrations: readonly Migration[], version = '9.3.0'): Promise<string[]> =>
  migrate(database, 'test', { version, migrations });

async function addBuckets(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({ bucket: `bucket ${at}`, count: 1, resetsAt: 1 }));
  await database.transaction(({ knex }) => knex('limits').insert(rows));
}

describe('a migration', () => {
  it('of each form is applied once, and rows of before are filled and checked', async () => {
    await addBuckets(5);
    expect(await upgrade(EXPANDED)).toEqual([column, fill, check, validation].map(({ name }) => name));
    expect(await upgrade(EXPANDED)).toEqual([]);
    expect(await database.knex('limits').pluck('note')).toEqual(Array(5).fill('old'));
  });

  it('that fails leaves those before it, and is taken up again by the next start', async () => {
    const broken: Migration = {
      ...column,
      statements: () => ['alter table limits add column note text', 'alter table nowhere add column note text'],
    };
    await expect(upgrade([...MIGRATIONS, broken])).rejects.toThrow('nowhere');
    await expect(database.knex('limits').select('note')).rejects.toThrow('note');
    expect(await upgrade([...MIGRATIONS, column])).toEqual([column.name]);
  });

  it('that was applied halfway, up to an index that is not whole, is taken up again', async () => {
    await upgrade([...MIGRATIONS, column]);
    // Two rows alike: a unique index cannot be built, and on PostgreSQL what there is of it stays.
    await addBuckets(2);
    await database.transaction(({ knex }) => knex('limits').update({ note: 'the same' }));
    const unique: Migration = { ...index, isUnique: true };
    await expect(upgrade([...MIGRATIONS, column, unique])).rejects.toThrow(/unique/i);
    await database.transaction(({ knex }) => knex('limits').where({ bucket: 'bucket 1' }).update({ note: 'other' }));
    expect(await upgrade([...MIGRATIONS, column, unique])).toEqual([unique.name]);
    await expect(database.transaction(({ knex }) => knex('limits').update({ note: 'the same' }))).rejects.toMatchObject(
      { code: testDialect === 'postgres' ? '23505' : 'SQLITE_CONSTRAINT_UNIQUE' },
    );
  });

  it('of an index leaves one that is used: whole on PostgreSQL, with the statistics of the planner on SQLite', async () => {
    await upgrade([...MIGRATIONS, column, index]);
    const { knex } = database;
    const seen =
      testDialect === 'postgres'
        ? (await knex.raw("select indisvalid as is_whole from pg_index where indexrelid = 'limits_by_note'::regclass"))
            .rows
        : await knex('sqlite_stat1').where({ idx: 'limits_by_note' }).select('stat');
    expect(seen).toEqual(testDialect === 'postgres' ? [{ is_whole: true }] : [{ stat: '1000000 10' }]);
  });
});

describe('beside a version that does not know them', () => {
  const former = (version: string): Promise<string[]> => migrate(database, 'test', { version, migrations: MIGRATIONS });

  it('expand steps let it start', async () => {
    await upgrade(EXPANDED);
    expect(await former('9.0.0')).toEqual([]);
  });

  it('a contract step refuses versions before the one that it names, and no others', async () => {
    await upgrade([...EXPANDED, removal]);
    await expect(former('9.1.9')).rejects.toThrow(
      'the database needs version 9.2.0 of Masthead or a later one, and this is 9.1.9',
    );
    expect(await former('9.2.0')).toEqual([]);
    expect(await former('10.0.0')).toEqual([]);
  });

  it('a later contract step never lets older versions in again', async () => {
    const modest: Migration = { ...removal, name: '9007-modest', needs: '0.1.0', statements: () => [] };
    await upgrade([...EXPANDED, removal, modest]);
    await expect(former('9.1.9')).rejects.toThrow('needs version 9.2.0');
  });

  it('a contract step waits until no such version runs', async () => {
    const now = Date.now();
    const instance = { id: 'a', host: 'web-1', version: '9.1.0', startedAt: now, seenAt: now };
    await database.transaction(({ knex }) => knex('instances').insert(instance));
    await expect(upgrade([...EXPANDED, removal])).rejects.toThrow(
      'the migration 9006-removal takes away what versions before 9.2.0 need, and such a version runs: 9.1.0 on web-1',
    );
    await database.transaction(({ knex }) => knex('instances').update({ version: '9.2.0' }));
    expect(await upgrade([...EXPANDED, removal])).toEqual([removal.name]);
  });

  it('an instance that has been silent for long holds up no contract step', async () => {
    const instance = { id: 'a', host: 'web-1', version: '9.1.0', startedAt: 1, seenAt: Date.now() - 100_000 };
    await database.transaction(({ knex }) => knex('instances').insert(instance));
    expect(await upgrade([...EXPANDED, removal])).toContain(removal.name);
  });

  it('a database that lacks migrations and has strange ones is refused', async () => {
    await database.transaction(({ knex }) => knex('knex_migrations').insert({ name: '0099-strange', batch: 1 }));
    await expect(upgrade([...MIGRATIONS, column])).rejects.toThrow('it has the migration 0099-strange, and lacks 9001');
  });
});
