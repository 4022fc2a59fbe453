// A read-only API key reads everything and changes nothing (decisions 38). The operations are the contract's, a row each.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { dataApiOperations } from '../../generated/router.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { ApiClient } from '../support/publications/publication.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const contract = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
};
const OPERATIONS = Object.values(dataApiOperations).map(({ operationId, method, path, security }) => ({
  operationId,
  method,
  path,
  security,
}));
const WRITES = OPERATIONS.filter(({ method }) => method !== 'GET');
const READS = OPERATIONS.filter(({ method }) => method === 'GET');
let site: TestSite;
let reader: ApiClient;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  site = await givenSite(service());
  const { database, clock, config } = service();
  const { key } = await database.transaction((transaction) =>
    createApiKey(site.publication, transaction, clock, { environment: config.environment, scope: 'read' }),
  );
  reader = new ApiClient(service(), key);
  const customer = (await site.api.post('/customers', { email: 'ada@example.org' })).json<{ id: string }>().id;
  const given = { customer_id: customer, plan_id: site.plan.id, complimentary: 'true' };
  const subscription = (await site.api.post('/subscriptions', given)).json<{ id: string }>().id;
  const offer = (await site.api.get('/offers')).json<{ objects: { id: string }[] }>().objects[0]?.id ?? '';
  const newsletter = (await site.api.get('/newsletters')).json<{ objects: { id: string }[] }>().objects[0]?.id ?? '';
  const member = customer.replace('cus_', 'memb_');
  ids = {
    members: member,
    customers: customer,
    subscriptions: subscription,
    plans: site.plan.id,
    prices: site.price.id,
    offers: offer,
    newsletters: newsletter,
  };
});

/** The path without its version, filled with the id of a record that exists. */
function filled(path: string): string {
  const [, , noun = ''] = path.split('/');
  return path.replace('/2023-04-11', '').replace('{id}', ids[noun] ?? '');
}

async function stored(): Promise<unknown> {
  const { knex } = service().database;
  const tables = ['customers', 'subscriptions', 'sessions', 'newsletter_subscriptions', 'audit_entries'];
  return Promise.all(tables.map((table) => knex(table).where({ publicationId: site.publication.id })));
}

test.each(READS)('$operationId reads with a read-only key', async ({ path }) => {
  expect((await reader.get(filled(path))).statusCode).toBe(200);
});

test.each(WRITES)(
  '$operationId is refused with a read-only key, and changes nothing',
  async ({ operationId, path }) => {
    const before = await stored();
    const answer = await reader.post(filled(path), { email: 'bo@example.org' });
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { error: { code: 'read_only_api_key', message: expect.any(String) } },
    ]);
    expect(await stored()).toEqual(before);
    const key = { 'idempotency-key': `once-${operationId}` };
    expect((await reader.post(filled(path), {}, key)).statusCode).toBe(403);
    const full = await site.api.post(filled(path), { unknown: 'parameter' }, key);
    expect([full.statusCode, full.headers['idempotent-replayed']]).not.toEqual([403, 'true']);
  },
);

test.each(OPERATIONS)('the contract says of $operationId whether a read-only key may', ({ method, path }) => {
  const responses = JSON.stringify(contract.paths[path]?.[method.toLowerCase()]?.responses);
  expect(responses.includes('WriteForbidden')).toBe(method !== 'GET');
});

test('an unknown address is not found by a read-only key, with whatever method', async () => {
  expect((await reader.request('DELETE', '/nothing', undefined, {})).statusCode).toBe(404);
});
