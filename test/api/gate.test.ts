// Who may use the data API (service.md, Authentication 1; decisions 5 to 7): order of checks, keys, HTTPS, versions.
import { describe, expect, it } from 'vitest';
import { ApiKeyRecord, createApiKey, revokeApiKey } from '../../src/models/publication/api-key.ts';
import { PRODUCTION_SETTINGS } from '../support/processes/command-line.ts';
import { ApiClient, basic, givenPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const secure = useService({ API_URL: 'https://api.example.test', TRUST_PROXY: '127.0.0.1' });
const production = useService({
  ...PRODUCTION_SETTINGS,
  API_URL: 'https://api.example.test',
  TRUST_PROXY: '127.0.0.1',
});

const errorOf = (response: { json: () => { error?: { code: string } } }): string | undefined =>
  response.json().error?.code;

describe('API keys', () => {
  it('refuses a request without credentials with missing_api_key and a challenge', async () => {
    const response = await new ApiClient(service(), undefined).get('/members');
    expect([response.statusCode, errorOf(response)]).toEqual([401, 'missing_api_key']);
    expect(response.headers['www-authenticate']).toMatch(/^Basic realm=/);
  });

  it.each([
    ['an unknown key', basic('key_test_unknown')],
    ['a key of the right form that was never issued', basic(`key_test_${'A'.repeat(36)}0000000`)],
    ['a key as the password', basic('', 'key_test_unknown').replace(/^Basic /, 'Basic ')],
    ['a key of the other environment', basic('key_live_000000000000000000000000000000000000')],
  ])('refuses %s', async (_title, authorization) => {
    const response = await new ApiClient(service(), undefined).get('/members', { authorization });
    expect(response.statusCode).toBe(401);
    expect(['invalid_api_key', 'missing_api_key']).toContain(errorOf(response));
  });

  // As after a database was copied from one environment to the other.
  it.each([
    ['test', 'production', production],
    ['production', 'test', service],
  ] as const)('refuses a key of %s in %s, though its database knows the key', async (keysOf, environment, at) => {
    const { publication } = await givenPublication(at());
    const { database, clock, config } = at();
    const headers = { host: new URL(config.apiUrl).host, 'x-forwarded-proto': 'https' };
    const [foreign, own] = await database.transaction(async (transaction) => [
      await createApiKey(publication, transaction, clock, { environment: keysOf }),
      await createApiKey(publication, transaction, clock, { environment }),
    ]);
    const response = await new ApiClient(at(), foreign?.key).get('/members', headers);
    expect([response.statusCode, errorOf(response)]).toEqual([401, 'invalid_api_key']);
    expect((await new ApiClient(at(), own?.key).get('/members', headers)).statusCode).toBe(200);
  });

  it('refuses a good key that comes with a password', async () => {
    const { apiKey } = await givenPublication(service());
    const response = await new ApiClient(service(), undefined).get('/members', {
      authorization: basic(apiKey, 'secret'),
    });
    expect([response.statusCode, errorOf(response)]).toEqual([401, 'invalid_api_key']);
  });

  it.each(['Bearer abc', 'Basic', 'Basic !!!', 'Digest x', ''])(
    'answers credentials of another form, %j, as if there were none',
    async (authorization) => {
      const response = await new ApiClient(service(), undefined).get('/members', { authorization });
      expect([response.statusCode, errorOf(response)]).toEqual([401, 'missing_api_key']);
    },
  );

  it('accepts the scheme in any case', async () => {
    const { apiKey } = await givenPublication(service());
    const response = await new ApiClient(service(), undefined).get('/members', {
      authorization: basic(apiKey).replace('Basic', 'bASIC'),
    });
    expect(response.statusCode).toBe(200);
  });

  it('R-A8 refuses a revoked key on the next request, and leaves the other keys alone', async () => {
    const { api, apiKeyId, publication } = await givenPublication(service());
    const { database, clock } = service();
    const second = await database.transaction((transaction) =>
      createApiKey(publication, transaction, clock, { environment: 'test' }),
    );
    expect((await api.get('/members')).statusCode).toBe(200);
    await database.transaction((transaction) => revokeApiKey(publication, transaction, clock, apiKeyId));
    const response = await api.get('/members');
    expect([response.statusCode, errorOf(response)]).toEqual([401, 'revoked_api_key']);
    expect((await new ApiClient(service(), second.key).get('/members')).statusCode).toBe(200);
  });
});

describe('API keys that another process changes', () => {
  it('are refused within half a second of being revoked', async () => {
    const { api, apiKeyId } = await givenPublication(service());
    expect((await api.get('/members')).statusCode).toBe(200);
    const { database } = service();
    await database.transaction(({ knex }) => knex('api_keys').where('id', apiKeyId).update({ revokedAt: 1 }));
    await expect.poll(async () => (await api.get('/members')).statusCode, { timeout: 500, interval: 20 }).toBe(401);
  });

  it('are good at once after they were unknown', async () => {
    const { api, apiKeyId, publication } = await givenPublication(service());
    const { database } = service();
    const { hash } = await ApiKeyRecord.get(publication, database, apiKeyId);
    await database.transaction(({ knex }) => knex('api_keys').where('id', apiKeyId).update({ hash: 'another' }));
    await expect.poll(async () => (await api.get('/members')).statusCode, { timeout: 500, interval: 20 }).toBe(401);
    await database.transaction(({ knex }) => knex('api_keys').where('id', apiKeyId).update({ hash }));
    expect((await api.get('/members')).statusCode).toBe(200);
  });
});

describe('HTTPS', () => {
  it('refuses plain HTTP with https_required, before the key is looked at', async () => {
    const response = await new ApiClient(secure(), undefined).get('/members', { host: 'api.example.test' });
    expect([response.statusCode, errorOf(response)]).toEqual([403, 'https_required']);
    expect(response.headers.location).toBeUndefined();
  });

  it('believes X-Forwarded-Proto from the configured proxy', async () => {
    const { api } = await givenPublication(secure());
    expect((await api.get('/members', { host: 'api.example.test', 'x-forwarded-proto': 'https' })).statusCode).toBe(
      200,
    );
  });

  it('does not believe it from anyone else', async () => {
    const { app } = secure();
    const headers = { host: 'api.example.test', 'x-forwarded-proto': 'https' };
    const response = await app.inject({ url: '/2023-04-11/members', headers, remoteAddress: '192.0.2.7' });
    expect(response.statusCode).toBe(403);
  });

  it('answers on the host of the API alone', async () => {
    const { apiKey } = await givenPublication(secure());
    const headers = { host: 'news.example.test', 'x-forwarded-proto': 'https', authorization: basic(apiKey) };
    expect((await secure().app.inject({ url: '/2023-04-11/members', headers })).statusCode).toBe(404);
  });
});

describe('versions and addresses', () => {
  it.each([
    '/2022-01-01/members',
    '/2099-12-31/customers',
    '/v1/members',
    '/2023-04-11x/members',
    '/2023-04-12/subscriptions/sub_1/cancel',
  ])('R-B17 refuses %s with invalid_api_version, without a key as with one', async (url) => {
    const { apiKey } = await givenPublication(service());
    for (const headers of [{}, { authorization: basic(apiKey) }]) {
      const response = await service().app.inject({ url, headers });
      expect([response.statusCode, errorOf(response)]).toEqual([400, 'invalid_api_version']);
    }
  });

  it('answers an unknown address of the version with missing_api_key, and with not_found to whoever has a key', async () => {
    const { api } = await givenPublication(service());
    expect(errorOf(await new ApiClient(service(), undefined).get('/nothing'))).toBe('missing_api_key');
    const response = await api.get('/nothing');
    expect([response.statusCode, errorOf(response)]).toEqual([404, 'not_found']);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)(
    'answers %s with method_not_allowed and Allow',
    async (method) => {
      const { api } = await givenPublication(service());
      const response = await api.request(method, '/customers', undefined, {});
      expect([response.statusCode, errorOf(response), response.headers.allow]).toEqual([
        405,
        'method_not_allowed',
        'GET, HEAD, POST',
      ]);
    },
  );

  it('answers HEAD like GET without a body', async () => {
    const { api } = await givenPublication(service());
    const response = await api.request('HEAD', '/members', undefined, {});
    expect([response.statusCode, response.body]).toEqual([200, '']);
  });

  it('gives every answer a Request-Id of its own', async () => {
    const { api } = await givenPublication(service());
    const ids = await Promise.all(
      ['/members', '/nothing', '/members?limit=0'].map(async (path) => (await api.get(path)).headers['request-id']),
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-f]{32}$/);
  });

  it.each([
    '/2023-04-11/%zz',
    '/2023-04-11/customers%00',
    '//2023-04-11/members',
    '/2023-04-11/members/',
    '/2023-04-11/Members',
    '/2023-04-11/../members',
  ])('R-B13 never lets %s reach a handler, and answers with the error object', async (url) => {
    const { apiKey } = await givenPublication(service());
    const response = await service().app.inject({ url, headers: { authorization: basic(apiKey) } });
    expect([400, 404]).toContain(response.statusCode);
  });
});

describe('order of checks', () => {
  it('looks at the key before media type and parameters', async () => {
    const response = await new ApiClient(service(), undefined).post('/customers?nonsense=1', 'email=x', {
      'content-type': 'application/json',
    });
    expect(errorOf(response)).toBe('missing_api_key');
  });

  it('looks at the media type before parameters', async () => {
    const { api } = await givenPublication(service());
    const response = await api.post('/customers', 'email=x', { 'content-type': 'application/json' });
    expect([response.statusCode, errorOf(response)]).toEqual([415, 'unsupported_media_type']);
  });

  it('looks at parameters before existence, and at existence before state', async () => {
    const { api, plan, otherPrice } = await givenPublication(service());
    const unknown = { customer_id: 'cus_unknown', plan_id: plan.id, price_id: otherPrice.id };
    expect(errorOf(await api.post('/subscriptions', { ...unknown, extra: '1' }))).toBe('invalid_param');
    expect(errorOf(await api.post('/subscriptions', unknown))).toBe('not_found');
  });
});
