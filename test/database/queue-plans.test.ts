// A queue fills after its statements were planned while it was empty: they find what is due by an index all the same.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Connection, Transaction } from '../../src/database/connection.ts';
import { statement } from '../../src/database/statement.ts';
import { claimDeliveries, listDueReceivers } from '../../src/models/outbox/delivery-claim.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const ROWS = 2000;
let parts: TestParts;
beforeAll(async () => {
  parts = await openParts();
});
afterAll(async () => {
  await parts.drop();
});

const fill = statement(
  'test_fill_deliveries',
  `insert into deliveries (id, publication_id, kind, receiver, payload, state, attempts, created_at, due_at)
    with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${ROWS})
    select 'dlv_' || i, :publicationId, 'mail', 'r' || i, 'p', 'waiting', 0, 0, 0 from numbers`,
);
/** Rows that this transaction has read by reading the table from end to end. SQLite keeps no count, but shows how it would read. */
const scanned = statement<{ count: number }>('test_scanned_deliveries', {
  sqlite: 'select 0 as count',
  postgres: "select seq_tup_read as count from pg_stat_xact_user_tables where relname = 'deliveries'",
});

async function countScanned(connection: Connection): Promise<number> {
  return (await connection.first(scanned, []))?.count ?? 0;
}

async function look(transaction: Transaction): Promise<number> {
  const window = { after: undefined, count: 10 };
  const [first] = (await listDueReceivers(transaction, parts.clock, window)).due;
  return first === undefined ? 0 : (await claimDeliveries(transaction, parts.clock, [{ ...first, count: 1 }])).length;
}

it('is read by an index', async () => {
  const { database } = parts;
  const publication = await newPublication(parts);
  if (database.dialect === 'postgres') await database.knex.raw('vacuum analyze deliveries');
  await database.transaction(async (transaction) => {
    // PostgreSQL keeps a plan from the sixth run on.
    for (let run = 0; run < 8; run += 1) await look(transaction);
    await claimDeliveries(transaction, parts.clock, [{ publicationId: publication.id, receiver: 'r1', count: 1 }]);
    await transaction.run(fill, { publicationId: publication.id });
    const before = await countScanned(transaction);
    expect(await look(transaction)).toBe(1);
    expect((await countScanned(transaction)) - before).toBe(0);
  });
});
