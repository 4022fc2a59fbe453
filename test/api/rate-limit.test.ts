// The rate limit of an API key (decisions 33): headers on every answer, rate_limited with Retry-After beyond it, shared by instances.
import { describe, expect, it } from 'vitest';
import { RateLimiter } from '../../src/api/rate-limit.ts';
import { ApiClient, basic, givenPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const limited = useService({ API_RATE_LIMIT: '40' });
const unlimited = useService();

describe('the rate limit', () => {
  it('counts down in the headers, refuses beyond, and starts anew with the next minute', async () => {
    const { api } = await givenPublication(limited());
    for (let made = 1; made <= 40; made += 1) {
      const { statusCode, headers } = await api.get('/members');
      expect([statusCode, headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([
        200,
        '40',
        String(40 - made),
      ]);
    }
    const refused = await api.get('/members');
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    limited().clock.advance(60);
    expect((await api.get('/members')).statusCode).toBe(200);
  });

  it('is one of each key', async () => {
    const [one, two] = [await givenPublication(limited()), await givenPublication(limited())];
    for (let made = 0; made < 41; made += 1) await one.api.get('/members');
    expect((await one.api.get('/members')).statusCode).toBe(429);
    expect((await two.api.get('/members')).statusCode).toBe(200);
  });

  it('R-F15 holds over two instances: together never more than the limit', async () => {
    const { database, clock } = limited();
    const instances = [new RateLimiter(database, clock, 60), new RateLimiter(database, clock, 60)];
    const states = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => instances[index % 2]?.take('key_shared')),
    );
    expect(states.filter((state) => state?.isExceeded === false)).toHaveLength(60);
  });

  it('is off with API_RATE_LIMIT=0, without headers', async () => {
    const { api } = await givenPublication(unlimited());
    expect((await api.get('/members')).headers['ratelimit-limit']).toBeUndefined();
  });

  it('R-A19 answers wrong keys from one address with 429 after ten in a minute, while good keys pass', async () => {
    const { api } = await givenPublication(limited());
    const guess = async (): Promise<number> =>
      (await new ApiClient(limited(), undefined).get('/members', { authorization: basic('key_test_guess') }))
        .statusCode;
    const statuses = [];
    for (let made = 0; made < 12; made += 1) statuses.push(await guess());
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    expect((await api.get('/members')).statusCode).toBe(200);
  });

  it('R-A19 counts wrong keys for an IPv6 /64 and not for each of its addresses', async () => {
    const { app } = limited();
    const statuses = [];
    for (let made = 0; made < 12; made += 1) {
      const headers = { authorization: basic('key_test_guess') };
      const remoteAddress = `2001:db8:5:6::${made + 1}`;
      statuses.push((await app.inject({ url: '/2023-04-11/members', headers, remoteAddress })).statusCode);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const elsewhere = { headers: { authorization: basic('key_test_guess') }, remoteAddress: '2001:db8:5:7::1' };
    expect((await app.inject({ url: '/2023-04-11/members', ...elsewhere })).statusCode).toBe(401);
    const buckets = JSON.stringify(await limited().database.knex('limits').select('bucket'));
    expect(buckets).toContain('wrong-api-key');
    expect(buckets).not.toContain('2001');
  });
});
