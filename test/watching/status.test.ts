// What an operator asks first, by the command and by the page beside the metrics.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import type { Database } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { markBackedUp } from '../../src/models/backup-time.ts';
import { beatOfInstance, forgetInstance } from '../../src/models/instance.ts';
import { startServer } from '../../src/server.ts';
import { serveMetrics } from '../../src/watching/listener.ts';
import type { Status } from '../../src/watching/status.ts';
import { newMigratedDatabase, openTestDatabase, testDialect } from '../support/databases/database.ts';
import { CommandLine } from '../support/processes/command-line.ts';

const DAY = 86_400_000;

async function givenDatabase(): Promise<{ url: string; database: Database }> {
  const { url, remove } = await newMigratedDatabase(testDialect);
  const database = openDatabase(url);
  onTestFinished(async () => {
    await database.close();
    await remove();
  });
  return { url, database };
}

const at = (milliseconds: number) => ({ now: () => new Date(milliseconds) });

async function statusOf(database: Database): Promise<{ status: Status; page: string }> {
  const listener = await serveMetrics({ database, clock: systemClock }, { host: '127.0.0.1', port: 0 }, (error) =>
    expect(error).toBeUndefined(),
  );
  const [json, page] = await Promise.all([fetch(`${listener.url}/status.json`), fetch(`${listener.url}/`)]);
  const read = { status: await json.json(), page: await page.text() };
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  await listener.close();
  return read;
}

test('an instance is on the list while it runs, and off it once it has ended; a backup is known of', async () => {
  const { url, database } = await givenDatabase();
  const masthead = new CommandLine({ DATABASE_URL: url });
  const before = await masthead.json<Status>('status');
  expect(before).toMatchObject({ instances: [], last_backup_at: null });
  expect(before.problems).toEqual(['No instance runs.', 'No backup was made by masthead backup create.']);

  const config = { ENVIRONMENT: 'test', LOG_LEVEL: 'warn', PORT: '0', API_URL: 'http://localhost:4000' };
  const server = await startServer(readConfig({ ...config, DATABASE_URL: url, METRICS_PORT: '0' }));
  const scratch = mkdtempSync(join(tmpdir(), 'masthead-status-'));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const folder = join(scratch, 'backup');
  try {
    await expect
      .poll(async () => (await masthead.json<Status>('status')).instances)
      .toEqual([expect.objectContaining({ state: 'running', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })]);
    expect((await masthead.run('backup', 'create', folder)).exitCode).toBe(0);
    const served: Status = await (await fetch(`${server.metricsUrl}/status.json`)).json();
    expect(served.problems).toEqual([]);
    expect(Date.now() - Date.parse(served.last_backup_at ?? '')).toBeLessThan(600_000);
    const shown = await masthead.run('status');
    expect(shown.stdout).toMatch(/^host +version +started_at +seen_at +state$/m);
    expect(shown.stdout).toMatch(/^kind +open +oldest_seconds +overdue_seconds +dead$/m);
    expect(shown.stdout).toMatch(/^last_backup_at +\d{4}-/m);
    const wall = database.dialect === 'postgres' ? { stands: true, cause: '' } : null;
    expect(served.second_wall).toEqual(wall);
    expect(shown.stdout).toMatch(wall === null ? /^second_wall +none on SQLite$/m : /^second_wall +stands$/m);
  } finally {
    await server.close();
  }
  expect((await statusOf(database)).status.instances).toEqual([]);
});

test('one that was killed is silent after a minute and a half, and forgotten by the next end a day later', async () => {
  const { database } = await givenDatabase();
  const now = Date.now();
  const killed = { id: 'killed', host: 'a<b>"c"', version: '0.0.1', startedAt: now - DAY };
  const seen = (milliseconds: number) =>
    database.transaction((transaction) => beatOfInstance(transaction, at(milliseconds), killed));
  await seen(now - 60_000);
  expect((await statusOf(database)).status.instances).toMatchObject([{ host: killed.host, state: 'running' }]);
  await database.transaction((transaction) => forgetInstance(transaction, at(now), 'another'));
  expect((await statusOf(database)).status.instances).toHaveLength(1);
  await seen(now - 100_000);
  const { status, page } = await statusOf(database);
  expect(status.instances).toMatchObject([{ host: killed.host, state: 'silent' }]);
  expect(status.problems[1]).toMatch(/^The instance on a<b>"c" is silent since \d{4}-/);
  expect(page).toContain('a&#60;b&#62;&#34;c&#34;');
  expect(page).not.toContain(killed.host);
  await seen(now - DAY - 1000);
  await database.transaction((transaction) => forgetInstance(transaction, at(now), 'another'));
  expect((await statusOf(database)).status.instances).toEqual([]);
});

test('each thing that needs a look has a sentence, on the page as well', async () => {
  const { database } = await givenDatabase();
  const now = Date.now();
  await database.transaction(async (transaction) => {
    const { knex } = transaction;
    const { id: publicationId } = await knex('publications').first('id');
    const waiting = { kind: 'mail', receiver: 'mail', payload: '', attempts: 1, state: 'waiting' };
    const times = { createdAt: now - 7_200_000, dueAt: now - 600_000 };
    const dead = { ...waiting, state: 'dead', endedAt: now };
    await knex('deliveries').insert({ id: 'dlv_1', publicationId, ...waiting, ...times });
    await knex('deliveries').insert({ id: 'dlv_2', publicationId, ...dead, ...times });
    const event = { type: 'customer.created', objectId: 'cus_1', customerId: 'cus_1', facts: '{}' };
    await knex('pending_events').insert({ publicationId, ...event, createdAt: now - 120_000 });
    const drifted = { night: '2026-01-01', claimedAt: now, endedAt: now, compared: 1, found: '{"lines":[{}]}' };
    await knex('reconciliations').insert({ id: 'rec_1', publicationId, ...drifted });
    await markBackedUp(transaction, new Date(now - 2 * DAY));
  });
  const { status, page } = await statusOf(database);
  expect(status.deliveries[0]).toMatchObject({ kind: 'mail', open: 1, oldest_seconds: expect.any(Number), dead: 1 });
  const sentences = [
    'No instance runs.',
    'Deliveries of the kind mail are due for 60\\d seconds.',
    'Events wait for 12\\d seconds to enter the log.',
    'Publications whose billing records differ from the gateway: 1.',
    'The last backup is 48 hours old.',
  ];
  expect(status.problems).toEqual(sentences.map((sentence) => expect.stringMatching(`^${sentence}$`)));
  for (const sentence of sentences) expect(page).toMatch(new RegExp(`<li class="bad">${sentence}</li>`));
});

test('without a database the page says so, and programs get 503', async () => {
  const { database, drop } = await openTestDatabase();
  await drop();
  const listener = await serveMetrics(
    { database, clock: systemClock },
    { host: '127.0.0.1', port: 0 },
    () => undefined,
  );
  onTestFinished(() => listener.close());
  const [json, page] = await Promise.all([fetch(`${listener.url}/status.json`), fetch(`${listener.url}/`)]);
  expect([json.status, await json.json()]).toEqual([503, { problems: ['The database does not answer.'] }]);
  expect(await page.text()).toContain('The database does not answer.');
});
