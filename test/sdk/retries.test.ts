// When the TypeScript client sends a request again: against a service whose answers are written beforehand.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { client } from './built.ts';

type Script = { status: number; headers?: Record<string, string>; body?: string } | 'hang up' | 'silence';

const GOOD: Script = { status: 200, body: JSON.stringify({ id: 'cus_1', objects: [], next_page: null }) };
const failing = (status: number, code: string, headers: Record<string, string> = {}): Script => ({
  status,
  headers,
  body: JSON.stringify({ error: { code, message: 'email is wrong' } }),
});
const SOON = { 'retry-after': '0' };

let server: Server;
let requests: { headers: IncomingMessage['headers']; body: string; at: number }[];
let scripts: Script[];
let baseUrl: string;

beforeEach(async () => {
  [requests, scripts] = [[], []];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push({ headers: request.headers, body, at: performance.now() });
    const script = scripts.shift() ?? GOOD;
    if (script === 'hang up') request.socket.destroy();
    else if (script !== 'silence')
      response
        .writeHead(script.status, { 'content-type': 'application/json', 'request-id': 'req_1', ...script.headers })
        .end(script.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const open = (options: object = {}) => new client.Masthead({ apiKey: 'key_test_1', baseUrl, ...options });
const create = (options: object = {}) => open().createCustomer({ email: 'a@b.test' }, options);

describe('what failed for a passing reason', () => {
  test.each([
    ['a broken connection', 'hang up'],
    ['500', failing(500, 'internal_error', SOON)],
    ['503', failing(503, 'service_unavailable', SOON)],
    ['429', failing(429, 'rate_limited', SOON)],
    ['an answer of a proxy', { status: 502, headers: SOON, body: '<html>' }],
  ] as [string, Script][])('is sent again with the same idempotency key: %s', async (_, script) => {
    scripts = [script, script, GOOD];
    expect(await create()).toMatchObject({ id: 'cus_1' });
    expect(requests).toHaveLength(3);
    const keys = new Set(requests.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(new Set(requests.map(({ body }) => body))).toEqual(new Set(['email=a%40b.test']));
  });

  test('is given up after two retries', async () => {
    scripts = Array.from({ length: 5 }, () => failing(503, 'service_unavailable', SOON));
    await expect(create()).rejects.toMatchObject({ name: 'ServiceUnavailableError', status: 503, requestId: 'req_1' });
    expect(requests).toHaveLength(3);
  });

  test('waits as long as Retry-After asks for', async () => {
    scripts = [failing(429, 'rate_limited', { 'retry-after': '1' }), GOOD];
    await create();
    const [first, second] = requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(950);
  });

  test('waits a random time that has a floor, without Retry-After', async () => {
    scripts = [failing(500, 'internal_error'), GOOD];
    await create();
    const [first, second] = requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(240);
  });

  test('is not waited for when the service asks for more than a minute', async () => {
    scripts = [failing(429, 'rate_limited', { 'retry-after': '3600' })];
    await expect(create()).rejects.toBeInstanceOf(client.RateLimitedError);
    expect(requests).toHaveLength(1);
  });
});

describe('what a second try cannot mend', () => {
  test.each([
    [400, 'invalid_param'],
    [401, 'invalid_api_key'],
    [404, 'not_found'],
    [409, 'invalid_param'],
    [409, 'idempotency_conflict'],
  ])('is sent once: %i %s', async (status, code) => {
    scripts = [failing(status, code)];
    await expect(create()).rejects.toMatchObject({ status, code });
    expect(requests).toHaveLength(1);
  });

  test('names the parameter at fault', async () => {
    scripts = [failing(400, 'invalid_param')];
    await expect(create()).rejects.toMatchObject({ param: 'email' });
  });

  test('is a plain ApiError under a code of tomorrow', async () => {
    scripts = [failing(418, 'teapot')];
    const error = await create().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(client.ApiError);
    expect(error).toMatchObject({ name: 'ApiError', code: 'teapot' });
  });

  test('is a POST without an idempotency key whose end is not known', async () => {
    scripts = ['hang up'];
    await expect(
      open().request('POST', '/2023-04-11/customers', { form: { email: 'a@b.test' } }),
    ).rejects.toBeInstanceOf(client.ConnectionError);
    expect(requests).toHaveLength(1);
  });
});

describe('time', () => {
  test('ends each try', async () => {
    scripts = ['silence'];
    await expect(create({ timeout: 100, maxRetries: 0 })).rejects.toBeInstanceOf(client.TimeoutError);
  });

  test('ends with the signal, also while waiting for the next try', async () => {
    scripts = [failing(429, 'rate_limited', { 'retry-after': '30' })];
    const reason = new Error('enough');
    await expect(create({ signal: AbortSignal.timeout(200) })).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(create({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(requests).toHaveLength(1);
  });
});

describe('a request', () => {
  test('carries key, version and null as the service reads them', async () => {
    await open().createSubscription({ customer_id: 'cus_1', plan_id: 'plan_1', price_id: null, complimentary: true });
    const [{ headers, body } = { headers: {}, body: '' }] = requests;
    expect(headers).toMatchObject({
      authorization: `Basic ${btoa('key_test_1:')}`,
      'user-agent': expect.stringMatching(/^masthead-typescript\/\d/),
    });
    expect(body).toBe('customer_id=cus_1&plan_id=plan_1&price_id=&complimentary=true');
  });

  test('asks for the first page where the cursor is null', async () => {
    scripts = [{ status: 200, body: JSON.stringify({ objects: [1], next_page: 'p2' }) }, GOOD];
    const found = [];
    for await (const object of open().listMembers({ limit: 1, page: undefined })) found.push(object);
    expect([found, requests.length]).toEqual([[1], 2]);
  });

  test('needs a key and a safe address', () => {
    expect(() => new client.Masthead({ baseUrl })).toThrow(/MASTHEAD_API_KEY/);
    expect(() => new client.Masthead({ apiKey: 'k' })).toThrow(/MASTHEAD_BASE_URL/);
    expect(() => new client.Masthead({ apiKey: 'k', baseUrl: 'http://api.example.org' })).toThrow(/https/);
  });
});
