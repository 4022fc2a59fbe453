// Writes that race end in one effect, on both databases (reliability: single use is one conditional write).
import { describe, expect, it } from 'vitest';
import { givenPublication, type TestPublication } from '../support/publication.ts';
import { useService } from '../support/service.ts';

const service = useService();
const AT_ONCE = 20;

function statuses(responses: readonly { statusCode: number }[]): Record<string, number> {
  return Object.fromEntries(Object.entries(Object.groupBy(responses, ({ statusCode }) => String(statusCode))).map(([status, found]) => [status, found?.length ?? 0]));
}

function atOnce<T>(make: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => make(index)));
}

async function customersOf({ api }: TestPublication): Promise<unknown[]> {
  return (await api.get('/customers?limit=100')).json().objects;
}

describe(`${AT_ONCE} requests at once`, () => {
  it('with the same e-mail address make one customer', async () => {
    const given = await givenPublication(service());
    const responses = await atOnce((index) => given.api.post('/customers', { email: index % 2 === 0 ? 'ada@example.test' : 'ADA@example.test' }));
    expect(statuses(responses)).toEqual({ 200: 1, 409: AT_ONCE - 1 });
    expect(await customersOf(given)).toHaveLength(1);
  });

  it('with the same activation code make one customer', async () => {
    const given = await givenPublication(service());
    const responses = await atOnce((index) => given.api.post('/customers', { activation_code: 'PRINT-0001', email: `r${index}@example.test` }));
    expect(statuses(responses)).toEqual({ 200: 1, 409: AT_ONCE - 1 });
    expect(await customersOf(given)).toHaveLength(1);
  });

  it('with the same Idempotency-Key run once, and all get the first answer', async () => {
    const given = await givenPublication(service());
    const responses = await atOnce(() => given.api.post('/customers', { email: 'ada@example.test' }, { 'idempotency-key': 'race' }));
    expect(statuses(responses)).toEqual({ 200: AT_ONCE });
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(await customersOf(given)).toHaveLength(1);
  });

  it('for the same plan make one subscription', async () => {
    const { api, plan, price } = await givenPublication(service());
    const { id } = (await api.post('/customers', { email: 'ada@example.test' })).json();
    const responses = await atOnce(() => api.post('/subscriptions', { customer_id: id, plan_id: plan.id, price_id: price.id }));
    expect(statuses(responses)).toEqual({ 200: 1, 409: AT_ONCE - 1 });
    const rows = await service().database.knex('subscriptions').where({ customerId: id });
    expect(rows).toHaveLength(1);
  });

  it('that cancel have one effect and get the same answer', async () => {
    const { api, plan, price } = await givenPublication(service());
    const { id } = (await api.post('/customers', { email: 'ada@example.test' })).json();
    const subscription = (await api.post('/subscriptions', { customer_id: id, plan_id: plan.id, price_id: price.id })).json();
    const responses = await atOnce(() => api.post(`/subscriptions/${subscription.id}/cancel`));
    expect(statuses(responses)).toEqual({ 200: AT_ONCE });
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  });

  it('that fail one by one undo themselves alone', async () => {
    const given = await givenPublication(service());
    const responses = await atOnce((index) => given.api.post('/customers', { email: index < 10 ? 'same@example.test' : `r${index}@example.test` }));
    expect(statuses(responses)).toEqual({ 200: 11, 409: 9 });
    expect(await customersOf(given)).toHaveLength(11);
  });
});
