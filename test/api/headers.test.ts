// What every answer of the data API carries, and the refusal of what another site's page made a browser send.
import { describe, expect, test } from 'vitest';
import { givenPublication, type Fields } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const API_URL = 'https://api.example.test';
const service = useService();
const secure = useService({ API_URL, TRUST_PROXY: '127.0.0.1' });
const AT = { host: 'api.example.test', 'x-forwarded-proto': 'https' };

test('every answer of the data API is not to be stored, and its type not to be guessed', async () => {
  const { api, plan } = await givenPublication(secure());
  const answers = [
    await api.get('/members', AT),
    await api.get('/members?limit=0', AT),
    await api.get('/nothing', AT),
    await api.post('/customers', { email: 'ada@example.org' }, AT),
    await api.post('/customers', { email: 'ada@example.org' }, AT),
    await api.post('/subscriptions', { customer_id: 'cus_unknown', plan_id: plan.id, complimentary: 'true' }, AT),
    await api.get('/members', { ...AT, authorization: 'Basic eA==' }),
    await api.get('/members', { host: AT.host }),
    await secure().app.inject({ url: '/2020-01-01/members', headers: AT }),
    await secure().app.inject({ url: '/', headers: AT }),
    await secure().app.inject({ url: '/2023-04-11/%zz', headers: AT }),
    await secure().app.inject({ method: 'DELETE', url: '/2023-04-11/members', headers: AT }),
  ];
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 400, 401, 403, 404, 405, 409]));
  for (const { headers } of answers)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
});

describe('a browser that knows a key', () => {
  const FOREIGN: readonly (readonly [string, Fields])[] = [
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a sibling host', { 'sec-fetch-site': 'same-site', origin: 'https://evil.example.test' }],
    ['a page of another site in an older browser', { origin: 'https://evil.example' }],
    ['a sandboxed page in an older browser', { origin: 'null' }],
    ['a page of the same host in plain http', { origin: 'http://api.example.test' }],
  ];

  test.each(FOREIGN)('writes nothing for %s', async (_who, headers) => {
    const { api } = await givenPublication(secure());
    const made = await api.post('/customers', { email: 'ada@example.org' }, AT);
    const { id } = made.json<{ id: string }>();
    const refusal = { error: { code: 'cross_site_request', message: expect.any(String) } };
    const forged = await api.post('/customers', { email: 'eve@example.org' }, { ...AT, ...headers });
    expect([forged.statusCode, forged.json()]).toEqual([403, refusal]);
    const erased = await api.post(`/customers/${id}/erase`, {}, { ...AT, ...headers });
    expect([erased.statusCode, erased.json()]).toEqual([403, refusal]);
    expect((await api.get('/customers', AT)).json<{ objects: object[] }>().objects).toHaveLength(1);
  });

  test.each([
    ["the reference page's own Send", { 'sec-fetch-site': 'same-origin', origin: API_URL }],
    ["the reference page's own Send in an older browser", { origin: API_URL }],
    ['its user alone, as by an extension', { 'sec-fetch-site': 'none' }],
    ["a publisher's server", {}],
    ["a publisher's server whose client says how it fetches", { 'sec-fetch-mode': 'cors' }],
  ] as const)('writes for %s', async (_who, headers) => {
    const { api } = await givenPublication(secure());
    expect((await api.post('/customers', { email: 'ada@example.org' }, { ...AT, ...headers })).statusCode).toBe(200);
  });

  test('reads for anybody, who cannot see the answer', async () => {
    const { api } = await givenPublication(secure());
    const answer = await api.get('/members', { ...AT, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' });
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('writes nothing for another site in the local demo either', async () => {
    const { api } = await givenPublication(service());
    const own = await api.post('/customers', { email: 'ada@example.org' }, { origin: 'http://localhost:4000' });
    expect(own.statusCode).toBe(200);
    const forged = await api.post('/customers', { email: 'eve@example.org' }, { origin: 'http://localhost:3000' });
    expect(forged.statusCode).toBe(403);
  });
});
