// CustomerRecord declares every column of customers, and its table says what erasure, export and merge do with each.
import { expect, test } from 'vitest';
import { toColumn } from '../../src/database/rows.ts';
import { statement } from '../../src/database/statement.ts';
import { CUSTOMER_COLUMNS } from '../../src/models/people/customer-record.ts';
import { openTestDatabase } from '../support/databases/database.ts';

const COLUMNS_OF_CUSTOMERS = "select name from pragma_table_info('customers')";

test('each column of customers says what becomes of it when the person is erased', async () => {
  const { database, drop } = await openTestDatabase();
  const columns = await database.all(statement<{ name: string }>('test_customer_columns', COLUMNS_OF_CUSTOMERS), []);
  await drop();
  expect(Object.keys(CUSTOMER_COLUMNS).map(toColumn).toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
});
