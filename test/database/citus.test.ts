// The schema on a Citus cluster (docs/scaling.md). Citus itself is tried by test/endurance/citus.test.ts; here its functions stand for themselves by
// Citus' documented rules: a unique key holds the column by which rows are spread, and no foreign key joins a distributed table and one that is not.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkStatements } from '../../scripts/citus/check.ts';
import { CannotDistribute, distribute } from '../../scripts/citus/distribute.ts';
import { faultsOf, placeOf } from '../../scripts/citus/places.ts';
import { readSchema, type Schema } from '../../scripts/citus/schema.ts';
import { isUniqueViolation } from '../../src/database/connection.ts';
import { statement } from '../../src/database/statement.ts';
import { sourceStatements } from '../structure/source-statements.ts';
import { newMigratedDatabase } from '../support/databases/database.ts';

const STAND_IN = `
  create table pg_dist_node (noderole text, shouldhaveshards boolean);
  create table pg_dist_partition (logicalrelid regclass, partkey text);
  create function lay(name text, key text) returns void language plpgsql as $$
    declare fault text;
    begin
      select k.conname into fault from pg_constraint k where k.contype = 'f' and name::regclass in (k.conrelid, k.confrelid)
        and not exists (select 1 from pg_dist_partition p where p.logicalrelid in (k.conrelid, k.confrelid) and p.logicalrelid <> name::regclass);
      if fault is not null then raise exception 'foreign key % of %', fault, name; end if;
      select n.relname into fault from pg_index i join pg_class n on n.oid = i.indexrelid where i.indrelid = name::regclass and i.indisunique and key is not null
        and not exists (select 1 from pg_attribute a where a.attrelid = i.indrelid and a.attname = key and a.attnum = any (i.indkey));
      if fault is not null then raise exception 'unique key % of %', fault, name; end if;
      insert into pg_dist_partition values (name::regclass, key);
    end $$;
  create function create_reference_table(name text) returns void language sql as 'select lay(name, null)';
  create function create_distributed_table(name text, key text, colocate_with text default null) returns void language sql as 'select lay(name, key)';
`;

let place: { readonly url: string; readonly remove: () => Promise<void> };
let client: pg.Client;

beforeAll(async () => {
  place = await newMigratedDatabase('postgres');
  client = new pg.Client({ connectionString: place.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await place.remove();
});

const query = async (sql: string): Promise<unknown[]> => (await client.query({ text: sql, rowMode: 'array' })).rows;

it('Citus would refuse nothing of the schema', async () => {
  const schema = await readSchema(client);
  expect(schema.foreignKeys.length).toBeGreaterThan(100);
  expect(faultsOf(schema)).toEqual([]);
});

it.for<[string, Partial<Schema>]>([
  [
    'the unique key cards_hash of cards lacks publication_id',
    { uniqueKeys: [{ table: 'cards', name: 'cards_hash', columns: ['hash'] }] },
  ],
  [
    'the foreign key cards_plan leads from cards (publication) to plans (publication)',
    {
      foreignKeys: [
        {
          table: 'cards',
          name: 'cards_plan',
          target: 'plans',
          columns: ['plan_id'],
          targetColumns: ['id'],
          definition: '',
        },
      ],
    },
  ],
])('names what it would refuse: %s', async ([fault, added]) => {
  const schema = await readSchema(client);
  const tables = [...schema.tables, { name: 'cards', isOfPublication: true }];
  const { uniqueKeys = [], foreignKeys = [] } = added;
  expect(
    faultsOf({
      tables,
      uniqueKeys: [...schema.uniqueKeys, ...uniqueKeys],
      foreignKeys: [...schema.foreignKeys, ...foreignKeys],
    }),
  ).toEqual([fault]);
});

it('runs every statement without effect, and tells of one that the engine does not support', async () => {
  const unsupported = statement(
    'test_unsupported',
    'select name from publications group by grouping sets (name) for update',
  );
  const { accepted, refused } = await checkStatements(client, [...sourceStatements, unsupported]);
  expect(refused.map(({ name }) => name)).toEqual(['test_unsupported']);
  expect(accepted).toBeGreaterThan(500);
  expect(await query('select count(*)::int from customers')).toEqual([[0]]);
});

it('refuses a database without Citus, or without workers, and changes nothing', async () => {
  const before = await readSchema(client);
  await expect(distribute(client)).rejects.toThrow(CannotDistribute);
  await client.query(STAND_IN);
  await expect(distribute(client)).rejects.toThrow('the cluster has no worker');
  expect((await readSchema(client)).foreignKeys).toEqual(before.foreignKeys);
});

it('lays every table in its place, and leaves each foreign key as it was', async () => {
  await client.query("insert into pg_dist_node values ('primary', true)");
  const before = await readSchema(client);
  await distribute(client);
  const after = await readSchema(client);
  expect(after.foreignKeys).toEqual(before.foreignKeys);
  const laid = await query("select logicalrelid::text, coalesce(partkey, 'reference') from pg_dist_partition");
  const columns = { publication: 'publication_id', bucket: 'bucket', reference: 'reference' };
  const expected = before.tables
    .filter(({ name }) => !name.startsWith('pg_dist_'))
    .flatMap((table) => {
      const where = placeOf(table);
      return where === 'local' ? [] : [[table.name, columns[where]]];
    });
  expect(laid.toSorted()).toEqual(expected.toSorted());
  await expect(distribute(client)).rejects.toThrow('the schema is distributed already');
});

it('a duplicate that a worker refuses is a duplicate, and its other faults are none', () => {
  const refusal = (message: string): Error => Object.assign(new Error(message), { code: 'XX000' });
  const constraint = 'duplicate key value violates unique constraint "customers_publication_id_key_102182"';
  expect(isUniqueViolation(refusal(constraint))).toBe(true);
  expect(isUniqueViolation(refusal('could not open the shard'))).toBe(false);
});
