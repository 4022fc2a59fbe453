// Subscriptions of the data API (service.md, Data API rule 4, States; decisions 4, 12, 13).
import { beforeAll, describe, expect, it } from 'vitest';
import { givenPublication, type Fields, type TestPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let given: TestPublication;
let count = 0;

beforeAll(async () => {
  given = await givenPublication(service());
});

async function newCustomer({ api } = given): Promise<string> {
  count += 1;
  return (await api.post('/customers', { email: `reader${count}@example.test` })).json().id;
}

const paid = (customerId: string): Fields => ({
  customer_id: customerId,
  plan_id: given.plan.id,
  price_id: given.price.id,
});
const complimentary = (customerId: string, planId = given.plan.id): Fields => ({
  customer_id: customerId,
  plan_id: planId,
  complimentary: 'true',
});

describe('a new subscription', () => {
  it('is active at its price', async () => {
    const customerId = await newCustomer();
    const response = await given.api.post('/subscriptions', paid(customerId));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^sub_[0-7][0-9a-z]{25}$/),
      status: 'active',
      customer_id: customerId,
      plan_id: given.plan.id,
      price_id: given.price.id,
      complimentary: false,
      ends_at: null,
    });
  });

  it.each(['true', 'True', '1'])('is free of charge with complimentary=%s, and its price_id is null', async (value) => {
    const response = await given.api.post('/subscriptions', {
      ...complimentary(await newCustomer()),
      complimentary: value,
      price_id: '',
    });
    expect(response.json()).toMatchObject({ status: 'active', complimentary: true, price_id: null });
  });

  it.each(['false', 'False', '0'])('is paid with complimentary=%s', async (value) => {
    const response = await given.api.post('/subscriptions', { ...paid(await newCustomer()), complimentary: value });
    expect(response.json()).toMatchObject({ complimentary: false, price_id: given.price.id });
  });

  it('takes the memb_ id of the same person', async () => {
    const customerId = await newCustomer();
    const response = await given.api.post('/subscriptions', complimentary(customerId.replace('cus_', 'memb_')));
    expect(response.json().customer_id).toBe(customerId);
  });

  it('shows as plan_slug: the newest paid one before any complimentary one', async () => {
    const customerId = await newCustomer();
    const planSlug = async (): Promise<string | null> =>
      (await given.api.get('/customers?limit=1')).json().objects[0].plan_slug;
    expect(await planSlug()).toBeNull();
    await given.api.post('/subscriptions', paid(customerId));
    expect(await planSlug()).toBe('supporter');
    await given.api.post('/subscriptions', complimentary(customerId, given.otherPlan.id));
    expect(await planSlug()).toBe('supporter');
  });
});

describe('what is refused', () => {
  it.each<[string, (customerId: string) => Fields, number, string]>([
    ['price_id when complimentary is true', (id) => ({ ...paid(id), complimentary: 'true' }), 400, 'price_id'],
    ['neither price_id nor complimentary', (id) => ({ customer_id: id, plan_id: given.plan.id }), 400, 'price_id'],
    ['an empty price_id without complimentary', (id) => ({ ...paid(id), price_id: '' }), 400, 'price_id'],
    [
      'a complimentary that is no boolean',
      (id) => ({ ...complimentary(id), complimentary: 'yes' }),
      400,
      'complimentary',
    ],
    ['no customer_id', () => ({ plan_id: given.plan.id, price_id: given.price.id }), 400, 'customer_id'],
    ['no plan_id', (id) => ({ customer_id: id, price_id: given.price.id }), 400, 'plan_id'],
    ['a price of another plan', (id) => ({ ...paid(id), price_id: given.otherPrice.id }), 409, 'price'],
  ])('refuses %s with invalid_param', async (_title, form, status, parameter) => {
    const response = await given.api.post('/subscriptions', form(await newCustomer()));
    expect([response.statusCode, response.json().error?.code]).toEqual([status, 'invalid_param']);
    expect(response.json().error.message).toContain(parameter);
  });

  it.each<[string, (customerId: string) => Fields]>([
    ['customer', () => paid('cus_00000000000000000000000000')],
    ['plan', (id) => ({ ...paid(id), plan_id: 'plan_00000000000000000000000000' })],
    ['price', (id) => ({ ...paid(id), price_id: 'nothing of the kind' })],
  ])('answers not_found for an unknown %s', async (_title, form) => {
    const response = await given.api.post('/subscriptions', form(await newCustomer()));
    expect([response.statusCode, response.json().error?.code]).toEqual([404, 'not_found']);
  });

  it('refuses the same plan twice with 409, naming the active subscription', async () => {
    const customerId = await newCustomer();
    const first = (await given.api.post('/subscriptions', paid(customerId))).json();
    const second = await given.api.post('/subscriptions', complimentary(customerId));
    expect(second.statusCode).toBe(409);
    expect(second.json().error).toEqual({ code: 'invalid_param', message: expect.stringContaining(first.id) });
  });
});

describe('cancel', () => {
  it('returns the subscription as canceled, and again on the second call', async () => {
    const customerId = await newCustomer();
    const active = (await given.api.post('/subscriptions', paid(customerId))).json();
    for (const _ of [1, 2]) {
      const response = await given.api.post(`/subscriptions/${active.id}/cancel`);
      expect([response.statusCode, response.json()]).toEqual([200, { ...active, status: 'canceled' }]);
    }
  });

  it('leaves the moment of the first cancel as it was', async () => {
    const { id } = (await given.api.post('/subscriptions', paid(await newCustomer()))).json();
    await given.api.post(`/subscriptions/${id}/cancel`);
    const canceledAt = async (): Promise<unknown> =>
      (await service().database.knex('subscriptions').where({ id }).first()).canceledAt;
    const before = await canceledAt();
    service().clock.advance(60);
    await given.api.post(`/subscriptions/${id}/cancel`);
    expect(await canceledAt()).toBe(before);
  });

  it('takes the plan from the customer, who can then subscribe to it anew', async () => {
    const customerId = await newCustomer();
    const first = (await given.api.post('/subscriptions', paid(customerId))).json();
    await given.api.post(`/subscriptions/${first.id}/cancel`);
    expect((await given.api.get('/members?limit=1')).json().objects[0].plan_slug).toBeNull();
    const second = (await given.api.post('/subscriptions', paid(customerId))).json();
    expect(second.id).not.toBe(first.id);
    expect(second.status).toBe('active');
  });

  it.each(['sub_00000000000000000000000000', 'nothing', '%20', 'x'.repeat(300), "'--"])(
    'answers not_found for the unknown id %s',
    async (id) => {
      const response = await given.api.post(`/subscriptions/${id}/cancel`);
      expect([response.statusCode, response.json().error?.code]).toEqual([404, 'not_found']);
    },
  );

  it.each([
    ['without a body', undefined, 200],
    ['with an empty form', '', 200],
    ['with a parameter it does not know', 'reason=x', 400],
  ])('answers a request %s', async (_title, body, status) => {
    const { id } = (await given.api.post('/subscriptions', paid(await newCustomer()))).json();
    expect((await given.api.request('POST', `/subscriptions/${id}/cancel`, body, {})).statusCode).toBe(status);
  });
});
