// The keys of the schema: a publication's tables are keyed by it, and no record can point into another publication.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statement } from '../../src/database/statement.ts';
import { openTestDatabase, testDialect, type TestDatabase } from '../support/databases/database.ts';

interface ForeignKey {
  readonly table: string;
  readonly target: string;
  readonly from: string;
  readonly to: string;
}

/** Whose primary keys have no publication: they are the publication, belong to the deployment, or are numbered by SQLite's rows. */
const NOT_BY_PUBLICATION = [
  'publications',
  'deployment',
  'signing_keys',
  'limits',
  'gateway_events',
  'moved_hosts',
  'instances',
  'staff_members',
  'staff_links',
  'staff_sessions',
  'staff_passkeys',
  'staff_used_challenges',
  'staff_recovery_codes',
  'knex_migrations',
  'knex_migrations_lock',
  'sqlite_sequence',
  ...(testDialect === 'sqlite' ? ['figure_changes', 'pending_events'] : []),
];

const firstColumns = statement<{ name: string; column: string }>('test_first_columns_of_primary_keys', {
  sqlite: `select t.name, c.name as "column" from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table' and c.pk = 1`,
  postgres: `select c.table_name as name, c.column_name as "column" from information_schema.key_column_usage c
    join information_schema.table_constraints t on t.constraint_name = c.constraint_name and t.table_name = c.table_name
    where t.constraint_type = 'PRIMARY KEY' and c.ordinal_position = 1 and t.table_schema = 'public'`,
});
const foreignKeys = statement<ForeignKey>('test_foreign_keys', {
  sqlite: `select t.name as "table", k."table" as target, group_concat(k."from", ',' order by k.seq) as "from", group_concat(k."to", ',' order by k.seq) as "to"
    from sqlite_schema t join pragma_foreign_key_list(t.name) k where t.type = 'table' group by t.name, k.id, k."table"`,
  postgres: `select cast(cast(k.conrelid as regclass) as text) as "table", cast(cast(k.confrelid as regclass) as text) as target,
      (select string_agg(a.attname, ',' order by o.place) from unnest(k.conkey) with ordinality o (number, place)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = o.number) as "from",
      (select string_agg(a.attname, ',' order by o.place) from unnest(k.confkey) with ordinality o (number, place)
        join pg_attribute a on a.attrelid = k.confrelid and a.attnum = o.number) as "to"
    from pg_constraint k where k.contype = 'f'`,
});

let place: TestDatabase;

beforeAll(async () => {
  place = await openTestDatabase();
});
afterAll(() => place.drop());

it('each table of a publication has a primary key that begins with it', async () => {
  const rows = await place.database.all(firstColumns, []);
  expect(rows.length).toBeGreaterThan(40);
  const others = rows.filter(({ column }) => column !== 'publication_id').map(({ name }) => name);
  expect(others.toSorted()).toEqual(NOT_BY_PUBLICATION.filter((name) => others.includes(name)).toSorted());
});

it('each foreign key to a record of a publication carries the publication', async () => {
  const rows = await place.database.all(foreignKeys, []);
  expect(rows.length).toBeGreaterThan(60);
  const wrong = rows.filter(({ target, from, to }) =>
    NOT_BY_PUBLICATION.includes(target)
      ? from === 'id' || to !== 'id'
      : !from.startsWith('publication_id,') || to !== 'publication_id,id',
  );
  expect(wrong).toEqual([]);
});

it('the database refuses a subscription for a customer of another publication', async () => {
  const { database } = place;
  const insert = (table: string, row: object) =>
    database.transaction(async ({ knex }) => {
      await knex(table).insert(row);
    });
  for (const id of ['pub_a', 'pub_b']) {
    const look = { name: id, site_url: `https://${id}`, site_host: id, brand_color: '#000000', locale: 'en' };
    await insert('publications', { ...look, id, created_at: 1 });
    await insert('customers', { publication_id: id, id: `cus_of_${id}`, created_at: 1 });
    await insert('plans', {
      publication_id: id,
      id: `plan_of_${id}`,
      slug: 'plan',
      name: 'Plan',
      position: 1,
      created_at: 1,
    });
  }
  const subscriptionOf = (customer_id: string) => ({
    publication_id: 'pub_a',
    id: `sub_for_${customer_id}`,
    customer_id,
    plan_id: 'plan_of_pub_a',
    complimentary: true,
    status: 'active',
    billing: 'none',
    created_at: 1,
  });
  await insert('subscriptions', subscriptionOf('cus_of_pub_a'));
  await expect(insert('subscriptions', subscriptionOf('cus_of_pub_b'))).rejects.toThrow(/foreign key/i);
});
