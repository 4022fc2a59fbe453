// A replica (DATABASE_READ_URL): long reads are answered by a standby that has all that was written, and by the primary wherever the standby
// is behind, away, or none. A primary and a standby run for this file; the faults of the replica follow one another.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Connection, ReplicaState } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { listExports, requestExport } from '../../src/models/lifecycle/kept-export.ts';
import { exportToFolder } from '../../src/moving/export-folder.ts';
import { makeNextExport } from '../../src/moving/export-job.ts';
import { Browser, formOf } from '../support/browser/browser.ts';
import { openLine } from '../support/databases/line.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { ApiClient } from '../support/publications/publication.ts';
import { signedInStaff } from '../support/publications/staff.ts';
import {
  ask,
  askedOfReplica,
  countAnswers,
  momentOf,
  pauseReplay,
  startReplicated,
  UNHURRIED,
  type Replicated,
} from '../support/service/replicated.ts';
import { restart } from '../support/service/restarted.ts';
import type { TestService } from '../support/service/service.ts';

let replicated: Replicated;
let site: PayingSite;
beforeAll(async () => {
  replicated = await startReplicated();
  site = await givenPayingSite(replicated.services[0]);
  await site.payingCustomer('ada@example.org');
  await site.settle();
});
afterAll(() => replicated.stop());

let made = 0;
/** Creates a customer by the API of the one service, and asks the other one for the newest of each list. */
async function isSeenByOther(writer: TestService, reader: TestService): Promise<boolean> {
  const email = `reader-${(made += 1)}@example.org`;
  const created = await new ApiClient(writer, site.apiKey).post('/customers', { email });
  const { objects } = (await new ApiClient(reader, site.apiKey).get('/customers?limit=1')).json<{
    objects: object[];
  }>();
  return created.statusCode === 200 && JSON.stringify(objects).includes(email);
}

function sameBrowser(service: TestService, browser: Browser): Browser {
  const same = new Browser(service, site.publication);
  for (const [name, value] of browser.cookies) same.cookies.set(name, value);
  return same;
}

async function isInRecovery({ knex }: Connection): Promise<boolean> {
  const { rows } = await knex.raw<{ rows: [{ found: boolean }] }>('select pg_is_in_recovery() as found');
  return rows[0].found;
}

const isReadAgain = (): Promise<true> =>
  vi.waitUntil(async () => (await countAnswers(() => site.api.get('/members'))).replica === 1, {
    timeout: 20_000,
    interval: 100,
  });

test('lists, search, figures, files and exports are read from the replica', async () => {
  const { standbyUrl } = replicated.pair;
  const [service] = replicated.services;
  const owner = await signedInStaff(service, site.publication, 'owner');
  const base = `/dashboard/${site.publication.id}`;
  const folder = join(mkdtempSync(join(tmpdir(), 'masthead-replica-')), 'export');
  onTestFinished(() => rmSync(join(folder, '..'), { recursive: true }));
  const parts = { ...service, publication: site.publication, config: service.config, onProgress: () => undefined };
  const page = async (path: string): Promise<void> => {
    expect((await owner.open(base + path)).statusCode).toBe(200);
  };
  const reads: readonly (readonly [what: string, read: () => Promise<unknown>, asked: RegExp])[] = [
    ['members', () => site.api.get('/members'), /from customers/],
    ['customers', () => site.api.get('/customers'), /from customers/],
    ['subscriptions', () => site.api.get('/subscriptions'), /from subscriptions/],
    ['figures', () => site.api.get('/figures'), /from daily_figures/],
    ['people', () => page('/people'), /from customers/],
    ['a search', () => page('/people?q=ada'), /from customers/],
    ['a filter', () => page('/people?state=free'), /from customers/],
    ['a file of people', () => page('/people.csv'), /from customers/],
    ['the overview', () => page(''), /from daily_figures/],
    ['a month', () => page('/figures'), /from "mail_reports"/],
    ['figures of people', () => page('/figures/people'), /from daily_figures/],
    ['figures of money', () => page('/figures/revenue'), /from "plans"/],
    ['figures of leaving', () => page('/figures/leaving'), /from daily_figures/],
    ['cohorts', () => page('/figures/cohorts'), /figure_changes|daily_figures/],
    ['who was a member', () => page('/figures/people-at?state=members'), /figure_changes|customers/],
    ['who joined', () => page('/figures/behind?count=joined'), /figure_changes/],
    ['what changed', () => page('/figures/changes'), /figure_changes/],
    ['money', () => page('/money'), /figure_changes/],
    ['a file of money', () => page('/money.csv'), /receipts/],
    ['addresses', () => page(`/plans/${site.plan.id}/addresses.csv`), /postal_address/],
    ['an export', () => exportToFolder(parts, folder), /^ROLLBACK$/],
  ];
  for (const [what, read, asked] of reads) {
    const since = await momentOf(standbyUrl);
    const { replica, primary } = await countAnswers(read);
    expect([what, replica > 0, primary]).toEqual([what, true, 0]);
    expect([what, await askedOfReplica(standbyUrl, since)]).toEqual([
      what,
      expect.arrayContaining([expect.stringMatching(asked)]),
    ]);
  }
  expect(existsSync(join(folder, 'manifest.json'))).toBe(true);
});

test('whoever wrote sees it in the next list, by whichever process: 200 writes and reads in turn, of a standby that is late', async () => {
  const { standbyUrl } = replicated.pair;
  const late = (time: string) =>
    ask(standbyUrl, `alter system set recovery_min_apply_delay = '${time}'`, 'select pg_reload_conf()');
  await late('5ms');
  const [one, other] = replicated.services;
  const owner = await signedInStaff(one, site.publication, 'owner', 'searching@example.org');
  const { replica } = await countAnswers(async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await site.api.post('/customers', { email: `found-${turn}@example.org` });
      expect((await owner.open(`/dashboard/${site.publication.id}/people?q=found-${turn}`)).body).toContain(
        `found-${turn}@`,
      );
    }
    for (let turn = 0; turn < 100; turn += 1)
      expect([await isSeenByOther(one, other), await isSeenByOther(other, one)]).toEqual([true, true]);
  });
  expect(replica).toBeGreaterThan(100);
  await late('0');
});

test('so they do where commits do not wait for the disk', async () => {
  const { primaryUrl, standbyUrl } = replicated.pair;
  await ask(primaryUrl, 'alter database masthead set synchronous_commit = off');
  onTestFinished(() => void ask(primaryUrl, 'alter database masthead reset synchronous_commit'));
  const replica = { url: standbyUrl, onChange: () => undefined };
  const database = openDatabase(primaryUrl, undefined, replica);
  onTestFinished(() => database.close());
  const parts = { database, clock: replicated.services[0].clock, config: { databaseUrl: primaryUrl } };
  const service = await restart(parts, UNHURRIED);
  for (let turn = 0; turn < 20; turn += 1) expect(await isSeenByOther(service, service)).toBe(true);
});

test('of a replica that stands still nothing is read: lists are right and soon there, and what guards a secret is never old', async () => {
  const { standbyUrl } = replicated.pair;
  const [one, other] = replicated.services;
  const reader = await site.signedIn('reader@example.org');
  const copy = sameBrowser(other, reader);
  expect((await copy.get('/')).body).toContain('reader@example.org');
  const coming = site.newBrowser();
  const codePage = await coming.askForCode('coming@example.org');
  const form = formOf(await coming.get(codePage));
  const code = await coming.newestCode('coming@example.org');
  const twin = sameBrowser(other, coming);
  const goOn = await pauseReplay(standbyUrl);
  try {
    const begun = performance.now();
    const { replica } = await countAnswers(async () => {
      for (let turn = 0; turn < 10; turn += 1)
        expect([await isSeenByOther(one, other), await isSeenByOther(other, one)]).toEqual([true, true]);
    });
    // Each service waits for it once, and asks it again beside the reads.
    expect([replica, performance.now() - begun < 3000]).toEqual([0, true]);

    await reader.submit(await reader.open('/'), {}, '/sign-out');
    expect((await copy.get('/')).body).not.toContain('reader@example.org');
    const [used, again] = [
      await coming.post(form.action, { ...form.fields, code }),
      await twin.post(form.action, { ...form.fields, code }),
    ];
    expect([used.headers.location, again.headers.location, again.statusCode]).toEqual(['/', undefined, 410]);
    // As another process does it.
    await one.database.transaction(({ knex }) =>
      knex('api_keys').where({ id: site.apiKeyId }).update({ revokedAt: 1 }),
    );
    expect((await new ApiClient(other, site.apiKey).get('/members')).statusCode).toBe(401);
    await one.database.transaction(({ knex }) =>
      knex('api_keys').where({ id: site.apiKeyId }).update({ revokedAt: null }),
    );
  } finally {
    await goOn();
  }
  await isReadAgain();
});

test('what replay cuts off on the replica is read on the primary', async () => {
  const { primaryUrl, standbyUrl } = replicated.pair;
  const [{ database }] = replicated.services;
  const reload = 'select pg_reload_conf()';
  await ask(standbyUrl, 'alter system set max_standby_streaming_delay = 0', reload);
  await ask(primaryUrl, 'create table churn as select generate_series(1, 1000) as n');
  const askChurn = async (connection: Connection) =>
    (
      await connection.knex.raw<{ rows: { n: number }[] }>(
        'select count(n) as n from churn, (select pg_sleep(0.5)) as slept',
      )
    ).rows[0]?.n;
  await isReadAgain();
  let runs = 0;
  const { replica, primary } = await countAnswers(async () => {
    const found = database.replicaRead((connection) => {
      runs += 1;
      return askChurn(connection);
    });
    await ask(primaryUrl, 'begin', 'truncate churn', 'insert into churn select generate_series(1, 7)', 'commit');
    expect(await found).toBe(7);
  });
  expect([runs, replica, primary]).toEqual([2, 0, 1]);
  await ask(standbyUrl, 'alter system reset max_standby_streaming_delay', reload);
});

test('an export whose replica is cut off on the way is made from the primary', async () => {
  const { primaryUrl, standbyUrl } = replicated.pair;
  const [service] = replicated.services;
  const { publication } = site;
  await isReadAgain();
  const lock = new pg.Client({ connectionString: primaryUrl });
  await lock.connect();
  onTestFinished(() => lock.end());
  await service.database.transaction((transaction) => requestExport(publication, transaction, service.clock, 'Ada'));
  // It waits for this table on either server.
  for (const text of ['begin', 'lock table offers in access exclusive mode']) await lock.query(text);
  const held = "select 1 from pg_locks where mode = 'AccessExclusiveLock' and relation = 'offers'::regclass";
  await vi.waitUntil(async () => (await ask(standbyUrl, held)).length > 0, { timeout: 20_000 });
  const first = makeNextExport(service, () => false);
  const kill =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'masthead replica' and wait_event_type = 'Lock'";
  await vi.waitUntil(async () => (await ask(standbyUrl, kill)).length > 0, { timeout: 20_000 });
  expect(await first).toBe(true);
  expect(await listExports(publication, service.database)).toMatchObject([{ state: 'waiting' }]);
  await lock.query('commit');
  const { primary } = await countAnswers(() => makeNextExport(service, () => false));
  expect(primary).toBe(1);
  expect(await listExports(publication, service.database)).toMatchObject([{ state: 'ready' }]);
});

test('a server that is no replica of the database is not read, and the log says why once', async () => {
  const { primaryUrl, standbyUrl } = replicated.pair;
  const { url: foreignUrl } = await newOwnDatabase('postgres', onTestFinished);
  const refused = [
    [primaryUrl, 'refused', 'it takes writes, so it is no standby'],
    [
      standbyUrl.replace(/masthead$/, 'postgres'),
      'refused',
      'its database is postgres, and that of the primary is masthead',
    ],
    [foreignUrl, 'refused', 'it belongs to another cluster than the primary'],
    ['postgres://127.0.0.1:1/masthead', 'away', expect.stringContaining('ECONNREFUSED')],
  ] as const;
  for (const [url, standing, cause] of refused) {
    const states: ReplicaState[] = [];
    const replica = { url, onChange: (state: ReplicaState) => void states.push(state) };
    const database = openDatabase(primaryUrl, undefined, replica);
    const { primary } = await countAnswers(async () => {
      for (let turn = 0; turn < 5; turn += 1) expect(await database.replicaRead(isInRecovery)).toBe(false);
    });
    await database.close();
    expect([primary, states]).toEqual([5, [{ standing, cause }]]);
  }
});

test('a replica that falls silent holds reads up for a second, and no more once it is known', async () => {
  const { primaryUrl, standbyUrl } = replicated.pair;
  const line = await openLine(standbyUrl);
  onTestFinished(line.close);
  const database = openDatabase(primaryUrl, undefined, { url: line.url, onChange: () => undefined });
  onTestFinished(() => database.close());
  const timed = async (): Promise<readonly [isReplica: boolean, milliseconds: number]> => {
    const begun = performance.now();
    return [await database.replicaRead(isInRecovery), performance.now() - begun];
  };
  expect((await timed())[0]).toBe(true);
  line.swallowAll();
  const [isReplica, milliseconds] = await timed();
  expect([isReplica, milliseconds < 3000]).toEqual([false, true]);
  const next = await Promise.all(Array.from({ length: 10 }, timed));
  expect(next.map(([, time]) => time < 500)).toEqual(next.map(() => true));
  line.recover();
  await vi.waitUntil(() => database.replicaRead(isInRecovery), { timeout: 20_000, interval: 100 });
});

test('a replica that dies under reads fails none of them, and is read again once it is back', async () => {
  const { pair, services, states } = replicated;
  const [service] = services;
  await isReadAgain();
  const before = states.length;
  const statuses = new Set<number>();
  const over = new AbortController();
  const reading = async (): Promise<void> => {
    while (!over.signal.aborted) statuses.add((await site.api.get('/customers?limit=5')).statusCode);
  };
  const { primary } = await countAnswers(async () => {
    const readers = Array.from({ length: 4 }, reading);
    await sleep(300);
    pair.killStandby();
    await sleep(1500);
    over.abort();
    await Promise.all(readers);
  });
  expect([...statuses, primary > 0]).toEqual([200, true]);
  // A read that was answered while it died may be noted after one that was not.
  expect(states.slice(before).at(-1)).toEqual({ standing: 'away', cause: expect.any(String) });
  expect(await service.database.replicaState()).toMatchObject({ standing: 'away' });
  await pair.startStandby();
  await isReadAgain();
  expect(states.at(-1)).toEqual({ standing: 'fresh', cause: '' });
});
