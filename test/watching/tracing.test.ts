// Traces, as a collector gets them by OTLP over HTTP: what belongs together, and nothing of what was asked or typed.
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { addDelivery } from '../../src/models/outbox/delivery.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication } from '../../src/models/publication/publication.ts';
import { startServer } from '../../src/server.ts';
import { newMigratedDatabase, testDialect } from '../support/databases/database.ts';
import { answer, startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { basic } from '../support/publications/publication.ts';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

let collector: Receiver;
beforeAll(async () => {
  collector = await startReceiver(answer(200));
});
afterAll(() => collector.close());

function received(): ReceivedSpan[] {
  const bodies = collector.requests.map(({ body }) => JSON.parse(body));
  return bodies
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);
}

async function givenServer(settings: Record<string, string>) {
  const { url, remove } = await newMigratedDatabase(testDialect);
  onTestFinished(remove);
  const config = { ENVIRONMENT: 'test', LOG_LEVEL: 'silent', PORT: '0', API_URL: 'http://localhost:4000' };
  const server = await startServer(readConfig({ ...config, DATABASE_URL: url, ...settings }));
  const { database, clock } = server.service;
  const made = await database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, clock, {
      name: 'Traced',
      siteUrl: 'http://localhost:4000',
    });
    const { key } = await createApiKey(publication, transaction, clock, { environment: 'test' });
    return { publication, key };
  });
  return { server, ...made };
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

test('a request is a span of the trace that its caller names, with its statements below; a delivery is one of its own', async () => {
  const { server, publication, key } = await givenServer({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.origin}/` });
  const target = await startReceiver(answer(400));
  onTestFinished(() => target.close());
  const { database, clock } = server.service;
  const response = await fetch(`${server.url}/2023-04-11/customers`, {
    method: 'POST',
    headers: {
      authorization: basic(key),
      traceparent: `00-${TRACE}-${CALLER}-01`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'email=canary.kate%40example.org',
  });
  await fetch(`${server.url}/2023-04-11/members?canary=canary`);
  await database.transaction((transaction) =>
    addDelivery(publication, transaction, clock, {
      kind: 'backchannel_logout',
      receiver: target.origin,
      payload: JSON.stringify({ applicationId: 'app_canary', sid: 'sid_1', sub: 'cus_1' }),
    }),
  );
  await expect.poll(async () => (await database.knex('deliveries').where({ state: 'dead' })).length).toBe(1);
  // What waits is sent before it ends.
  await server.close();
  const spans = received();
  const request = spans.find(({ name }) => name === 'POST /2023-04-11/customers');
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
  const attributes = new Map(
    request?.attributes.map(({ key: name, value }) => [name, value.stringValue ?? value.intValue]),
  );
  expect(attributes.get('http.response.status_code')).toBe(response.status);
  expect(attributes.get('masthead.request_id')).toBe(response.headers.get('request-id'));
  const below = (parent: ReceivedSpan | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
  expect(below(request).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['api_key_by_hash', expect.stringMatching(/insert_customer$/)]),
  );
  const delivery = spans.find(({ name }) => name === 'deliver backchannel_logout');
  expect(delivery?.traceId).toMatch(/^(?!0af7)[0-9a-f]{32}$/);
  expect(below(delivery).length).toBeGreaterThan(0);
  const text = collector.requests.map(({ body }) => body).join('');
  expect(text).toContain('"stringValue":"masthead"');
  for (const personal of ['canary', key, publication.id, target.origin]) expect(text).not.toContain(personal);
});

test('of the traces that begin here OTEL_TRACES_SAMPLER_ARG keeps a share, and without an endpoint there is none', async () => {
  const before = collector.requests.length;
  for (const settings of [{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, OTEL_TRACES_SAMPLER_ARG: '0' }, {}]) {
    const { server } = await givenServer(settings);
    await fetch(`${server.url}/healthz`);
    await server.close();
  }
  expect(collector.requests.length).toBe(before);
  expect(() => readConfig({ ENVIRONMENT: 'test', OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow('must be a URL');
});

test('a collector that never answers holds up neither requests nor the end', async () => {
  const silent = await startReceiver(() => undefined);
  onTestFinished(() => silent.close());
  const { server } = await givenServer({ OTEL_EXPORTER_OTLP_ENDPOINT: silent.origin });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.close();
});
