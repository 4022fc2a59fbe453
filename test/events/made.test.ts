// A row that is made and its event are one: both are there or neither, whatever else happens on the connection.
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { Conflict } from '../../src/models/errors.ts';
import { listEvents, logPendingEvents } from '../../src/models/outbox/event-log.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

let parts: TestParts;

beforeAll(async () => {
  parts = await openParts();
});
afterAll(async () => {
  await parts.drop();
});

const create = (publication: Publication, email: string, database: Database = parts.database) =>
  database.transaction((transaction) =>
    createCustomer(publication, transaction, parts.clock, parts.secretKeys, { email: parseEmailAddress(email) }),
  );

async function toldOf(publication: Publication): Promise<unknown[]> {
  await logPendingEvents(parts.database, parts.clock);
  const { objects } = await listEvents(publication, parts.database, { limit: 100, after: '' });
  return objects.map(({ type, personal }) => [type, personal?.object['email']]);
}

test('who cannot be made is not told of, and the transaction goes on', async () => {
  const publication = await newPublication(parts);
  await create(publication, 'ada@example.org');
  await parts.database.transaction(async (transaction) => {
    for (const email of ['bob@example.org', 'ada@example.org', 'cleo@example.org']) {
      const made = createCustomer(publication, transaction, parts.clock, parts.secretKeys, {
        email: parseEmailAddress(email),
      });
      if (email.startsWith('ada')) await expect(made).rejects.toBeInstanceOf(Conflict);
      else await made;
    }
  });
  expect(await toldOf(publication)).toEqual(
    ['ada', 'bob', 'cleo'].map((name) => ['customer.created', `${name}@example.org`]),
  );
});

test('a connection whose first transaction is undone tells of the next one', async () => {
  const [publication, fresh] = [await newPublication(parts), openDatabase(parts.url)];
  try {
    const undone = fresh.transaction(async (transaction) => {
      await createCustomer(publication, transaction, parts.clock, parts.secretKeys, {
        email: parseEmailAddress('ada@example.org'),
      });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await create(publication, 'bob@example.org', fresh);
  } finally {
    await fresh.close();
  }
  expect(await toldOf(publication)).toEqual([['customer.created', 'bob@example.org']]);
});

/** As migrations of SQLite change a table: a new one takes the place of the old one. */
async function rebuild(knex: Knex, table: string): Promise<void> {
  await knex.schema.renameTable(table, 'former');
  if (parts.database.dialect === 'postgres') return knex.schema.renameTable('former', table);
  const [former]: { sql: string }[] = await knex.raw("select sql from sqlite_schema where name = 'former'");
  await knex.raw(former?.sql.replace('"former"', table) ?? '');
  await knex.schema.dropTable('former');
}

test('rows are told of after a change of the schema as before', async () => {
  const publication = await newPublication(parts);
  await create(publication, 'ada@example.org');
  await logPendingEvents(parts.database, parts.clock);
  await parts.database.schemaChange((knex) => rebuild(knex, 'pending_events'));
  await create(publication, 'bob@example.org');
  expect(await toldOf(publication)).toEqual([
    ['customer.created', 'ada@example.org'],
    ['customer.created', 'bob@example.org'],
  ]);
});
