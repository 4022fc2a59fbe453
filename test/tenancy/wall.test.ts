// The second wall on PostgreSQL (reliability R-T4): whatever a statement says, it reaches the rows of the publication that was said, in every table that
// says whose its rows are. Nobody's where none was said.
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import type { Connection, Database } from '../../src/database/connection.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { atHost, everywhere, inPublication } from '../../src/database/scope.ts';
import { ofAllPublications, statement } from '../../src/database/statement.ts';
import { startServer } from '../../src/server.ts';
import { newDatabase, openTestDatabase, type TestDatabase } from '../support/databases/database.ts';
import { withClient } from '../support/databases/with-client.ts';
import { CommandLine } from '../support/processes/command-line.ts';

const [A, B] = [{ id: 'pub_a' }, { id: 'pub_b' }];
/** Whose publication is only known once the worker has looked at it. */
const OF_THE_DEPLOYMENT = new Set(['gateway_events']);
const REFUSED = '42501';
let scratch: TestDatabase;
let tables: readonly string[];

beforeAll(async () => {
  scratch = await openTestDatabase();
  tables = await withClient(scratch.url, fillAll);
});

afterAll(async () => {
  await scratch.drop();
});

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** Gives each publication a row in each table. Returns the tables' names. */
async function fillAll(client: pg.Client): Promise<string[]> {
  const { rows: required } = await client.query<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and a.attnotnull and not a.atthasdef and a.attidentity = ''`,
  );
  const byTable = Map.groupBy(required, ({ table }) => table);
  const owned = [...byTable].filter(([, columns]) => columns.some(({ name }) => name === 'publication_id'));
  // Nothing is asked of what the rows refer to.
  await client.query("set session_replication_role = 'replica'");
  for (const { id } of [A, B]) {
    await insert(client, 'publications', byTable.get('publications') ?? [], id);
    for (const [table, columns] of owned) await insert(client, table, columns, id);
  }
  return owned.map(([table]) => table);
}

async function insert(client: pg.Client, table: string, columns: readonly Column[], publicationId: string) {
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = columns.map((column) => pg.escapeLiteral(valueOf(column, publicationId))).join(', ');
  await client.query(`insert into ${table} (${names}) values (${values})`);
}

function valueOf({ table, name, type }: Column, publicationId: string): string {
  if (name === 'publication_id' || (table === 'publications' && name === 'id')) return publicationId;
  if (type === 'text') return `${name} of ${publicationId}`;
  return { boolean: 'false', bytea: '' }[type] ?? '1';
}

interface Result {
  readonly rows: readonly Record<string, unknown>[];
  readonly rowCount: number;
}

/** What becomes of a statement in a transaction that is rolled back. */
async function trying(database: Database, sql: string, values: readonly string[] = []): Promise<Result | string> {
  let result: Result | string = 'nothing';
  const rolledBack = new Error('rolled back');
  await database
    .transaction(async ({ knex }) => {
      result = await knex.raw(sql, values).catch((error: { code: string }) => error.code);
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return result;
}

async function countIn(publication: { readonly id: string }, sql: string): Promise<number | string> {
  const result = await inPublication(publication, () => trying(scratch.walled, sql));
  return typeof result === 'string' ? result : result.rowCount;
}

/** The tables for which it is not as expected, with what it was. */
async function differing(find: (table: string) => Promise<unknown>, expected: unknown): Promise<string[]> {
  const wrong: string[] = [];
  for (const table of tables) {
    const found = JSON.stringify(await find(table));
    if (found !== JSON.stringify(expected)) wrong.push(`${table}: ${found}`);
  }
  return wrong;
}

const idsIn = async (connection: Connection, table: string): Promise<unknown> =>
  (await connection.knex(table).select('publicationId').orderBy('publicationId')).map(
    ({ publicationId }: { publicationId: string }) => publicationId,
  );

describe('R-T4 of two publications with a row in every table', () => {
  it('all rows are there', async () => {
    expect(tables.length).toBeGreaterThan(75);
    expect(tables).toContain('customers');
    expect(await differing((table) => idsIn(scratch.database, table), [A.id, B.id])).toEqual([]);
  });

  it('a transaction and a statement of one read no rows of the other', async () => {
    for (const publication of [A, B]) {
      const { walled } = scratch;
      const alone = (table: string) => inPublication(publication, () => idsIn(walled, table));
      const together = (table: string) =>
        inPublication(publication, () => walled.transaction((transaction) => idsIn(transaction, table)));
      const snapshot = (table: string) =>
        inPublication(publication, () => walled.snapshot((connection) => idsIn(connection, table)));
      for (const find of [alone, together, snapshot]) expect(await differing(find, [publication.id])).toEqual([]);
    }
  });

  it('they change and delete no rows of the other', async () => {
    const change = (table: string) => countIn(A, `update ${table} set publication_id = publication_id`);
    expect(await differing(change, 1)).toEqual([]);
    expect(await differing((table) => countIn(A, `delete from ${table}`), 1)).toEqual([]);
  });

  it('they write no rows of the other', async () => {
    const give = (table: string) => countIn(A, `update ${table} set publication_id = '${B.id}'`);
    expect(await differing(give, REFUSED)).toEqual([]);
    const add = async (table: string) => {
      const row = await scratch.database.knex.raw(
        `select row_to_json(t)::text as json from ${table} t where publication_id = ?`,
        [B.id],
      );
      const { json } = row.rows[0];
      const sql = `insert into ${table} overriding system value select * from json_populate_record(null::${table}, ?::json)`;
      const result = await inPublication(A, () => trying(scratch.walled, sql, [json]));
      return typeof result === 'string' ? result : 'written';
    };
    expect(await differing(add, REFUSED)).toEqual([]);
  });

  it('work that says none reads nothing', async () => {
    const { walled } = scratch;
    expect(await differing((table) => idsIn(walled, table), [])).toEqual([]);
    expect(await differing((table) => walled.transaction((transaction) => idsIn(transaction, table)), [])).toEqual([]);
  });

  it('every other table is known to say of nobody whose its rows are', async () => {
    const { rows } = await scratch.database.knex.raw(
      "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity order by 1",
    );
    expect(rows.map(({ relname }: { relname: string }) => relname)).toEqual(
      [...WITHOUT_PUBLICATION, ...OF_THE_DEPLOYMENT].toSorted(),
    );
  });
});

/** Of the deployment, and of its staff, who belong to several publications. */
const WITHOUT_PUBLICATION = [
  'deployment',
  'instances',
  'knex_migrations',
  'limits',
  'moved_hosts',
  'signing_keys',
  'staff_links',
  'staff_members',
  'staff_passkeys',
  'staff_recovery_codes',
  'staff_sessions',
  'staff_used_challenges',
];

const own = statement<{ id: string }>('test_wall_own', 'select publication_id as id from customers');
const ofAll = ofAllPublications(
  statement<{ id: string }>('test_wall_all', 'select publication_id as id from customers order by publication_id'),
);
const broken = statement('test_wall_broken', 'select 1 / (count(*) - count(*)) from customers');

describe('R-T4 connections that are lent in turn', () => {
  const idsOf = async (connection: Connection): Promise<string> =>
    (await connection.all(own, [])).map(({ id }) => id).join();

  it('carry no publication on, also after errors and what was rolled back', async () => {
    const { walled } = scratch;
    const scopes = [A, B, undefined];
    const wrong: string[] = [];
    const turn = async (index: number): Promise<void> => {
      const publication = scopes[index % scopes.length];
      const expected = publication?.id ?? '';
      const work = async (): Promise<void> => {
        const found = [await idsOf(walled)];
        await walled.run(broken, []).catch(() => undefined);
        found.push(await walled.transaction(idsOf));
        await walled.transaction((transaction) => transaction.run(broken, [])).catch(() => undefined);
        found.push(await walled.singleWrite(idsOf), await walled.snapshot(idsOf), await idsOf(walled));
        if (found.some((one) => one !== expected)) wrong.push(`${expected}: ${found.join(' ')}`);
      };
      await (publication === undefined ? work() : inPublication(publication, work));
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => turn(index)));
    expect(wrong).toEqual([]);
  });

  it('are not taken for set where what was to set them failed', async () => {
    const { walled } = scratch;
    for (const [before, failing] of [
      [A, B],
      [B, A],
    ] as const) {
      expect(await inPublication(before, () => idsOf(walled))).toBe(before.id);
      // So that the one that fails is lent the connection of the one before.
      const held = Array.from({ length: walled.load.idle - 1 }, () =>
        inPublication(failing, () => walled.knex.raw('select pg_sleep(0.2)')),
      );
      await inPublication(failing, () => walled.knex.raw('select 1 / 0 from customers where true')).catch(
        () => undefined,
      );
      await Promise.all(held);
      const found = await Promise.all(Array.from({ length: 20 }, () => inPublication(failing, () => idsOf(walled))));
      expect([...new Set(found)]).toEqual([failing.id]);
    }
  });

  it('reach the publication that answers at a host, and nobody where none does', async () => {
    const { walled } = scratch;
    // By a connection that was set for another one.
    for (const other of [A, B]) {
      expect(await inPublication(other, () => idsOf(walled))).toBe(other.id);
      for (const { id } of [B, A]) expect(await atHost(`site_host of ${id}`, () => idsOf(walled))).toBe(id);
    }
    expect(await atHost('nowhere.example', () => idsOf(walled))).toBe('');
    await expect(atHost('site_host of pub_b', () => walled.transaction(idsOf))).rejects.toThrow('not for a host');
  });

  it('reach all publications by statements and work that say so, and one again afterwards', async () => {
    const { walled } = scratch;
    const both = async (connection: Connection): Promise<string> =>
      (await connection.all(ofAll, [])).map(({ id }) => id).join();
    await inPublication(A, async () => {
      expect([await both(walled), await idsOf(walled)]).toEqual(['pub_a,pub_b', A.id]);
      await walled.transaction(async (transaction) => {
        const [all, after] = [await both(transaction), await idsOf(transaction)];
        await transaction.savepoint(() => transaction.run(broken, [])).catch(() => undefined);
        expect([all, after, await idsOf(transaction)]).toEqual(['pub_a,pub_b', A.id, A.id]);
      });
    });
    expect(await everywhere(() => both(walled))).toBe('pub_a,pub_b');
  });
});

test('R-T4 the wall stands by itself where the user may make its role, else once somebody made it; what runs knows which', async () => {
  const place = await newDatabase('postgres');
  const admin = process.env['TEST_POSTGRES_URL'] ?? '';
  const url = new URL(place.url);
  const name = url.pathname.slice(1);
  url.username = `${name}_user`;
  url.password = 'a-password-of-the-test';
  await withClient(admin, async (client) => {
    await client.query(`create role ${url.username} login password '${url.password}'`);
    await client.query(`alter database ${name} owner to ${url.username}`);
  });
  const database = openDatabase(url.href);
  const checked = async (settings: Record<string, string> = {}): Promise<string> =>
    (await new CommandLine({ DATABASE_URL: url.href, ...settings }).run('check-config', '--connect')).stdout;
  try {
    await migrate(database, 'test');
    expect(await checked()).toContain('the second wall does not stand: role');
    expect(await database.raiseWall()).toEqual({
      stands: false,
      cause: expect.stringContaining('create role'),
      isUserBound: false,
    });
    await expect(database.all(own, [])).resolves.toEqual([]);
    await withClient(admin, async (client) => {
      await client.query(`create role ${url.username}_walled nologin`);
      await client.query(`grant ${url.username}_walled to ${url.username}`);
    });
    expect(await database.findWall()).toEqual({
      stands: false,
      cause: expect.stringContaining('not kept to one'),
      isUserBound: false,
    });
    expect(await database.raiseWall()).toEqual({ stands: true, cause: '', isUserBound: false });
    expect(await checked()).toContain('schema current, the second wall stands');
    expect(await checked({ DATABASE_WALL: 'off' })).not.toContain('wall stands');
    // A table that came without a policy.
    await database.schemaChange((knex) => knex.raw('create table later (publication_id text not null)'));
    expect(await database.raiseWall()).toEqual({
      stands: false,
      cause: expect.stringContaining('by later'),
      isUserBound: false,
    });
    // Another user, whom the policies bind.
    await withClient(place.url, (client) =>
      client.query(
        `reassign owned by ${url.username} to postgres; grant select on all tables in schema public to ${url.username}`,
      ),
    );
    const bound = { stands: false, cause: expect.stringContaining('does not own'), isUserBound: true };
    expect([await database.findWall(), await database.raiseWall()]).toEqual([bound, bound]);
    for (const DATABASE_WALL of ['on', 'off']) {
      const config = readConfig({ ENVIRONMENT: 'test', DATABASE_URL: url.href, DATABASE_WALL });
      await expect(startServer(config, systemClock, pino({ level: 'silent' }))).rejects.toThrow(
        /does not own the tables.*make it their owner/,
      );
    }
  } finally {
    await database.close();
    await place.remove();
    await withClient(admin, (client) => client.query(`drop role if exists ${url.username}_walled, ${url.username}`));
  }
});
