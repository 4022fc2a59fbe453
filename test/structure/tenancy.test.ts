// Every statement restricts each table of a publication that it uses, also in joins and subselects, to one publication.
// So no id makes it read or write another publication's rows.
import { beforeAll, expect, test } from 'vitest';
import { statement, type Dialect, type Statement } from '../../src/database/statement.ts';
import { DUE_MAILS } from '../../src/mails/due-mails.ts';
import { KINDS } from '../../src/models/lifecycle/moving/kinds.ts';
import { AWAY } from '../../src/models/move-state.ts';
import { droppedComparisons } from '../mutation/tenant-filters.ts';
import { openTestDatabase } from '../support/databases/database.ts';
import { unnamedTables } from './publications-named.ts';
import { sourceStatements as statements } from './source-statements.ts';

/** Whose publication is only found when they are handled. */
const OF_THE_DEPLOYMENT: ReadonlySet<string> = new Set(['gateway_events']);

/** What these do, they do for every publication at once: one group of tables of each is held to none. */
const OF_ALL: Readonly<Record<string, readonly string[]>> = {
  'the worker looks for what is due': [
    ...DUE_MAILS.flatMap(({ due }) => [due.production.name, due.test.name]),
    'people_to_index',
    'billings_past_their_grace',
    'billings_past_their_grace_by_own_clocks',
    'price_changes_to_look_at',
    'pauses_to_begin',
    'pauses_to_begin_by_own_clocks',
    'people_to_index',
    'imports_to_advance',
    'takeover_that_runs',
    'due_price_change_moves',
    'due_price_change_moves_by_own_clocks',
    'dated_subscriptions_to_end',
    'dated_subscriptions_to_end_by_own_clocks',
    'gifts_to_end',
    'gifts_to_end_by_own_clocks',
    'publications_to_reconcile',
    'receivers_with_due_deliveries',
    'publications_with_pending_events',
    'publications_with_figures_to_fold',
    'claim_sandbox_events',
    'due_sandbox_event',
    'publications_with_due_sandbox_subscriptions',
    'largest_sandbox_clock_offset',
    'open_exports',
    'open_restores',
  ],
  'the operator watches all of them together (docs/watching.md)': [
    'open_deliveries_by_kind',
    'dead_deliveries_by_kind',
    'dead_deliveries_by_publication',
    'oldest_pending_event',
    'count_past_due_billings',
    'count_reconciliations',
    'publications_that_drifted',
  ],
  'whose it is, is told by a secret, or by the reference of a payment gateway': ['api_key_by_hash', 'billings_by_refs'],
  'whose it is, is told by a MAC or a signature over the id of a mail': ['mail_of_report'],
  'whose it is, is told by the host': ['holder_of_host', 'site_url_after_move', 'release_left_host'],
  'somebody belongs to several publications': ['memberships_of_staff_member'],
  'records are kept for one time by all (docs/operating.md)': [
    'delete_old_events',
    'delete_old_audit_entries',
    'delete_forgotten_imports',
    'delete_ended_imports',
    'delete_past_staff_invitations',
    'delete_staff_without_role',
    'delete_expired_email_codes',
    'delete_expired_authorization_codes',
    'delete_past_address_changes',
    'delete_old_sign_in_steps',
    'delete_expired_sign_in_links',
    'delete_ended_sessions',
    'delete_expired_sessions',
    'delete_old_idempotency_answers',
    'delete_old_reconciliations',
    'delete_old_price_switches',
    'delete_old_mailbox_messages',
    'delete_expired_exports',
    'delete_forgotten_restores',
    'delete_failed_restores',
    'delete_forgotten_uploads',
    'delete_ended_deliveries',
    'delete_old_mail_problems_of_nobody',
    'delete_past_soft_bounces',
    'delete_old_mail_reports',
    'delete_superseded_access_tokens',
    'end_of_slice_of_expired_access_tokens',
  ],
  'an id or a client id that anybody has is taken': [
    'client_id_is_taken',
    ...KINDS.filter(({ table, columns }) => 'id' in columns && table !== 'publications').map(
      ({ table }) => `taken_id_of_${table}`,
    ),
  ],
  'the secret key is changed for all at once': [
    'sealed_letters',
    'sealed_import_rows',
    'sealed_upload_blocks',
    'sealed_stripe_keys',
    'sealed_endpoint_secrets',
  ],
};

/** Several parts of these do. */
const PARTS_OF_ALL: Readonly<Record<string, Readonly<Record<Dialect, number>>>> = {
  receivers_with_due_deliveries: { sqlite: 3, postgres: 2 },
  publications_with_figures_to_fold: { sqlite: 3, postgres: 3 },
  publications_with_pending_events: { sqlite: 1, postgres: 2 },
  publications_with_due_sandbox_subscriptions: { sqlite: 2, postgres: 2 },
};

/** What is said of all publications in each statement for all of them: which are being moved. */
const asRead = (sql: string): string => sql.replaceAll(AWAY, "select 'none'");

const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres'];
const OWN_PUBLICATION =
  "select distinct m.name from sqlite_schema m join pragma_table_info(m.name) c where m.type = 'table' and c.name = 'publication_id'";
const ofAll = new Set(Object.values(OF_ALL).flat());
let tenantTables: ReadonlySet<string>;

beforeAll(async () => {
  const { database, drop } = await openTestDatabase();
  const tables = await database.all(statement<{ name: string }>('test_tenant_tables', OWN_PUBLICATION), []);
  tenantTables = new Set(tables.map(({ name }) => name).filter((name) => !OF_THE_DEPLOYMENT.has(name)));
  await drop();
});

function allowed({ name }: Statement<unknown>, dialect: Dialect): number {
  return ofAll.has(name) ? (PARTS_OF_ALL[name]?.[dialect] ?? 1) : 0;
}

test('the tables of a publication are found', () => {
  expect(tenantTables.size).toBeGreaterThan(40);
  expect(tenantTables).toContain('customers');
});

test.each(DIALECTS)('every statement on %s names the publication for each table that it touches', (dialect) => {
  const wrong = statements.flatMap((made) => {
    const unnamed = unnamedTables(asRead(made[dialect]), tenantTables);
    return unnamed.length === allowed(made, dialect)
      ? []
      : [`${made.name}: ${unnamed.length} not named (${unnamed.join(', ')}), ${allowed(made, dialect)} expected`];
  });
  expect(wrong).toEqual([]);
});

// Were the reader blind for one form, it would show here. On PostgreSQL the events of that one are held to the publication before, too.
test.each([
  ['sqlite', []],
  ['postgres', ['destinations_of_events without e.publication_id = w.publication_id']],
] as const)('any comparison with the publication that a statement on %s lost would be missed', (dialect, repeated) => {
  const unseen = statements.flatMap((made) => {
    const sql = asRead(made[dialect]);
    const count = unnamedTables(sql, tenantTables).length;
    const losses = droppedComparisons(sql).filter(
      ({ start, text, replacement }) =>
        unnamedTables(sql.slice(0, start) + replacement + sql.slice(start + text.length), tenantTables).length ===
        count,
    );
    return losses.map(({ text }) => `${made.name} without ${text}`);
  });
  expect(unseen).toEqual(repeated);
});

/** Those that only read what is the same wherever the publication is. */
const READS_ONLY: ReadonlySet<string> = new Set([
  'takeover_that_runs',
  'largest_sandbox_clock_offset',
  'end_of_slice_of_expired_access_tokens',
]);

test.each(DIALECTS)(
  'what the worker does on %s for all publications, it does for none that is being moved',
  (dialect) => {
    const rounds = new Set(
      ['the worker looks for what is due', 'records are kept for one time by all (docs/operating.md)'].flatMap(
        (what) => OF_ALL[what] ?? [],
      ),
    );
    const named = statements.filter(({ name }) => rounds.has(name) && !READS_ONLY.has(name));
    const isAsked = (sql: string): boolean => sql.includes(AWAY) || sql.includes('move_state is null');
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((made) => !isAsked(made[dialect])).map(({ name }) => name)).toEqual([
      'delete_staff_without_role',
    ]);
  },
);

/** Of the publications themselves: which one answers at a host, and whether there is one of the id. */
const OF_PUBLICATIONS: ReadonlySet<string> = new Set(['publication_by_host', 'taken_id_of_publications']);

test('what reaches all publications through the second wall of PostgreSQL is known to be about all of them', () => {
  const reaching = statements.filter(({ reachesAll }) => reachesAll).map(({ name }) => name);
  expect(reaching.length).toBeGreaterThan(20);
  expect(reaching.filter((name) => !ofAll.has(name) && !OF_PUBLICATIONS.has(name))).toEqual([]);
});

test('no list names a statement that there is not', () => {
  const known = new Set(statements.map(({ name }) => name));
  expect([...ofAll, ...Object.keys(PARTS_OF_ALL)].filter((name) => !known.has(name))).toEqual([]);
});

test.each([
  ['a table without a condition', 'select id from customers', ['customers']],
  ['one that is named', 'select id from customers where publication_id = $1', []],
  [
    'one of two',
    'select 1 from customers c join subscriptions s on s.customer_id = c.id where c.publication_id = $1',
    ['subscriptions'],
  ],
  [
    'a join by the publication',
    'select 1 from customers c join subscriptions s on s.publication_id = c.publication_id where c.publication_id = $1',
    [],
  ],
  [
    'two of one publication, whichever',
    'select 1 from customers c join subscriptions s on s.publication_id = c.publication_id',
    ['customers + subscriptions'],
  ],
  [
    'a condition that only some rows fulfil',
    'select id from customers where publication_id = $1 or id = $2',
    ['customers'],
  ],
  ['a condition that is denied', 'select id from customers where not (publication_id = $1)', ['customers']],
  [
    'the left side of a left join',
    'select 1 from customers c left join subscriptions s on c.publication_id = $1 and s.publication_id = $1',
    ['customers'],
  ],
  [
    'a subselect',
    'select id from customers where publication_id = $1 and exists (select 1 from subscriptions s where s.customer_id = customers.id)',
    ['subscriptions'],
  ],
  [
    'the publication of the row outside',
    'select id from customers c where publication_id = $1 and exists (select 1 from subscriptions s where s.publication_id = c.publication_id)',
    [],
  ],
  ['a row that is inserted', 'insert into customers (id, publication_id) values ($1, $2)', []],
  [
    'a row that another is copied from',
    'insert into customers (id, publication_id) select id, publication_id from customers where id = $1',
    ['customers + customers'],
  ],
  [
    'the row that is in the way',
    'insert into payments (id, publication_id, ref) values ($1, $2, $3) on conflict (ref) do update set id = excluded.id',
    ['payments'],
  ],
  [
    'the row that is in the way in the publication',
    'insert into payments (id, publication_id, ref) values ($1, $2, $3) on conflict (publication_id, ref) do update set id = excluded.id',
    [],
  ],
  ['an update without a condition', 'update customers set name = $1', ['customers']],
  [
    'a publication that is found by its host',
    'select 1 from publications p join customers c on c.publication_id = p.id where p.site_host = $1',
    [],
  ],
])('the reader sees %s', (_what, sql, expected) => {
  expect(unnamedTables(sql, tenantTables)).toEqual(expected);
});
