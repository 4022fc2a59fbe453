// One customer or member of the data API (decisions 15): get, update, newsletters, erase; and the filters of their lists.
import { beforeAll, describe, expect, it } from 'vitest';
import { givenRelyingParty } from '../support/outside/relying-party.ts';
import { givenPublication, type TestPublication } from '../support/publications/publication.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const NEVER = 'cus_0000000000zzzzzzzzzzzzzzzz';
const toMember = (id: string): string => id.replace('cus_', 'memb_');

async function givenCustomer(
  form: Record<string, string> = { email: 'ada@example.test', name: 'Ada' },
): Promise<TestPublication & { id: string; object: Record<string, unknown> }> {
  const given = await givenPublication(service());
  const object = (await given.api.post('/customers', form)).json();
  return { ...given, id: object.id, object };
}

describe('get', () => {
  it('answers the customer by either id, as the list does', async () => {
    const { api, id, object } = await givenCustomer();
    for (const one of [id, toMember(id)]) expect((await api.get(`/customers/${one}`)).json()).toEqual(object);
    const [listed] = (await api.get('/members')).json().objects;
    for (const one of [id, toMember(id)]) expect((await api.get(`/members/${one}`)).json()).toEqual(listed);
  });

  it('knows no member without an e-mail address', async () => {
    const { api, id } = await givenCustomer({ activation_code: 'PRINT-0001' });
    expect((await api.get(`/customers/${id}`)).statusCode).toBe(200);
    const response = await api.get(`/members/${toMember(id)}`);
    expect([response.statusCode, response.json().error]).toEqual([
      404,
      { code: 'not_found', message: `No such member: ${toMember(id)}` },
    ]);
  });

  it.each(['/customers/', '/members/', '/subscriptions/', '/plans/', '/prices/', '/offers/', '/newsletters/'])(
    'answers 404 for an unknown id of %s',
    async (path) => {
      const { api } = await givenPublication(service());
      for (const id of [NEVER, 'x', '%20', `x${'y'.repeat(300)}`]) {
        const response = await api.get(path + id);
        expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found']);
      }
    },
  );
});

describe('update', () => {
  it('changes what is sent, and leaves what is not', async () => {
    const { api, id, object } = await givenCustomer();
    expect((await api.post(`/customers/${id}`, { name: ' Ada King ' })).json()).toEqual({
      ...object,
      name: 'Ada King',
    });
    expect((await api.post(`/customers/${toMember(id)}`, { email: 'Countess@Example.test' })).json()).toEqual({
      ...object,
      name: 'Ada King',
      email: 'Countess@Example.test',
    });
    expect((await api.get(`/customers/${id}`)).json()).toEqual({
      ...object,
      name: 'Ada King',
      email: 'Countess@Example.test',
    });
  });

  it.each(['name=', 'name=%20'])('clears the name by %s', async (form) => {
    const { api, id, object } = await givenCustomer();
    expect((await api.post(`/customers/${id}`, form)).json()).toEqual({ ...object, name: null });
    expect((await api.post(`/members/${id}`, 'name=Ada')).json()).toMatchObject({ id: toMember(id), name: 'Ada' });
  });

  it('takes null for the name that it is, as a form cannot say null', async () => {
    const { api, id, object } = await givenCustomer();
    expect((await api.post(`/customers/${id}`, 'name=null')).json()).toEqual({ ...object, name: 'null' });
    expect((await api.post('/customers', 'email=null@example.test&name=Null')).json()).toMatchObject({ name: 'Null' });
    expect((await api.post(`/customers/${id}/newsletters`, 'newsletter_slugs=null')).statusCode).toBe(404);
  });

  it.each<[string, string]>([
    ['', 'email'],
    ['email=', 'email'],
    ['email=null', 'email'],
    ['email=ada', 'email'],
    ['activation_code=', 'activation_code'],
    ['activation_code=1234567', 'activation_code'],
    ['plan_slug=supporter', 'plan_slug'],
    ['name=A&name=B', 'name'],
  ])('refuses "%s" and changes nothing', async (form, parameter) => {
    const { api, id, object } = await givenCustomer();
    const response = await api.post(`/customers/${id}`, form);
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      { code: 'invalid_param', message: expect.stringContaining(parameter) },
    ]);
    expect((await api.get(`/customers/${id}`)).json()).toEqual(object);
  });

  it('refuses the address of another customer in any case, naming them, and undoes the whole update', async () => {
    const { api, id, object } = await givenCustomer();
    const other = (await api.post('/customers', { email: 'grace@example.test' })).json();
    const response = await api.post(`/customers/${id}`, { name: 'Changed', email: 'GRACE@example.test' });
    expect([response.statusCode, response.json().error]).toEqual([
      409,
      { code: 'invalid_param', message: expect.stringContaining(other.id) },
    ]);
    expect((await api.get(`/customers/${id}`)).json()).toEqual(object);
  });

  it('gives an address to a customer who has none, who is a member then', async () => {
    const { api, id } = await givenCustomer({ activation_code: 'PRINT-0001' });
    expect((await api.post(`/members/${id}`, { email: 'ada@example.test' })).statusCode).toBe(404);
    expect((await api.post(`/customers/${id}`, { email: 'ada@example.test' })).statusCode).toBe(200);
    expect((await api.get(`/members/${id}`)).json()).toMatchObject({ id: toMember(id), email: 'ada@example.test' });
  });

  it('gives an activation code once, and to nobody who has one', async () => {
    const { api, id } = await givenCustomer();
    const other = (await api.post('/customers', { activation_code: 'PRINT-0001' })).json();
    const taken = await api.post(`/customers/${id}`, { activation_code: 'print-0001' });
    expect([taken.statusCode, taken.json().error.message]).toEqual([409, expect.stringContaining(other.id)]);
    expect((await api.post(`/customers/${id}`, { activation_code: 'PRINT-0002' })).statusCode).toBe(200);
    expect((await api.post(`/customers/${id}`, { activation_code: 'print-0002' })).statusCode).toBe(200);
    expect((await api.post(`/customers/${id}`, { activation_code: 'PRINT-0003' })).json().error).toEqual({
      code: 'invalid_param',
      message: expect.stringContaining('has one already'),
    });
    expect((await api.post('/customers', { activation_code: 'PRINT-0003' })).statusCode).toBe(200);
  });

  it('answers an idempotent repetition with the first answer', async () => {
    const { api, id } = await givenCustomer();
    const first = await api.post(`/customers/${id}`, { name: 'One' }, { 'idempotency-key': 'update' });
    await api.post(`/customers/${id}`, { name: 'Two' });
    const again = await api.post(`/customers/${id}`, { name: 'One' }, { 'idempotency-key': 'update' });
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect((await api.get(`/customers/${id}`)).json().name).toBe('Two');
    expect(
      (await api.post(`/customers/${id}`, { name: 'Three' }, { 'idempotency-key': 'update' })).json().error.code,
    ).toBe('idempotency_conflict');
  });

  it('leaves a customer whom it gave another address activated, who proves it at the next sign-in', async () => {
    const site = await givenSite(service());
    const party = await givenRelyingParty(service(), {}, site);
    const reader = await party.signIn({ email: 'ada@example.test' });
    const id = String(reader.claims.sub);
    const response = await site.api.post(`/customers/${id}`, { email: 'ada@new.test' });
    expect(response.json()).toMatchObject({ email: 'ada@new.test', activation_url: null });
    const refused = await site.api.post(`/customers/${id}`, { activation_code: 'PRINT-0001' });
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      409,
      expect.stringContaining('activated already'),
    ]);
    const again = await party.signIn({ email: 'ada@new.test' });
    expect([again.claims.sub, again.claims.email_verified]).toEqual([id, true]);
    service().clock.advance(7 * 24 * 3600);
    const other = await party.signIn({ email: 'ada@example.test' });
    expect(other.claims.sub).not.toBe(id);
  });

  it('keeps an address proved that changes its case only', async () => {
    const site = await givenSite(service());
    const party = await givenRelyingParty(service(), {}, site);
    const reader = await party.signIn({ email: 'ada@example.test' });
    await site.api.post(`/customers/${String(reader.claims.sub)}`, { email: 'Ada@example.test' });
    expect((await party.userinfo(reader.tokens.access_token)).json()).toMatchObject({
      email: 'Ada@example.test',
      email_verified: true,
    });
  });
});

describe('newsletters', () => {
  it('are made the given ones', async () => {
    const { api, id } = await givenCustomer();
    const slugsAfter = async (newsletters: string): Promise<string[]> =>
      (await api.post(`/customers/${id}/newsletters`, { newsletter_slugs: newsletters })).json().newsletter_slugs;
    expect(await slugsAfter('weekly')).toEqual(['weekly']);
    expect(await slugsAfter('daily,weekly,daily')).toEqual(['daily', 'weekly']);
    expect(await slugsAfter('daily')).toEqual(['daily']);
    const [newsletter] = (await api.get('/newsletters')).json().objects;
    expect(await slugsAfter(newsletter.id)).toEqual([newsletter.slug]);
    expect(await slugsAfter('')).toEqual([]);
    expect((await api.get(`/members/${id}`)).json().newsletter_slugs).toEqual([]);
  });

  it('stay as they are when one of them is unknown', async () => {
    const { api, id } = await givenCustomer();
    await api.post(`/customers/${id}/newsletters`, { newsletter_slugs: 'weekly' });
    const response = await api.post(`/customers/${id}/newsletters`, { newsletter_slugs: 'daily,monthly' });
    expect([response.statusCode, response.json().error]).toEqual([
      404,
      { code: 'not_found', message: 'No such newsletter: monthly' },
    ]);
    expect((await api.get(`/customers/${id}`)).json().newsletter_slugs).toEqual(['weekly']);
  });

  it.each(['', 'newsletter_slugs=a,,b', 'newsletter_slugs=Weekly', 'newsletter_slugs[]=weekly'])(
    'refuses the form "%s"',
    async (form) => {
      const { api, id } = await givenCustomer();
      const response = await api.post(`/customers/${id}/newsletters`, form);
      expect([response.statusCode, response.json().error]).toEqual([
        400,
        { code: 'invalid_param', message: expect.stringContaining('newsletter_slugs') },
      ]);
    },
  );
});

describe('erase', () => {
  it('is what the account page does: gone from lists and sign-in, subscriptions canceled, activation void', async () => {
    const { api, id, object, plan } = await givenCustomer({
      email: 'ada@example.test',
      name: 'Ada',
      activation_code: 'PRINT-0001',
    });
    const subscription = (
      await api.post('/subscriptions', { customer_id: id, plan_id: plan.id, complimentary: 'true' })
    ).json();
    const erased = await api.post(`/customers/${id}/erase`);
    expect([erased.statusCode, erased.json()]).toEqual([200, { id, erased: true }]);
    for (const path of [`/customers/${id}`, `/members/${id}`]) expect((await api.get(path)).statusCode).toBe(404);
    expect((await api.get('/customers')).json().objects).toEqual([]);
    expect((await api.get(`/subscriptions/${subscription.id}`)).json()).toMatchObject({
      customer_id: id,
      status: 'canceled',
    });
    expect((await api.get(`/subscriptions?customer=${id}`)).json().objects).toHaveLength(1);
    const page = await service().app.inject({
      url: new URL(String(object['activation_url'])).pathname,
      headers: { host: new URL(String(object['activation_url'])).host },
    });
    expect(page.statusCode).not.toBe(200);
    const again = await api.post('/customers', { activation_code: 'PRINT-0001' });
    expect(again.statusCode).toBe(409);
    expect((await api.post('/customers', { email: 'ada@example.test' })).json().id).not.toBe(id);
  });

  it('is idempotent by either id, and refuses every other write afterwards', async () => {
    const { api, id, plan } = await givenCustomer();
    expect((await api.post(`/members/${toMember(id)}/erase`)).json()).toEqual({ id: toMember(id), erased: true });
    expect((await api.post(`/customers/${toMember(id)}/erase`)).json()).toEqual({ id, erased: true });
    expect((await api.post(`/customers/${id}`, { name: 'Ada' })).statusCode).toBe(404);
    expect((await api.post(`/customers/${id}/newsletters`, { newsletter_slugs: 'weekly' })).statusCode).toBe(404);
    expect(
      (await api.post('/subscriptions', { customer_id: id, plan_id: plan.id, complimentary: 'true' })).statusCode,
    ).toBe(404);
  });

  it('answers 404 for an unknown customer, and for a member without an e-mail address', async () => {
    const { api, id } = await givenCustomer({ activation_code: 'PRINT-0001' });
    expect((await api.post(`/customers/${NEVER}/erase`)).statusCode).toBe(404);
    expect((await api.post(`/members/${id}/erase`)).statusCode).toBe(404);
    expect((await api.get(`/customers/${id}`)).statusCode).toBe(200);
  });

  it('ends the sessions and tells the applications once', async () => {
    const site = await givenSite(service());
    const party = await givenRelyingParty(service(), { backchannelLogoutUri: 'https://www.example.com/logout' }, site);
    const reader = await party.signIn({ email: 'ada@example.test' });
    const id = String(reader.claims.sub);
    await Promise.all([site.api.post(`/customers/${id}/erase`), site.api.post(`/customers/${id}/erase`)]);
    expect((await party.userinfo(reader.tokens.access_token)).statusCode).toBe(401);
    const { knex } = service().database;
    const notices = await knex('deliveries').where({ publicationId: site.publication.id, kind: 'backchannel_logout' });
    expect(notices.map(({ payload }) => JSON.parse(payload))).toEqual([
      expect.objectContaining({ sid: reader.claims['sid'], sub: id }),
    ]);
  });
});

describe('filters', () => {
  let given: TestPublication;
  const ids: string[] = [];
  const createdAt: string[] = [];

  beforeAll(async () => {
    given = await givenPublication(service());
    // Beyond what this process gave ids for before: an id's time is never set back by a little.
    service().clock.advance(3600);
    for (let made = 0; made < 12; made += 1) {
      service().clock.advance(1);
      createdAt.push(service().clock.now().toISOString());
      ids.push(
        (
          await given.api.post(
            '/customers',
            made === 11 ? { activation_code: 'PRINT-0001' } : { email: `reader${made}@example.test` },
          )
        ).json().id,
      );
      if (made % 3 === 2)
        await given.api.post('/subscriptions', {
          customer_id: ids.at(-1) ?? '',
          plan_id: given.plan.id,
          complimentary: 'true',
        });
    }
  });

  async function every(path: string, filter: string, limit: number): Promise<string[]> {
    const found: string[] = [];
    let page = '';
    for (;;) {
      const body = (await given.api.get(`${path}?limit=${limit}&${filter}${page}`)).json();
      found.push(...body.objects.map(({ id }: { id: string }) => id));
      if (body.next_page === null) return found;
      page = `&page=${body.next_page}`;
    }
  }

  const numbers = async (filter: string, limit = 100, path = '/customers'): Promise<number[]> =>
    (await every(path, filter, limit)).map((id) => ids.indexOf(id.replace('memb_', 'cus_')));

  it('finds whoever has an address, in any case', async () => {
    expect(await numbers('email=READER3@example.test')).toEqual([3]);
    expect(await numbers('email=reader3@example.test', 1, '/members')).toEqual([3]);
    expect(await numbers('email=nobody@example.test')).toEqual([]);
    expect((await given.api.get('/members?email=nobody')).json().error).toEqual({
      code: 'invalid_param',
      message: expect.stringContaining('email'),
    });
  });

  it.each([1, 2, 3, 100])('finds the holders of a plan by id and slug, newest first, with limit %i', async (limit) => {
    expect(await numbers(`plan=${given.plan.id}`, limit)).toEqual([11, 8, 5, 2]);
    expect(await numbers('plan=supporter', limit, '/members')).toEqual([8, 5, 2]);
  });

  it('finds nobody by a plan that nobody holds, or that never was', async () => {
    expect(await numbers('plan=patron')).toEqual([]);
    expect(await numbers('plan=never')).toEqual([]);
  });

  it.each([1, 5, 100])('finds what was created within a time, without its ends, with limit %i', async (limit) => {
    const [after, before] = [encodeURIComponent(createdAt[3] ?? ''), encodeURIComponent(createdAt[9] ?? '')];
    expect(await numbers(`created_after=${after}&created_before=${before}`, limit)).toEqual([8, 7, 6, 5, 4]);
    expect(await numbers(`created_after=${after}`, limit)).toEqual([11, 10, 9, 8, 7, 6, 5, 4]);
    expect(await numbers(`created_before=${after}`, limit, '/members')).toEqual([2, 1, 0]);
    expect(await numbers(`created_after=${before}&created_before=${after}`, limit)).toEqual([]);
  });

  it('holds all of them at once', async () => {
    expect(await numbers(`plan=supporter&created_before=${createdAt[8]}`, 1)).toEqual([5, 2]);
    expect(await numbers(`plan=supporter&email=reader5@example.test&created_after=${createdAt[2]}`)).toEqual([5]);
    expect(await numbers('plan=supporter&email=reader4@example.test')).toEqual([]);
  });

  it('takes a cursor with other filters as the same position', async () => {
    const { next_page: page } = (await given.api.get('/customers?limit=4')).json();
    expect(await numbers(`page=${page}&plan=supporter`, 2)).toEqual([5, 2]);
  });

  it.each([
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-13-01T00:00:00Z',
    '2026-02-31T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:60Z',
    'yesterday',
    '1767225600',
    '',
  ])('refuses created_after=%s', async (time) => {
    const response = await given.api.get(`/customers?created_after=${time}`);
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      { code: 'invalid_param', message: expect.stringContaining('created_after must be a time') },
    ]);
  });

  it.each(['2024-02-29T00:00:00Z', '2000-02-29T23:59:59.999999999Z', '2026-01-31T00:00:00Z', '2026-12-31T23:59:59Z'])(
    'takes created_after=%s, a day of the calendar',
    async (time) => {
      expect((await given.api.get(`/customers?created_after=${time}`)).statusCode).toBe(200);
    },
  );

  it('takes a time as Rust and Ruby write it', async () => {
    const [day = '', time = ''] = new Date(Date.parse(createdAt[9] ?? '') + 2 * 3600_000).toISOString().split(/[TZ]/);
    for (const moment of [`${day} ${time} +02:00`, `${day} ${time} +0200`, `${day}T${time}+0200`])
      expect(await numbers(`created_after=${encodeURIComponent(moment)}`)).toEqual([11, 10]);
    const utc = (createdAt[9] ?? '').replace('T', ' ').replace('Z', ' UTC');
    expect(await numbers(`created_after=${encodeURIComponent(utc)}`)).toEqual([11, 10]);
  });

  it('takes an offset from UTC', async () => {
    const moment = new Date(Date.parse(createdAt[9] ?? '') + 2 * 3600_000).toISOString().replace('Z', '+02:00');
    expect(await numbers(`created_after=${encodeURIComponent(moment)}`)).toEqual([11, 10]);
  });
});
