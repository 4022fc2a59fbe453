// What the second wall is for (reliability R-T4): the statements of a publication's whole life are run once more, each without one of its own filters in turn,
// with the values that they had. Behind the wall nothing of another publication comes out or is changed; without it, much is.
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { PUBLICATION_ROUTES } from '../../src/dashboard/routes.ts';
import { droppedComparisons } from '../mutation/tenant-filters.ts';
import { sourceStatements } from '../structure/source-statements.ts';
import { DASHBOARD, signedInStaff } from '../support/publications/staff.ts';
import { useService } from '../support/service/service.ts';
import { rowsOf, tracesIn } from './rows.ts';
import { statementsRunIn, type RunStatement } from './statements-run.ts';
import { connectToStripe, givenWorld, tracesOfWorld, type World } from './world.ts';

/** The worker runs these for several publications at once. */
const FOR_SEVERAL: ReadonlySet<string> = new Set([
  'select "publications".* from "publications" where "publications"."id" in ($1)',
  'claim_deliveries',
  'destinations_of_events',
  'logout_destinations',
  'insert_delivery_attempts',
  'settle_deliveries',
  'remove_customer_words',
  'add_customer_words',
  'mark_indexed_people',
]);
const service = useService(DASHBOARD);
let a: World;
let b: World;
let traces: readonly string[];
let run: readonly RunStatement[];

beforeAll(async () => {
  b = await givenWorld(service(), 'canary7391', 'only-theirs');
  run = await statementsRunIn(async () => {
    a = await givenWorld(service(), 'canary5512', 'only-ours');
    await lookAround(a);
  });
  await connectToStripe(b);
  traces = await tracesOfWorld(b, a);
});

/** Lists of the data API, and every page of the dashboard that needs no more than the publication. */
async function lookAround({ paid, payer }: World): Promise<void> {
  for (const list of ['members', 'customers', 'subscriptions', 'plans', 'prices', 'offers', 'newsletters', 'events'])
    await paid.api.get(`/${list}`);
  for (const path of ['/', '/offers', '/receipts', '/newsletters', '/gift']) await payer.open(path);
  const owner = await signedInStaff(service(), paid.publication, 'owner');
  for (const { path, show } of PUBLICATION_ROUTES) {
    const address = path.replace(':publication', paid.publication.id);
    if (show !== undefined && !address.includes(':')) await owner.open(address);
  }
}

interface Mutant {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** One for each filter of each statement. */
function mutantsOf(statements: readonly RunStatement[]): Mutant[] {
  const byText = new Map(statements.map((statement) => [statement.text, statement]));
  return [...byText.values()].flatMap(({ text, values }) => {
    // Knex puts names in quotes.
    const sql = text.replaceAll(/(?:"(\w+)"\.)?"publication_id"/g, (_all, table?: string) =>
      table === undefined ? 'publication_id' : `${table}.publication_id`,
    );
    return droppedComparisons(sql).map(({ start, text: { length }, replacement }) => ({
      text: sql.slice(0, start) + replacement + sql.slice(start + length),
      values,
    }));
  });
}

function isOfA({ values }: RunStatement): boolean {
  return values.some((value) => typeof value === 'string' && value.includes(a.paid.publication.id));
}

/** By table, what the other publication has there. */
type Digests = ReadonlyMap<string, string>;

async function digestsOfB(client: pg.Client, tables: readonly string[]): Promise<Digests> {
  const found = new Map<string, string>();
  for (const table of tables) {
    const { rows } = await client.query(
      `select coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as digest from ${table} t where publication_id = $1`,
      [b.paid.publication.id],
    );
    found.set(table, rows[0].digest);
  }
  return found;
}

/** Whether the statement tells or changes something of the other publication. What it writes is rolled back. */
async function reaches(client: pg.Client, { text, values }: Mutant, begin: string, before: Digests): Promise<boolean> {
  const isRead = /^\s*select/i.test(text);
  const touched = isRead ? [] : [...before.keys()].filter((table) => new RegExp(`\\b${table}\\b`).test(text));
  await client.query(begin);
  try {
    const { rows } = await client.query({ text, values: [...values] });
    if (tracesIn(JSON.stringify(rows), traces).length > 0) return true;
    await client.query('reset role');
    const after = await digestsOfB(client, touched);
    return touched.some((table) => after.get(table) !== before.get(table));
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false;
    throw error;
  } finally {
    await client.query('rollback');
  }
}

test('R-T4 with any one of its filters gone, no statement of one publication reaches another behind the wall', async () => {
  const client = new pg.Client({ connectionString: service().config.databaseUrl });
  await client.connect();
  try {
    const tables = [...(await rowsOf(service().database, b.paid.publication.id)).keys()];
    const before = await digestsOfB(
      client,
      tables.filter((table) => table !== 'publications'),
    );
    const { rows } = await client.query("select quote_ident(session_user || '_walled') as role");
    const walled = `begin; set local role ${rows[0].role}; set local masthead.publication = '${a.paid.publication.id}'`;
    const mutants = mutantsOf(run.filter((one) => one.behind === 'wall' && isOfA(one)));
    const [behind, without]: [string[], string[]] = [[], []];
    for (const mutant of mutants) {
      if (await reaches(client, mutant, walled, before)) behind.push(mutant.text);
      if (await reaches(client, mutant, 'begin', before)) without.push(mutant.text);
    }
    expect(behind).toEqual([]);
    expect(mutants.length).toBeGreaterThan(300);
    expect(without.length).toBeGreaterThan(40);
  } finally {
    await client.end();
  }
});

test('R-T4 what the service runs for one publication, it runs behind the wall', () => {
  const names = new Map(sourceStatements.map(({ postgres, name }) => [postgres, name]));
  const open = run.filter((one) => one.behind === 'all' && isOfA(one)).map(({ text }) => names.get(text) ?? text);
  expect(open).toContain('claim_deliveries');
  expect(open.filter((name) => !FOR_SEVERAL.has(name))).toEqual([]);
});
