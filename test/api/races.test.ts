// Writes that race end in one effect, on both databases (reliability: single use is one conditional write).
import { describe, expect, it } from 'vitest';
import { givenPublication, type TestPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const AT_ONCE = 20;

function statuses(responses: readonly { statusCode: number }[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(responses, ({ statusCode }) => String(statusCode))).map(([status, found]) => [
      status,
      found?.length ?? 0,
    ]),
  );
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
    const responses = await atOnce((index) =>
      given.api.post('/customers', { email: index % 2 === 0 ? 'ada@example.test' : 'ADA@example.test' }),
    );
    expect(statuses(responses)).toEqual({ 200: 1, 409: AT_ONCE - 1 });
    expect(await customersOf(given)).toHaveLength(1);
  });

  it('with the same activation code make one customer', async () => {
    const given = await givenPublication(service());
    const responses = await atOnce((index) =>
      given.api.post('/customers', { activation_code: 'PRINT-0001', email: `r${index}@example.test` }),
    );
    expect(statuses(responses)).toEqual({ 200: 1, 409: AT_ONCE - 1 });
    expect(await customersOf(given)).toHaveLength(1);
  });

  it('with the same Idempotency-Key run once, and all get the first answer', async () => {
    const given = await givenPublication(service());
    const responses = await atOnce(() =>
      given.api.post('/customers', { email: 'ada@example.test' }, { 'idempotency-key': 'race' }),
    );
    expect(statuses(responses)).toEqual({ 200: AT_ONCE });
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(await customersOf(given)).toHaveLength(1);
  });

  it('for the same plan make one subscription', async () => {
    const { api, plan, price } = await givenPublication(service());
    const { id } = (await api.post('/customers', { email: 'ada@example.test' })).json();
    const responses = await atOnce(() =>
      api.post('/subscriptions', { customer_id: id, plan_id: plan.id, price_id: price.id }),
    );
    expect(statuses(responses)).toEqual({ 200: 1, 409: AT_ONCE - 1 });
    const rows = await service().database.knex('subscriptions').where({ customerId: id });
    expect(rows).toHaveLength(1);
  });

  it('that cancel have one effect and get the same answer', async () => {
    const { api, plan, price } = await givenPublication(service());
    const { id } = (await api.post('/customers', { email: 'ada@example.test' })).json();
    const subscription = (
      await api.post('/subscriptions', { customer_id: id, plan_id: plan.id, price_id: price.id })
    ).json();
    const responses = await atOnce(() => api.post(`/subscriptions/${subscription.id}/cancel`));
    expect(statuses(responses)).toEqual({ 200: AT_ONCE });
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
  });

  it('that fail one by one undo themselves alone', async () => {
    const given = await givenPublication(service());
    const responses = await atOnce((index) =>
      given.api.post('/customers', { email: index < 10 ? 'same@example.test' : `r${index}@example.test` }),
    );
    expect(statuses(responses)).toEqual({ 200: 11, 409: 9 });
    expect(await customersOf(given)).toHaveLength(11);
  });

  it('that give one free address to many customers give it to one', async () => {
    const given = await givenPublication(service());
    const ids = await atOnce(async (index) =>
      String((await given.api.post('/customers', { email: `r${index}@example.test` })).json().id),
    );
    const responses = await Promise.all(
      ids.map((id, index) =>
        given.api.post(`/customers/${id}`, { email: index % 2 === 0 ? 'ada@example.test' : 'ADA@example.test' }),
      ),
    );
    expect(statuses(responses)).toEqual({ 200: 1, 409: AT_ONCE - 1 });
    expect((await given.api.get('/customers?email=ada@example.test')).json().objects).toHaveLength(1);
    expect(await customersOf(given)).toHaveLength(AT_ONCE);
  });

  it('that swap the addresses of two customers end, each as a whole', async () => {
    const { api } = await givenPublication(service());
    const [a, b] = [
      (await api.post('/customers', { email: 'a@example.test' })).json().id,
      (await api.post('/customers', { email: 'b@example.test' })).json().id,
    ];
    const responses = await atOnce((index) =>
      api.post(`/customers/${index % 2 === 0 ? a : b}`, {
        email: ['b@example.test', 'c@example.test', 'a@example.test', 'd@example.test'][index % 4] ?? '',
      }),
    );
    expect(responses.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
  });

  it('that update and erase leave an erased customer, and every answer says what it did', async () => {
    const given = await givenPublication(service());
    const { id } = (await given.api.post('/customers', { email: 'ada@example.test' })).json();
    const responses = await atOnce((index) =>
      given.api.post(
        `/customers/${id}${index % 4 === 3 ? '/erase' : index % 4 === 2 ? '/newsletters' : ''}`,
        index % 4 === 3
          ? {}
          : index % 4 === 2
            ? { newsletter_slugs: index % 8 === 2 ? 'weekly' : 'daily,weekly' }
            : { name: `Ada ${index}`, email: `ada${index}@example.test` },
      ),
    );
    const erasing = responses.filter((_, index) => index % 4 === 3);
    expect(statuses(erasing)).toEqual({ 200: AT_ONCE / 4 });
    expect(
      responses
        .filter((_, index) => index % 4 !== 3)
        .every(({ statusCode }) => statusCode === 200 || statusCode === 404),
    ).toBe(true);
    expect((await given.api.get(`/customers/${id}`)).statusCode).toBe(404);
    const [row] = await service().database.knex('customers').where({ id });
    expect(row).toMatchObject({ email: null, emailNormalized: null, name: null });
    expect(await service().database.knex('newsletterSubscriptions').where({ customerId: id })).toEqual([]);
  });

  it('that erase and subscribe leave no active subscription of an erased customer', async () => {
    const given = await givenPublication(service());
    const { id } = (await given.api.post('/customers', { email: 'ada@example.test' })).json();
    const responses = await atOnce((index) =>
      index % 2 === 0
        ? given.api.post(`/customers/${id}/erase`)
        : given.api.post('/subscriptions', { customer_id: id, plan_id: given.plan.id, complimentary: 'true' }),
    );
    expect(responses.every(({ statusCode }) => [200, 404, 409].includes(statusCode))).toBe(true);
    expect((await given.api.get(`/subscriptions?customer=${id}&status=active`)).json().objects).toEqual([]);
  });

  it('that erase have one effect, one event and one answer', async () => {
    const given = await givenPublication(service());
    const { id } = (await given.api.post('/customers', { email: 'ada@example.test' })).json();
    const responses = await atOnce(() => given.api.post(`/customers/${id}/erase`));
    expect(statuses(responses)).toEqual({ 200: AT_ONCE });
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    const erased = (await given.api.get('/events?limit=100&type=customer.erased')).json().objects;
    expect(erased).toHaveLength(1);
  });

  it('that change one customer tell of each change once, in an order that fits', async () => {
    const given = await givenPublication(service());
    const { id } = (await given.api.post('/customers', { email: 'ada@example.test', name: 'Ada 0' })).json();
    const responses = await atOnce((index) => given.api.post(`/customers/${id}`, { name: `Ada ${index + 1}` }));
    expect(statuses(responses)).toEqual({ 200: AT_ONCE });
    const events: { data: { name: string }; previous: { name: string } }[] = (
      await given.api.get('/events?limit=100&type=customer.updated&after=evt_00000000000000000000000000')
    ).json().objects;
    expect(events).toHaveLength(AT_ONCE);
    expect(events.map(({ previous }) => previous.name)).toEqual([
      'Ada 0',
      ...events.slice(0, -1).map(({ data }) => data.name),
    ]);
  });
});
