// The metrics, at an address of their own: what the process counts as it happens, and what is read from the database when somebody asks.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { addDelivery } from '../../src/models/outbox/delivery.ts';
import { logPendingEvents } from '../../src/models/outbox/event-log.ts';
import { startServer } from '../../src/server.ts';
import { serveMetrics, type MetricsListener } from '../../src/watching/listener.ts';
import { startWorker } from '../../src/worker.ts';
import { newMigratedDatabase, openTestDatabase, testDialect } from '../support/databases/database.ts';
import { answer, startReceiver } from '../support/outside/receiver.ts';
import { LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import { ApiClient } from '../support/publications/publication.ts';
import { scrape, type Scrape } from '../support/service/metrics.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ API_RATE_LIMIT: '1000' });
let listener: MetricsListener;
beforeAll(async () => {
  listener = await serveMetrics(service(), { host: '127.0.0.1', port: 0 }, fail);
});
afterAll(() => listener.close());

/** An error that the listener met fails the test that it is seen in. */
const fail = (error: unknown): void => expect(error).toBeUndefined();
const EMAIL = 'canary.kate@example.org';

/** What is read from the database is kept for a few seconds: a listener of its own has read nothing yet. */
async function scrapeAnew(): Promise<Scrape> {
  const fresh = await serveMetrics(service(), { host: '127.0.0.1', port: 0 }, fail);
  try {
    return await scrape(fresh.url);
  } finally {
    await fresh.close();
  }
}

/** The series that the work increased, and by how much. */
async function increases(work: () => Promise<unknown>, ...series: string[]): Promise<(number | undefined)[]> {
  const before = await scrape(listener.url);
  await work();
  const after = await scrape(listener.url);
  return series.map((name) => (after.value(name) ?? 0) - (before.value(name) ?? 0));
}

test('requests are counted by route and class of status, sign-ins and codes by what came of them; nobody is named', async () => {
  const site = await givenPayingSite(service());
  const requests = (route: string, status: string, method = 'GET') =>
    `masthead_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
  const counted = await increases(
    async () => {
      const browser = site.newBrowser();
      const page = await browser.askForCode(EMAIL);
      await browser.enterCode(page, '000000');
      await browser.enterCode(page, await browser.newestCode(EMAIL));
      await new ApiClient(service(), 'sk_test_wrong').get('/members');
      await site.api.get('/members');
      await service().app.inject('/no/such/page?email=canary.kate%40example.org');
    },
    'masthead_mails_queued_total{mail="email_code"}',
    'masthead_security_events_total{kind="email_code_wrong"}',
    'masthead_security_events_total{kind="sign_in"}',
    'masthead_security_events_total{kind="api_key_wrong"}',
    requests('/2023-04-11/members', '2xx'),
    requests('/2023-04-11/members', '4xx'),
    requests('none', '4xx'),
  );
  expect(counted).toEqual([1, 1, 1, 1, 1, 1, 1]);
  const { text } = await scrapeAnew();
  for (const personal of ['canary', site.publication.id, site.publication.siteHost])
    expect(text).not.toContain(personal);
});

test('payments are counted by outcome; a missing one, webhooks and the nightly comparison are read', async () => {
  const paid = await givenPayingSite(service());
  const outcomes = ['succeeded', 'failed', 'refunded'].map(
    (outcome) => `masthead_payments_total{outcome="${outcome}"}`,
  );
  const counted = await increases(
    async () => {
      const { redirectUrl } = await paid.start(await paid.customer());
      await paid.payAt(redirectUrl, LATER_FAILING_CARD);
      await paid.settle();
      await paid.pass('1 month');
    },
    ...outcomes,
  );
  expect(counted).toEqual([1, 1, 0]);
  const { value } = await scrapeAnew();
  expect(value('masthead_subscriptions_past_due')).toBe(1);
  expect(value('masthead_gateway_webhooks_open')).toBe(0);
  const { id } = paid.publication;
  const now = service().clock.now().getTime();
  await service().database.transaction(async ({ knex }) => {
    const ended = { publicationId: id, claimedAt: now, endedAt: now, compared: 1 };
    const rows = ['{"lines":[],"notOurs":[]}', '{"lines":[{"kind":"ours only"}],"notOurs":[]}'].map((found, at) => ({
      ...ended,
      id: `rec_${at}`,
      night: `2026-01-0${at + 1}`,
      found,
    }));
    const open = { id: 'rec_open', publicationId: id, night: '2026-01-03', claimedAt: now };
    const old = { ...rows[1], id: 'rec_old', night: '2026-01-04', claimedAt: now - 2 * 86_400_000 };
    await knex('reconciliations').insert([...rows, open, old]);
    await knex('gateway_events').insert({
      gateway: 'sandbox',
      eventId: 'late',
      kind: 'k',
      object: 'payment',
      ref: 'r',
      attempts: 0,
      occurredAt: now,
      receivedAt: now,
      dueAt: now - 90_000,
    });
  });
  const after = await scrapeAnew();
  const results = ['agreed', 'drifted', 'unfinished'].map((result) => `masthead_reconciliations{result="${result}"}`);
  expect(results.map((series) => after.value(series))).toEqual([1, 1, 1]);
  expect(after.value('masthead_gateway_webhooks_open')).toBe(1);
  expect(after.value('masthead_gateway_webhooks_overdue_seconds')).toBe(90);
});

test('deliveries are counted by state with the age of the oldest, attempts by what came of them, and the log has its lag', async () => {
  const { database, clock } = service();
  const site = await givenPayingSite(service());
  const dead = await startReceiver(answer(400));
  onTestFinished(() => dead.close());
  await logPendingEvents(database, clock);
  const add = (receiver: string) =>
    database.transaction((transaction) =>
      addDelivery(site.publication, transaction, clock, {
        kind: 'backchannel_logout',
        receiver,
        payload: JSON.stringify({ applicationId: 'app_1', sid: 'sid_1', sub: 'cus_1' }),
      }),
    );
  const kind = 'kind="backchannel_logout"';
  await add(dead.origin);
  await database.transaction(({ knex }) =>
    knex('pending_events').insert({
      publicationId: site.publication.id,
      type: 'customer.created',
      objectId: 'cus_1',
      customerId: 'cus_1',
      createdAt: clock.now().getTime() - 30_000,
      facts: '{"object":{}}',
    }),
  );
  // One that waits for its retry.
  const now = clock.now().getTime();
  const retried = { kind: 'event', receiver: 'ep_1', payload: '', state: 'waiting', attempts: 1 };
  await database.transaction(({ knex }) =>
    knex('deliveries').insert({
      ...retried,
      id: 'dlv_retried',
      publicationId: site.publication.id,
      createdAt: now,
      dueAt: now + 3_600_000,
    }),
  );
  clock.advance(60);
  const waiting = await scrapeAnew();
  expect(waiting.value('masthead_deliveries_oldest_seconds{kind="event"}')).toBe(60);
  expect(waiting.value('masthead_deliveries_overdue_seconds{kind="event"}')).toBe(0);
  expect(waiting.value(`masthead_deliveries_open{${kind},state="waiting"}`)).toBe(1);
  expect(waiting.value(`masthead_deliveries_oldest_seconds{${kind}}`)).toBe(60);
  expect(waiting.value(`masthead_deliveries_overdue_seconds{${kind}}`)).toBe(60);
  expect(waiting.value('masthead_event_log_pending')).toBe(1);
  expect(waiting.value('masthead_event_log_lag_seconds')).toBe(90);
  const counted = await increases(
    async () => {
      const worker = startWorker(service());
      await worker.settle();
      await worker.stop();
    },
    `masthead_delivery_attempts_total{${kind},state="dead"}`,
    `masthead_delivery_attempts_total{${kind},state="delivered"}`,
  );
  expect(counted).toEqual([1, 0]);
  const after = await scrapeAnew();
  expect(after.value(`masthead_deliveries_dead{${kind}}`)).toBe(1);
  expect(after.value(`masthead_deliveries_open{${kind},state="waiting"}`)).toBe(0);
  expect(after.value('masthead_event_log_lag_seconds')).toBe(0);
});

test('without a database the process is still seen, and what is read from it has no value', async () => {
  const { database, drop } = await openTestDatabase();
  await drop();
  const alone = await serveMetrics({ ...service(), database }, { host: '127.0.0.1', port: 0 }, fail);
  onTestFinished(() => alone.close());
  const { value, text } = await scrape(alone.url);
  expect(value('masthead_database_up')).toBe(0);
  expect(text).not.toMatch(/^masthead_deliveries_open\{/m);
  expect(text).not.toMatch(/^masthead_event_log_lag_seconds /m);
  for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'nodejs_heap_size_used_bytes'])
    expect([name, value(name)]).toEqual([name, expect.any(Number)]);
});

test('METRICS_PORT serves them on loopback, to readers alone; without it nothing is counted', async () => {
  const { url, remove } = await newMigratedDatabase(testDialect);
  onTestFinished(remove);
  const settings = {
    ENVIRONMENT: 'test',
    LOG_LEVEL: 'warn',
    PORT: '0',
    API_URL: 'http://localhost:4000',
    DATABASE_URL: url,
  };
  const server = await startServer(readConfig({ ...settings, METRICS_PORT: '0' }));
  const at = server.metricsUrl ?? '';
  try {
    expect(at).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await fetch(`${server.url}/healthz`);
    const { value } = await scrape(at);
    expect(value('masthead_http_request_duration_seconds_count{method="GET",route="/healthz",status="2xx"}')).toBe(1);
    expect(value('masthead_database_up')).toBe(1);
    expect(value('masthead_database_connections{state="waiting"}')).toBe(0);
    const [post, other, main] = await Promise.all([
      fetch(`${at}/metrics`, { method: 'POST' }),
      fetch(`${at}/other`),
      fetch(`${server.url}/metrics`),
    ]);
    expect([post.status, other.status, main.status]).toEqual([405, 404, 404]);
  } finally {
    await server.close();
  }
  await expect(fetch(at)).rejects.toThrow('fetch failed');
  const quiet = await startServer(readConfig(settings));
  expect(quiet.metricsUrl).toBeUndefined();
  await quiet.close();
});

test.each([
  [{ METRICS_HOST: '10.0.0.1' }, 'METRICS_HOST needs METRICS_PORT'],
  [{ METRICS_PORT: '4000' }, 'METRICS_PORT must be another port than PORT'],
  [{ METRICS_PORT: 'x' }, 'METRICS_PORT must be a port number'],
])('the settings %o are refused', (settings, fault) => {
  expect(() => readConfig({ ENVIRONMENT: 'test', ...settings })).toThrow(fault);
});
