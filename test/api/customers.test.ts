// POST customers (service.md, Data API; decisions 3, 10, 11): what is required, what is refused, what clashes.
import { describe, expect, it } from 'vitest';
import { givenPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

describe('a new customer', () => {
  it('is returned with its fields, and is listed first', async () => {
    const { api, publication } = await givenPublication(service());
    const response = await api.post('/customers', { email: 'Ada@Example.test', name: 'Ada Lovelace' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^cus_[0-7][0-9a-z]{25}$/),
      email: 'Ada@Example.test',
      name: 'Ada Lovelace',
      postal_address: null,
      newsletter_slugs: [],
      plan_slug: null,
      state: 'free',
      activation_url: expect.stringMatching(new RegExp(`^${publication.siteUrl}/activate/[0-9A-Za-z_-]{48}$`)),
    });
    expect((await api.get('/customers')).json().objects[0]).toEqual(response.json());
  });

  it('may have an activation code instead of an e-mail address', async () => {
    const { api } = await givenPublication(service());
    const response = await api.post('/customers', { activation_code: 'PRINT-0001', name: '' });
    expect(response.json()).toMatchObject({
      email: null,
      name: null,
      activation_url: expect.stringContaining('/activate/'),
    });
  });

  it('may have both', async () => {
    const { api } = await givenPublication(service());
    expect((await api.post('/customers', { email: 'a@b.test', activation_code: 'PRINT-0001' })).statusCode).toBe(200);
  });

  it('is the same with surrounding space in the parameters', async () => {
    const { api } = await givenPublication(service());
    expect((await api.post('/customers', { email: ' a@b.test ', name: ' Ada ' })).json()).toMatchObject({
      email: 'a@b.test',
      name: 'Ada',
    });
  });
});

describe('lengths', () => {
  it.each([
    ['a name of 255 characters outside the basic plane', { email: 'a@b.test', name: '🗞'.repeat(255) }],
    ['an activation code of 64 of them', { activation_code: '🗞'.repeat(64) }],
    ['an address of 254 characters', { email: `${'a'.repeat(64)}@${'b'.repeat(184)}.test` }],
  ])('counts characters, so that %s is taken', async (_title, form) => {
    const { api } = await givenPublication(service());
    expect((await api.post('/customers', form)).statusCode).toBe(200);
  });
});

describe('what is refused', () => {
  it.each<[string, Record<string, string> | string, string]>([
    ['neither e-mail address nor activation code', {}, 'email'],
    ['an empty e-mail address', { email: '' }, 'email'],
    ['an address without @', { email: 'ada' }, 'email'],
    ['an address with two @', { email: 'a@b@c.test' }, 'email'],
    ['an address with a line break', { email: 'a@b.test\r\nBcc: c@d.test' }, 'email'],
    ['an address that is too long', { email: `${'a'.repeat(64)}@${'b'.repeat(190)}.test` }, 'email'],
    ['a name that is too long', { email: 'a@b.test', name: 'x'.repeat(256) }, 'name'],
    ['a name with a control character', { email: 'a@b.test', name: 'a\tb' }, 'name'],
    ['a short activation code', { activation_code: '1234567' }, 'activation_code'],
    ['an activation code that is short without its space', { activation_code: ' 123456 ' }, 'activation_code'],
    ['a long activation code', { activation_code: 'x'.repeat(65) }, 'activation_code'],
    ['a parameter that is not known', { email: 'a@b.test', admin: 'true' }, 'admin'],
    ['a repeated parameter', 'email=a@b.test&email=a@b.test', 'email'],
    ['a parameter in brackets', 'email[]=a@b.test', 'email'],
    ['broken percent-encoding', 'email=a%zzb@c.test', 'email'],
    ['invalid UTF-8', 'name=%ff&email=a@b.test', 'name'],
    ['NUL', 'name=%00&email=a@b.test', 'name'],
  ])('refuses %s with invalid_param naming the parameter', async (_title, form, parameter) => {
    const { api } = await givenPublication(service());
    const response = await api.post('/customers', form);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toEqual({ code: 'invalid_param', message: expect.stringContaining(parameter) });
    expect((await api.get('/customers')).json().objects).toEqual([]);
  });

  it('refuses a known e-mail address in any case with 409, naming the customer who has it', async () => {
    const { api } = await givenPublication(service());
    const known = (await api.post('/customers', { email: 'ada@example.test' })).json();
    const response = await api.post('/customers', { email: 'ADA@example.test' });
    expect(response.statusCode).toBe(409);
    expect(response.json().error).toEqual({ code: 'invalid_param', message: expect.stringContaining(known.id) });
  });

  it('refuses a used activation code in any case with 409', async () => {
    const { api } = await givenPublication(service());
    await api.post('/customers', { activation_code: 'Print-0001' });
    const response = await api.post('/customers', { activation_code: 'PRINT-0001', email: 'a@b.test' });
    expect([response.statusCode, response.json().error.code]).toEqual([409, 'invalid_param']);
    expect((await api.get('/customers')).json().objects).toHaveLength(1);
  });

  it('refuses a body over 64 KiB with request_too_large', async () => {
    const { api } = await givenPublication(service());
    const response = await api.post('/customers', `email=${'a'.repeat(70_000)}`);
    expect([response.statusCode, response.json().error.code]).toEqual([413, 'request_too_large']);
  });
});

describe('what is stored', () => {
  it('R-S1 holds neither API key nor activation code in readable form', async () => {
    const { api, apiKey } = await givenPublication(service());
    await api.post('/customers', { activation_code: 'canary-code-1' });
    const { knex } = service().database;
    const stored = JSON.stringify([await knex('apiKeys'), await knex('customers')]);
    expect(stored).not.toContain(apiKey);
    expect(stored.toLowerCase()).not.toContain('canary-code-1');
  });
});
