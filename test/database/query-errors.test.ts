// What an error of the database says ends in the log.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/log.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';

const VALUE = 'ada@example.org';
let scratch: TestDatabase;

beforeAll(async () => {
  scratch = await openTestDatabase();
});
afterAll(() => scratch.drop());

test('R-P1 an error of a query names the statement, and none of the values that it was given', async () => {
  const { knex } = scratch.walled.everywhere;
  const queries = [
    knex('customers').where({ email: VALUE, noSuchColumn: 1 }).select('id'),
    knex('customers').insert({ email: VALUE, emailNormalized: VALUE }),
    knex.raw('select * from no_such_table where email = ?', [VALUE]),
  ];
  for (const query of queries) {
    const error: unknown = await query.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Error)) throw new Error('the query is refused');
    expect(error.message).toMatch(/customers|no_such_table/);
    expect(`${error.message} ${error.stack ?? ''}`).not.toContain(VALUE);
    const lines: string[] = [];
    createLogger({ logLevel: 'error' }, { write: (line) => lines.push(line) }).error({ err: error }, 'a page failed');
    expect(lines).toEqual([expect.stringMatching(/customers|no_such_table/)]);
    expect(lines.join()).not.toContain(VALUE);
  }
});
