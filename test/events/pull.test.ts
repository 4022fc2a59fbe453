// GET /events: the log of a publication as its programs read it.
import { beforeEach, describe, expect, test } from 'vitest';
import { givenPublication, type TestPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let given: TestPublication;

beforeEach(async () => {
  given = await givenPublication(service());
});

interface Event {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
  previous: Record<string, unknown> | null;
}

const BEGINNING = `evt_${'0'.repeat(26)}`;

async function read(query = ''): Promise<{ objects: Event[]; next_page: string | null }> {
  const response = await given.api.get(`/events${query}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

test('shows each change at once, the newest first, with the object as the other operations answer it', async () => {
  const { api, plan, price } = given;
  const customer = (await api.post('/customers', { email: 'ada@example.org', name: 'Ada' })).json();
  const subscription = (
    await api.post('/subscriptions', { customer_id: customer.id, plan_id: plan.id, price_id: price.id })
  ).json();
  const canceled = (await api.post(`/subscriptions/${subscription.id}/cancel`)).json();
  // A state follows from subscriptions, which have events of their own.
  const { state: _state, ...withoutState } = customer;
  const { objects, next_page: nextPage } = await read();
  expect(objects.map(({ type, data, previous }) => ({ type, data, previous }))).toEqual([
    { type: 'subscription.canceled', data: canceled, previous: null },
    { type: 'subscription.created', data: subscription, previous: null },
    { type: 'customer.created', data: withoutState, previous: null },
  ]);
  expect(nextPage).toBeNull();
  for (const { timestamp } of objects) expect(new Date(timestamp).toISOString()).toBe(timestamp);
});

test('holds a name and an address as they are, whatever characters they have', async () => {
  const email = "o'hara+1%s@example.org";
  const names = [`Ada "the first" O'Hara \\ {"x":[null]}`, 'Zoë 🜁 ?$1 %s \u200d </script>', null, '0'];
  const { id } = (await given.api.post('/customers', { email, name: names[0] ?? '' })).json<{ id: string }>();
  for (const name of names.slice(1))
    expect((await given.api.post(`/customers/${id}`, { name: name ?? '' })).statusCode).toBe(200);
  const told = (await read()).objects.toReversed().map(({ data, previous }) => [data['email'], data['name'], previous]);
  expect(told).toEqual(names.map((name, index) => [email, name, index === 0 ? null : { name: names[index - 1] }]));
});

test('a change that was refused, and one that changes nothing, has no event', async () => {
  const { api, plan } = given;
  const customer = (await api.post('/customers', { email: 'ada@example.org' })).json();
  expect((await api.post('/customers', { email: 'ADA@example.org' })).statusCode).toBe(409);
  const subscription = (
    await api.post('/subscriptions', { customer_id: customer.id, plan_id: plan.id, complimentary: 'true' })
  ).json();
  expect(
    (await api.post('/subscriptions', { customer_id: customer.id, plan_id: plan.id, complimentary: 'true' }))
      .statusCode,
  ).toBe(409);
  for (let times = 0; times < 2; times += 1) await api.post(`/subscriptions/${subscription.id}/cancel`);
  expect((await read()).objects.map(({ type }) => type)).toEqual([
    'subscription.canceled',
    'subscription.created',
    'customer.created',
  ]);
});

test('a repeated request under its Idempotency-Key has one event', async () => {
  for (let times = 0; times < 2; times += 1)
    await given.api.post('/customers', { email: 'ada@example.org' }, { 'idempotency-key': 'once' });
  expect((await read()).objects).toHaveLength(1);
});

describe('pages', () => {
  const emails = Array.from({ length: 7 }, (_, index) => `m${index}@example.org`);
  beforeEach(async () => {
    for (const email of emails) await given.api.post('/customers', { email });
  });

  async function follow(start: string): Promise<unknown[]> {
    const found: unknown[] = [];
    for (let page: string | null = ''; page !== null;) {
      const answer = await read(`?limit=3${start}${page === '' ? '' : `&page=${page}`}`);
      found.push(...answer.objects.map(({ data }) => data['email']));
      page = answer.next_page;
    }
    return found;
  }

  test('lead to the end, newest first, or with after from the beginning, oldest first', async () => {
    expect(await follow('')).toEqual(emails.toReversed());
    expect(await follow(`&after=${BEGINNING}`)).toEqual(emails);
  });

  test('after the last event seen there is what came since, and nothing before', async () => {
    const last = (await read('?limit=1')).objects[0]?.id ?? '';
    expect((await read(`?after=${last}`)).objects).toEqual([]);
    await given.api.post('/customers', { email: 'new@example.org' });
    expect((await read(`?after=${last}`)).objects.map(({ data }) => data['email'])).toEqual(['new@example.org']);
  });

  test('type and created_after leave the others out', async () => {
    const customer = (await given.api.get('/customers?limit=1')).json().objects[0];
    service().clock.advance(60);
    const time = service().clock.now().toISOString();
    service().clock.advance(60);
    await given.api.post('/subscriptions', { customer_id: customer.id, plan_id: given.plan.id, complimentary: 'true' });
    await given.api.post('/customers', { email: 'new@example.org' });
    expect((await read(`?type=subscription.created`)).objects).toHaveLength(1);
    expect((await read(`?created_after=${time}`)).objects.map(({ type }) => type)).toEqual([
      'customer.created',
      'subscription.created',
    ]);
    // Python and Java write a time with its offset, and finer than a millisecond.
    const precise = encodeURIComponent(time.replace(/(\.\d+)?Z$/, '$1000+00:00'));
    expect((await read(`?created_after=${precise}`)).objects).toHaveLength(2);
    expect(
      (await read(`?created_after=${time}&type=customer.created&after=${BEGINNING}`)).objects.map(
        ({ data }) => data['email'],
      ),
    ).toEqual(['new@example.org']);
    for (const query of [
      'type=customer.gone',
      'after=cus_00000000000000000000000000',
      'created_after=yesterday',
      'created_after=2026-13-01T00:00:00Z',
      'created_after=2026-02-31T00:00:00Z',
    ]) {
      expect((await given.api.get(`/events?${query}`)).json().error.message).toContain(
        query.slice(0, query.indexOf('=')),
      );
    }
  });
});
