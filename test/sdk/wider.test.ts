// The rest of the contract by the TypeScript client on both databases: single objects, updates, filters, every list as an iterator.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDataApi } from '../../scripts/generate/data-api.ts';
import { client, PACKAGE } from './built.ts';
import { DIALECTS, MEMBERS, setStage, type Stage } from './stage.ts';

const operations = readDataApi(new URL('../../openapi.yaml', import.meta.url).pathname).operations.map(
  ({ operationId }) => operationId,
);
const LISTS = operations.filter((name) => name.startsWith('list'));

test('every operation of the contract is a typed method', () => {
  const declared = readFileSync(join(PACKAGE, 'lib/generated/operations.d.ts'), 'utf8');
  for (const name of operations) {
    expect(client.Masthead.prototype[name]).toBeTypeOf('function');
    expect(declared).toMatch(new RegExp(`^ {4}${name}\\(.*\\): (Page)?Answer<\\w`, 'm'));
  }
});

describe.each(DIALECTS)('on %s', (dialect) => {
  let stage: Stage;
  let api: {
    readonly [name: string]: (
      ...given: unknown[]
    ) => Promise<Record<string, unknown>> & AsyncIterable<Record<string, unknown>>;
  };
  beforeAll(async () => {
    stage = await setStage(dialect);
    api = new client.Masthead({ apiKey: stage.settings.api_key, baseUrl: stage.settings.base_url });
  });
  afterAll(() => stage?.close());

  const call = (name: string, ...given: unknown[]) => {
    const method = api[name];
    if (method === undefined) throw new Error(`there is no ${name}`);
    return method.apply(api, given);
  };
  const all = async (name: string, query: object = {}): Promise<Record<string, unknown>[]> => {
    const found = [];
    for await (const object of call(name, { limit: 3, ...query })) found.push(object);
    return found;
  };

  test.each(LISTS)('%s is iterated over all pages, without repeats', async (name) => {
    const found = await all(name);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    if (name === 'listMembers' || name === 'listCustomers') expect(found).toHaveLength(MEMBERS);
  });

  test('one customer is found, updated, filtered for, and erased', async () => {
    const { id } = await call('createCustomer', { email: 'lise@example.net', name: 'Lise' });
    expect(await call('updateCustomer', id, { name: null })).toMatchObject({ id, name: null });
    expect(await call('updateCustomerNewsletters', id, { newsletter_slugs: 'weekly' })).toMatchObject({
      newsletter_slugs: ['weekly'],
    });
    expect(await call('updateCustomerNewsletters', id, { newsletter_slugs: null })).toMatchObject({
      newsletter_slugs: [],
    });
    expect(await all('listCustomers', { email: 'lise@example.net' })).toMatchObject([{ id }]);
    await call('eraseCustomer', id);
    await expect(call('getCustomer', id)).rejects.toBeInstanceOf(client.NotFoundError);
  });

  test('subscriptions are listed by customer and by status', async () => {
    const { id } = await call('createCustomer', { email: 'emmy@example.net' });
    const { plan_id } = stage.settings;
    const subscription = await call('createSubscription', { customer_id: id, plan_id, complimentary: true });
    expect(await call('getSubscription', subscription['id'])).toEqual(subscription);
    expect(await all('listSubscriptions', { customer: id, status: 'active' })).toEqual([subscription]);
    expect(await all('listSubscriptions', { customer: id, status: 'canceled' })).toEqual([]);
  });
});
