// Every statement finds its rows by an index at 100,000 rows, on both databases: none reads a large table from end to end (reliability R-L8).
import SqliteDriver from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '../../src/database/connection.ts';
import { statement, type Statement } from '../../src/database/statement.ts';
import { listChangesBehind } from '../../src/models/figures/changes-behind.ts';
import { listMoney, MONEY_KINDS } from '../../src/models/figures/money-list.ts';
import type { PeopleFilter } from '../../src/models/finding/filter-source.ts';
import { findPeople } from '../../src/models/finding/people-filter.ts';
import {
  listBillingRefs,
  listBillingsOf,
  listBillingsToEnd,
  listGatewaysOf,
} from '../../src/models/money/billing-record.ts';
import { findCheckoutByRef, listOpenCheckouts } from '../../src/models/money/checkout.ts';
import { findBillingByPayment, findPayments, listPayments } from '../../src/models/money/payment-record.ts';
import { findLastAttempts } from '../../src/models/outbox/delivery-attempt.ts';
import { listDeliveriesTo } from '../../src/models/outbox/delivery-log.ts';
import { listAuditEntries } from '../../src/models/staff/audit-entry.ts';
import { sourceStatements as statements } from '../structure/source-statements.ts';
import { openTestDatabase, testDialect, type TestDatabase } from '../support/databases/database.ts';
import { drawnCount } from '../support/runs/drawn.ts';

/** SQLite plans by its statistics alone; on PostgreSQL a smaller table would be read from end to end with good reason. */
const ROWS = testDialect === 'postgres' ? 100_000 : drawnCount(30_000, 100_000);
const SLICE = 10_000;
const PUBLICATION = { id: 'pub_5' };
let scratch: TestDatabase;

/** The tables that grow with readers, and how one row of each is made from i. */
const GROWING: Record<string, Record<string, string>> = {
  customers: {
    id: "'cus_' || i",
    publication_id: "'pub_' || (i % 50)",
    email: "'m' || i",
    email_normalized: "'m' || i",
    activation_code_mac: "'a' || i",
    activation_code_expires_at: 'null',
    created_at: 'i',
    state: "case i % 10 when 0 then 'paying' else 'free' end",
    last_seen_at: 'i',
    searched_as: "' / ' || 'm' || i",
  },
  customer_words: { publication_id: "'pub_' || (i % 50)", word: "'m' || i", customer_id: "'cus_' || i" },
  newsletter_subscriptions: {
    customer_id: "'cus_' || i",
    newsletter_id: "'news_' || (i % 50)",
    publication_id: "'pub_' || (i % 50)",
    created_at: 'i',
  },
  subscriptions: {
    id: "'sub_' || i",
    publication_id: "'pub_' || (i % 50)",
    customer_id: "'cus_' || i",
    plan_id: "'plan_' || (i % 50)",
    complimentary: 'i % 2 = 0',
    status: "case i % 2 when 0 then 'active' else 'canceled' end",
    billing: "'none'",
    created_at: 'i',
  },
  sessions: {
    id: "'sid_' || i",
    publication_id: "'pub_' || (i % 50)",
    customer_id: "'cus_' || i",
    hash: "'h' || i",
    authenticated_at: 'i',
    created_at: 'i',
    seen_at: 'i',
    expires_at: 'i',
    ended_at: 'case i % 2 when 0 then i else null end',
  },
  email_codes: {
    id: "'emc_' || i",
    publication_id: "'pub_' || (i % 50)",
    browser_hash: "'b' || i",
    purpose: "'sign_in'",
    email: "'m' || i",
    email_normalized: "'m' || i",
    code_mac: "'c' || i",
    intent: "'{}'",
    counted: "'[]'",
    attempts: '0',
    created_at: 'i',
    expires_at: 'i',
  },
  limits: { bucket: "'l' || i", count: '1', resets_at: 'i' },
  authorization_codes: {
    hash: "'h' || i",
    publication_id: "'pub_' || (i % 50)",
    application_id: "'app_' || (i % 50)",
    session_id: "'sid_' || i",
    redirect_uri: "'r'",
    scope: "'openid'",
    created_at: 'i',
    expires_at: 'i',
  },
  access_tokens: {
    hash: "'h' || i",
    publication_id: "'pub_' || (i % 50)",
    application_id: "'app_' || (i % 50)",
    session_id: "'sid_' || i",
    authorization_code_hash: "'h' || i",
    scope: "'openid'",
    created_at: 'i',
    expires_at: 'i',
  },
  deliveries: {
    id: "'dlv_' || i",
    publication_id: "'pub_' || (i % 50)",
    kind: "'mail'",
    receiver: "'r' || (i % 1000)",
    payload: "'p'",
    recipient_mac: "'m' || i",
    state: "'waiting'",
    attempts: '0',
    created_at: 'i',
    due_at: 'i',
    ended_at: 'case i % 100 when 0 then null else i end',
  },
  delivery_attempts: {
    id: "'att_' || i",
    publication_id: "'pub_' || (i % 50)",
    delivery_id: "'dlv_' || i",
    number: '1',
    started_at: 'i',
    ended_at: 'i',
    outcome: "'ok'",
  },
  mailbox_messages: {
    id: "'msg_' || i",
    publication_id: "'pub_' || (i % 50)",
    recipient: "'m' || i",
    subject: "'s'",
    text: "'t'",
    html: "'h'",
    is_for_owners: 'i % 50 = 0',
    created_at: 'i',
  },
  billings: {
    id: "'bil_' || i",
    publication_id: "'pub_' || (i % 50)",
    customer_id: "'cus_' || i",
    subscription_id: "'sub_' || i",
    gateway: "'sandbox'",
    ref: "'r' || i",
    state: "case i % 100 when 0 then 'past_due' when 1 then 'ended' else 'active' end",
    price_id: "'price_' || (i % 50)",
    amount: '500',
    currency: "'EUR'",
    interval: "'month'",
    period_end: 'i',
    past_due_since: 'case i % 100 when 0 then i else null end',
    end_reason: "case i % 1000 when 0 then 'unpaid' else null end",
    reminders: '0',
    revision: '1',
    created_at: 'i',
  },
  checkouts: {
    id: "'chk_' || i",
    publication_id: "'pub_' || (i % 50)",
    customer_id: "'cus_' || i",
    plan_id: "'plan_' || (i % 50)",
    purpose: "'subscribe'",
    price_id: "'price_' || (i % 50)",
    amount: '500',
    currency: "'EUR'",
    interval: "'month'",
    gateway: "'sandbox'",
    ref: "'r' || i",
    state: "case i % 100 when 0 then 'open' else 'complete' end",
    created_at: 'i',
  },
  trials: {
    id: "'tri_' || i",
    publication_id: "'pub_' || (i % 50)",
    plan_id: "'plan_' || (i % 50)",
    customer_id: "'cus_' || i",
    email_mac: "'m' || i",
    checkout_id: "'chk_' || i",
    created_at: 'i',
    began_at: 'i',
  },
  gifts: {
    id: "'gift_' || i",
    publication_id: "'pub_' || (i % 50)",
    checkout_id: "'chk_' || i",
    customer_id: "'cus_' || i",
    plan_id: "'plan_' || (i % 50)",
    price_id: "'price_' || (i % 50)",
    periods: '3',
    amount: '1500',
    currency: "'EUR'",
    interval: "'month'",
    recipient_email: "'m' || i",
    recipient_email_normalized: "'m' || i",
    deliver_at: 'i',
    state: "case i % 100 when 0 then 'paid' else 'claimed' end",
    code_hash: "'h' || i",
    gateway: "'sandbox'",
    payment_ref: "'r' || i",
    refunded_amount: '0',
    delivered_at: 'case i % 200 when 0 then null else i end',
    claimant_id: "'cus_' || i",
    subscription_id: "'sub_' || i",
    ends_at: 'i',
    ended_at: 'case i % 100 when 1 then null else i end',
    created_at: 'i',
  },
  discount_redemptions: {
    id: "'red_' || i",
    publication_id: "'pub_' || (i % 50)",
    code_id: "'dis_' || (i % 50)",
    customer_id: "'cus_' || i",
    checkout_id: "'chk_' || i",
    state: "'redeemed'",
    created_at: 'i',
  },
  payments: {
    id: "'pay_' || i",
    publication_id: "'pub_' || (i % 50)",
    customer_id: "'cus_' || (i % 20000)",
    billing_id: "'bil_' || (i % 20000)",
    gateway: "'sandbox'",
    ref: "'r' || i",
    reason: "'renewal'",
    price_id: "'price_' || (i % 50)",
    amount: '500',
    currency: "'EUR'",
    period_start: 'i',
    period_end: 'i + 1',
    paid_at: 'i',
    refunded_amount: '0',
    mailed_at: 'case i % 1000 when 0 then null else i end',
  },
  refunds: {
    id: "'rfd_' || i",
    publication_id: "'pub_' || (i % 50)",
    payment_id: "'pay_' || i",
    key: "'k' || i",
    amount: '100',
    created_at: 'i',
    done_at: 'case i % 1000 when 0 then null else i end',
  },
  price_switches: {
    id: "'swi_' || i",
    publication_id: "'pub_' || (i % 50)",
    billing_id: "'bil_' || i",
    price_id: "'price_' || (i % 50)",
    amount: '500',
    currency: "'EUR'",
    interval: "'month'",
    timing: "'now'",
    previewed_at: 'i',
    due_now: '1',
    next_amount: '500',
    next_at: 'i',
    billing_revision: '1',
    created_at: 'i',
  },
  price_change_moves: {
    id: "'pcm_' || i",
    publication_id: "'pub_' || (i % 50)",
    change_id: "'pch_' || (i % 200)",
    billing_id: "'bil_' || i",
    state: "case i % 100 when 0 then 'told' when 1 then 'skipped' when 2 then 'returned' else 'waiting' end",
    due_at: 'i',
    told_at: 'case when i % 100 in (0, 2) then i else null end',
    first_at: 'case when i % 100 in (0, 2) then i else null end',
  },
  gateway_events: {
    gateway: "'sandbox'",
    event_id: "'e' || i",
    kind: "'payment_ok'",
    object: "'subscription'",
    ref: "'r' || i",
    occurred_at: 'i',
    received_at: 'i',
    due_at: 'i',
    attempts: '1',
    ended_at: 'case i % 100 when 0 then null else i end',
  },
  gateway_customers: {
    publication_id: "'pub_' || (i % 50)",
    customer_id: "'cus_' || i",
    gateway: "'sandbox'",
    ref: "'r' || i",
    created_at: 'i',
  },
  events: {
    id: "'evt_' || i",
    publication_id: "'pub_' || (i % 50)",
    type: "case i % 100 when 0 then 'customer.erased' else 'session.ended' end",
    object_id: "'sid_' || i",
    customer_id: "'cus_' || (i % 20000)",
    created_at: 'i',
    facts: "'{}'",
  },
  audit_entries: {
    id: "'act_' || i",
    publication_id: "'pub_' || (i % 50)",
    actor_kind: "'api_key'",
    actor_id: "case i % 100 when 0 then null else 'key_' || (i % 500) end",
    actor_name: "'…' || (i % 500)",
    act: "'noun.verb-' || (i % 1000)",
    record_id: "'cus_' || i",
    record_name: "case i % 100 when 0 then 'n' || i else null end",
    created_at: 'i',
  },
  idempotency_answers: {
    publication_id: "'pub_' || (i % 50)",
    key_hash: "'k' || i",
    request_hash: "'r'",
    customer_id: "'cus_' || i",
    created_at: 'i',
  },
};

/** These read what a publication has: up to a limit, of what is kept for a day, or for a rare command and once a night. */
const OF_A_PUBLICATION: ReadonlySet<string> = new Set([
  // Once for each publication that is moved to another database. SQLite's plan of the last names what refers to it.
  'delivery_under_way',
  'open_gateway_events_of_publication',
  'remove_moved_publication',
  'newest_demo_member',
  // Those who wait for it alone.
  'people_of_publication_to_index',
  'customers_by_age',
  'erase_email_codes_of_customer',
  'export_email_codes',
  'gateways_of_billings',
  'remove_stripe_account',
  'stripe_collecting',
  // Stops at the first row.
  'publication_setup',
]);

/** In slices: a statement of five seconds is taken for a lost connection. */
function filling(table: string, columns: Record<string, string>): string[] {
  return Array.from({ length: ROWS / SLICE }, (_, slice) => {
    const numbers = `with recursive numbers(i) as (select ${slice * SLICE + 1} union all select i + 1 from numbers where i < ${(slice + 1) * SLICE})`;
    return `insert into ${table} (${Object.keys(columns).join(', ')}) ${numbers} select ${Object.values(columns).join(', ')} from numbers`;
  });
}

interface Index {
  readonly name: string;
  /** The statement that makes it. */
  readonly definition: string;
}

interface Statistic {
  readonly tbl: string;
  readonly idx: string;
  readonly stat: string;
}

const SQLITE_INDEXES = "select name, sql as definition from sqlite_schema where type = 'index' and sql is not null";
const POSTGRES_INDEXES =
  "select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and not exists (select from pg_constraint where conname = indexname)";

/** Indexes are made anew once the rows are there: quicker than to keep them row by row. */
function fillingWithout(indexes: readonly Index[]): string[] {
  const rows = Object.entries(GROWING).flatMap(([table, columns]) => filling(table, columns));
  return [...indexes.map(({ name }) => `drop index ${name}`), ...rows, ...indexes.map(({ definition }) => definition)];
}

/** Without the rows of the small tables that the large ones refer to: plans do not need them. */
async function fill({ database, url }: TestDatabase): Promise<void> {
  if (database.dialect === 'sqlite') {
    const driver = new SqliteDriver(url.slice('sqlite:'.length));
    driver.pragma('foreign_keys = OFF');
    const indexes = driver.prepare<[], Index>(SQLITE_INDEXES).all();
    // Those of the schema, which go with an index that is dropped: nobody runs ANALYZE on a database of the service.
    const statistics = driver.prepare<[], Statistic>('select tbl, idx, stat from sqlite_stat1').all();
    for (const text of fillingWithout(indexes)) driver.exec(text);
    driver.exec('delete from sqlite_stat1');
    const keep = driver.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (:tbl, :idx, :stat)');
    for (const statistic of statistics) keep.run(statistic);
    driver.close();
    return;
  }
  await database.schemaChange(async (knex) => {
    await knex.raw("set local session_replication_role = 'replica'");
    await knex.raw('set local statement_timeout = 0');
    const { rows: indexes }: { rows: Index[] } = await knex.raw(POSTGRES_INDEXES);
    for (const text of [...fillingWithout(indexes), ...Object.keys(GROWING).map((table) => `analyze ${table}`)])
      await knex.raw(text);
  });
}

beforeAll(async () => {
  scratch = await openTestDatabase();
  await fill(scratch);
}, 180_000);
afterAll(() => scratch.drop());

/** The growing tables that the statement would read from end to end. */
async function fullScans(made: Statement<unknown>): Promise<string[]> {
  const { database } = scratch;
  const tables = Object.keys(GROWING);
  if (database.dialect === 'sqlite') {
    const parameters = Array<null>(made.sqlite.split('?').length - 1).fill(null);
    const explain = statement<{ detail: string }>(`test_explain ${made.name}`, `explain query plan ${made.sqlite}`);
    const plan = await database.all(explain, parameters);
    return plan
      .map(({ detail }) => detail)
      .filter(
        (detail) =>
          (isScan(detail) || (isOfPublicationAlone(detail) && !OF_A_PUBLICATION.has(made.name) && !isImport(made))) &&
          tables.some((table) => isOf(detail.split(' ')[1] ?? '', table, made.sqlite)),
      );
  }
  const { rows }: { rows: PlanRow[] } = await database.knex.raw(
    `explain (generic_plan, costs off) ${made.postgres.replaceAll('?', '\\?')}`,
  );
  return sequential(rows);
}

interface PlanRow {
  readonly 'QUERY PLAN': string;
}

function sequential(rows: readonly PlanRow[]): string[] {
  return rows
    .map((row) => row['QUERY PLAN'])
    .filter((line) => Object.keys(GROWING).some((table) => new RegExp(`Seq Scan on ${table}\\b`).test(line)));
}

interface Asked {
  readonly sql: string;
  readonly bindings: readonly (string | number)[];
}

/** The same of the queries that are built while `work` runs, with the values that it gives. */
async function fullScansWhile(
  work: (connection: Connection) => Promise<unknown>,
  isExpected: (found: readonly Asked[]) => boolean = ({ length }) => length === 1,
): Promise<string[]> {
  const { database } = scratch;
  const asked: Asked[] = [];
  const keep = (query: Asked): number => asked.push(query);
  database.knex.on('query', keep);
  await work(database);
  database.knex.off('query', keep);
  expect(asked).toSatisfy(isExpected);
  const scans: string[] = [];
  for (const query of asked) scans.push(...(await fullScansOf(query)).map((scan) => `${scan}: ${query.sql}`));
  return scans;
}

async function fullScansOf({ sql, bindings }: Asked): Promise<string[]> {
  const { database } = scratch;
  if (database.dialect === 'sqlite') {
    const plan: { detail: string }[] = await database.knex.raw(`explain query plan ${sql}`, bindings);
    return plan
      .map(({ detail }) => detail)
      .filter((detail) => isScan(detail) && (detail.split(' ')[1] ?? '') in GROWING);
  }
  const explained = await database.knex.raw(`explain (costs off) ${sql.replaceAll(/\$\d+/g, '?')}`, bindings);
  return sequential(explained.rows);
}

function isScan(detail: string): boolean {
  return detail.startsWith('SCAN ') && !/USING (COVERING )?INDEX/.test(detail);
}

const MANY_CUSTOMERS = new Set(['insert_customers', 'insert_demo_members']);

/** SQLite's plan names what refers to the inserted rows, which it reads only where a foreign key was broken before. */
function isImport({ name }: Statement<unknown>): boolean {
  return name.startsWith('insert_moved_') || MANY_CUSTOMERS.has(name);
}

/** All that a publication has of the table. */
function isOfPublicationAlone(detail: string): boolean {
  return /^SEARCH .* \(publication_id=\?\)$/.test(detail);
}

/** Whether the name in a plan, a table or its alias in the statement, stands for the table. */
function isOf(name: string, table: string, text: string): boolean {
  return name === table || new RegExp(`\\b${table}\\s+(as\\s+)?${name}\\b`).test(text);
}

describe('statements', () => {
  it('are many, and none shares its name with another', () => {
    expect(statements.length).toBeGreaterThan(40);
  });

  it('would be seen to read a large table from end to end', async () => {
    expect(await fullScans(statement('test_scan', 'select c.id from customers c where c.name = ?'))).toHaveLength(1);
  });

  it.each(statements.map((made) => [made.name, made] as const))(
    'R-L8 %s reads no large table from end to end',
    async (_name, made) => {
      expect(await fullScans(made)).toEqual([]);
    },
  );
});

/** Queries of records that read many, or by something else than their key. */
const QUERIES: Readonly<Record<string, (connection: Connection) => Promise<unknown>>> = {
  listBillingsToEnd: (connection) => listBillingsToEnd(connection, 200),
  listBillingsOf: (connection) => listBillingsOf(PUBLICATION, connection, 'cus_5'),
  listBillingRefs: (connection) =>
    listBillingRefs(PUBLICATION, connection, { gateway: 'sandbox', after: 'bil_5', limit: 100 }),
  listGatewaysOf: (connection) => listGatewaysOf(PUBLICATION, connection),
  listOpenCheckouts: (connection) => listOpenCheckouts(connection, { before: new Date(1000), now: new Date(2000) }, 50),
  findCheckoutByRef: (connection) => findCheckoutByRef(connection, 'sandbox', 'r5'),
  listPayments: (connection) => listPayments(PUBLICATION, connection, 'cus_5'),
  listChangesBehind: (connection) =>
    listChangesBehind(PUBLICATION, connection, {
      figure: 'mrr_gone',
      part: undefined,
      currency: 'EUR',
      from: 5,
      until: 5000,
      before: { at: 5000, number: 5 },
      limit: 50,
    }),
  findPayments: (connection) => findPayments(PUBLICATION, connection, ['pay_5']),
  ...Object.fromEntries(
    [{}, { planId: 'plan_5' }, { currency: 'EUR', from: 5 }, ...MONEY_KINDS.map((kind) => ({ kind }))].map((filter) => [
      `listMoney ${JSON.stringify(filter)}`,
      (connection: Connection) =>
        listMoney(PUBLICATION, connection, filter, { before: { at: 5000, number: 5 }, limit: 50 }),
    ]),
  ),
  listDeliveriesTo: (connection) => listDeliveriesTo(PUBLICATION, connection, { endpointId: 'r5' }, { limit: 50 }),
  'listDeliveriesTo, given up': (connection) =>
    listDeliveriesTo(PUBLICATION, connection, { endpointId: 'r5' }, { limit: 50, filter: 'dead' }),
  'listDeliveriesTo, not ended': (connection) =>
    listDeliveriesTo(PUBLICATION, connection, { endpointId: 'r5' }, { limit: 50, filter: 'open' }),
  'listDeliveriesTo an application': (connection) =>
    listDeliveriesTo(PUBLICATION, connection, { applicationId: 'app_5' }, { limit: 50 }),
  findLastAttempts: (connection) => findLastAttempts(PUBLICATION, connection, ['dlv_5', 'dlv_55']),
  findBillingByPayment: (connection) => findBillingByPayment(connection, 'sandbox', 'r5'),
  ...Object.fromEntries(
    [
      {},
      { act: 'noun.verb-5' },
      { actorId: 'key_5' },
      { actorId: null },
      { record: `cus_${'0'.repeat(26)}` },
      { record: 'n100' },
    ].map((wanted) => [
      `listAuditEntries of ${JSON.stringify(wanted)}`,
      (connection: Connection) => listAuditEntries(PUBLICATION, connection, { limit: 50, ...wanted }),
    ]),
  ),
};

/** Few, some and many people of the publication meet each filter, which has 2,000. */
const WAYS = {
  few: { few: 5000, some: 5000, walked: 500 },
  some: { few: 100, some: 5000, walked: 500 },
  many: { few: 100, some: 100, walked: 500 },
};
const FILTERS: Readonly<Record<string, PeopleFilter>> = {
  none: {},
  words: { terms: ['m5', 'm'] },
  state: { state: 'free' },
  plan: { planId: 'plan_5' },
  newsletter: { newsletterId: 'news_5' },
  joined: { joinedFrom: new Date(0), joinedUntil: new Date(8e14) },
  seen: { seenFrom: new Date(0), seenUntil: new Date(90_000) },
  all: { terms: ['m'], state: 'free', planId: 'plan_5', newsletterId: 'news_5', seenFrom: new Date(0) },
};
// To find a hundred of the many that a word has here, PostgreSQL may well begin to read their table.
const SEARCHES = Object.entries(FILTERS).flatMap(([name, filter]) =>
  Object.entries(WAYS)
    .filter(([way]) => way !== 'many' || filter.terms === undefined)
    .map(([way, bounds]) => [name, way, filter, bounds] as const),
);

describe('lists of people', () => {
  it.each(SEARCHES)('R-L8 by %s, of whom there are %s, read no large table from end to end', async (...given) => {
    const [, , filter, bounds] = given;
    const request = { limit: 50, after: 'z'.repeat(26), bounds };
    const find = (connection: Connection) => findPeople(PUBLICATION, connection, filter, request);
    expect(await fullScansWhile(find, ({ length }) => length > 0)).toEqual([]);
  });
});

describe('queries of records', () => {
  it('would be seen to read a large table from end to end', async () => {
    expect(await fullScansWhile(({ knex }) => knex('customers').where('name', 'Ada'))).toHaveLength(1);
  });

  it.each(Object.entries(QUERIES))('R-L8 %s reads no large table from end to end', async (_name, query) => {
    expect(await fullScansWhile(query)).toEqual([]);
  });
});
