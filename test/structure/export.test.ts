// Whatever belongs to a publication is in an export, or is left out for a reason that is said: each table, and each column.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORTED_KINDS, KINDS, TABLES_LEFT_OUT } from '../../src/models/lifecycle/moving/kinds.ts';
import { GATEWAYS } from '../../src/payments/gateways.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';
import { ownedTables } from '../tenancy/rows.ts';

let scratch: TestDatabase;
beforeAll(async () => {
  scratch = await openTestDatabase();
});
afterAll(() => scratch.drop());

/** Tables of a payment gateway hold keys of an account, or simulate one. */
const isOfGateway = (table: string): boolean => GATEWAYS.some(({ name }) => table.startsWith(`${name}_`));

test('every table of a publication is exported, or left out for a reason', async () => {
  const tables = (await ownedTables(scratch.database)).filter((table) => !isOfGateway(table));
  const named = [...KINDS.map(({ table }) => table), ...Object.keys(TABLES_LEFT_OUT)];
  expect(named.toSorted()).toEqual(tables.toSorted());
});

test.each(KINDS.map((kind) => [kind.table, kind] as const))(
  'every column of %s is exported, or left out for a reason',
  async (table, { columns, leftOut, key }) => {
    const found: { name: string }[] = await scratch.database.knex.raw(`select name from pragma_table_info('${table}')`);
    const expected = found.map(({ name }) => name).filter((name) => name !== 'publication_id');
    expect([...Object.keys(columns), ...Object.keys(leftOut)].toSorted()).toEqual(expected.toSorted());
    // What has one row in each publication is ordered by that.
    expect(key.filter((name) => !(name in columns) && name !== 'publication_id')).toEqual([]);
  },
);

test('no secret and no hash is exported, but the one that nobody can invert', () => {
  const guarded = KINDS.flatMap(({ table, columns }) =>
    Object.keys(columns)
      .filter((name) => /hash|mac|secret|_encrypted|hint/.test(name) && name !== 'client_secret_post')
      .map((name) => `${table}.${name}`),
  );
  expect(guarded).toEqual(['gifts.code_hash']);
});

test('a kind comes after those that it refers to', () => {
  const order = IMPORTED_KINDS.map(({ table }) => table);
  const early = IMPORTED_KINDS.flatMap(({ table, columns }) =>
    Object.values(columns)
      .filter(({ of }) => of !== undefined && order.indexOf(of) >= order.indexOf(table))
      .map(({ of }) => `${table} refers to ${of}`),
  );
  expect(early).toEqual([]);
});
