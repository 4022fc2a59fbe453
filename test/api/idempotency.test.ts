// Idempotency-Key (decisions 14): kept 24 hours per publication, the first answer is replayed, another request under it is a conflict.
import { describe, expect, it } from 'vitest';
import { mergeCustomer } from '../../src/models/lifecycle/merge.ts';
import { changeRecords } from '../support/outside/relying-party.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';
import { workOf } from '../support/service/work.ts';

const service = useService();
const KEY = { 'idempotency-key': 'order-17' };

describe('Idempotency-Key', () => {
  it('replays the first answer, however the parameters are ordered, and says so', async () => {
    const { api } = await givenPublication(service());
    const first = await api.post('/customers', 'email=a@b.test&name=Ada', KEY);
    const second = await api.post('/customers', 'name=Ada&email=a@b.test', KEY);
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
    expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
    expect((await api.get('/customers')).json().objects).toHaveLength(1);
  });

  it('refuses another body, and another operation, under the same key', async () => {
    const { api } = await givenPublication(service());
    await api.post('/customers', { email: 'a@b.test' }, KEY);
    for (const [path, form] of [
      ['/customers', { email: 'c@d.test' }],
      ['/subscriptions/sub_x/cancel', {}],
    ] as const) {
      const response = await api.post(path, form, KEY);
      expect([response.statusCode, response.json().error?.code]).toEqual([409, 'idempotency_conflict']);
    }
  });

  it('replays a refusal that depended on what was stored, too', async () => {
    const { api, plan } = await givenPublication(service());
    const form = { customer_id: 'cus_unknown', plan_id: plan.id, complimentary: 'true' };
    const first = await api.post('/subscriptions', form, KEY);
    const second = await api.post('/subscriptions', form, KEY);
    expect([first.statusCode, second.statusCode, second.body]).toEqual([404, 404, first.body]);
  });

  it('does not keep a malformed request: the mended one may use the key', async () => {
    const { api } = await givenPublication(service());
    expect((await api.post('/customers', { email: 'nonsense' }, KEY)).statusCode).toBe(400);
    expect((await api.post('/customers', { email: 'a@b.test' }, KEY)).statusCode).toBe(200);
  });

  it('forgets the key after 24 hours', async () => {
    const { api } = await givenPublication(service());
    await api.post('/customers', { email: 'a@b.test' }, KEY);
    service().clock.advance(24 * 3600 - 1);
    expect((await api.post('/customers', { email: 'a@b.test' }, KEY)).statusCode).toBe(200);
    service().clock.advance(2);
    expect((await api.post('/customers', { email: 'a@b.test' }, KEY)).statusCode).toBe(409);
  });

  it('keeps the keys of two publications apart', async () => {
    const [one, two] = [await givenPublication(service()), await givenPublication(service())];
    const first = await one.api.post('/customers', { email: 'a@b.test' }, KEY);
    const second = await two.api.post('/customers', { email: 'a@b.test' }, KEY);
    expect(second.json().id).not.toBe(first.json().id);
    expect((await one.api.post('/customers', { email: 'a@b.test' }, KEY)).body).toBe(first.body);
  });

  it('keeps an answer under the key of a request that told of an erased person in another publication', async () => {
    const [one, two] = [await givenPublication(service()), await givenPublication(service())];
    const [erased, kept] = [
      await one.api.post('/customers', { email: 'a@b.test' }, KEY),
      await two.api.post('/customers', { email: 'a@b.test' }, KEY),
    ];
    expect((await one.api.post(`/members/${erased.json().id.replace('cus_', 'memb_')}/erase`)).statusCode).toBe(200);
    const again = await two.api.post('/customers', { email: 'a@b.test' }, KEY);
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', kept.body]);
  });

  it('keeps no answer about an erased person, as a customer, as a member or under an id that was merged', async () => {
    const { publication, api } = await givenPublication(service());
    const create = async (form: Record<string, string>, key: string): Promise<string> =>
      (await api.post('/customers', form, { 'idempotency-key': key })).json<{ id: string }>().id;
    const [id, other] = [await create({ email: 'a@b.test' }, 'one'), await create({ email: 'other@b.test' }, 'other')];
    const fromId = await create({ activation_code: 'printed code' }, 'two');
    await api.post(`/members/${id.replace('cus_', 'memb_')}`, { name: 'Ada' }, { 'idempotency-key': 'three' });
    await api.post('/customers', { email: 'a@b.test' }, { 'idempotency-key': 'four' });
    const { database, clock } = service();
    await changeRecords(service(), (knex) => knex('customers').where({ id }).update({ emailVerifiedAt: 1 }));
    await database.transaction((transaction) => mergeCustomer(publication, transaction, clock, { fromId, intoId: id }));
    const kept = () =>
      database.knex('idempotencyAnswers').where({ publicationId: publication.id }).select('customerId');
    expect(await kept()).toHaveLength(5);
    await api.post(`/customers/${id}/erase`);
    expect(await kept()).toEqual([{ customerId: other }]);
  });

  it('erases a person by as much work, however many answers about others are kept', async () => {
    const { api } = await givenPublication(service());
    const erase = async (email: string): Promise<readonly string[]> => {
      const { id } = (await api.post('/customers', { email }, { 'idempotency-key': email })).json<{ id: string }>();
      const { work } = await workOf(() => api.post(`/customers/${id}/erase`));
      // The look-up of the key is shared for a tenth of a second.
      return work.slice(work.findIndex((step) => step.includes('from api_keys')) + 1);
    };
    await erase('first@b.test');
    const few = await erase('a@b.test');
    for (let made = 0; made < 40; made += 1)
      await api.post('/customers', { email: `${made}@b.test` }, { 'idempotency-key': `key ${made}` });
    expect(await erase('z@b.test')).toEqual(few);
    expect(few).not.toContain('createDecipheriv');
  });

  it.each(['', ' ', 'x'.repeat(256), 'a\u0001b'])(
    'refuses the key %j with invalid_param or takes it for absent',
    async (key) => {
      const { api } = await givenPublication(service());
      const response = await api.post('/customers', { email: 'a@b.test' }, { 'idempotency-key': key });
      expect([200, 400]).toContain(response.statusCode);
      if (response.statusCode === 400) expect(response.json().error.message).toContain('Idempotency-Key');
    },
  );
});
