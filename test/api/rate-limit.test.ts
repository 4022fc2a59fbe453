// The rate limit of an API key (decisions 33): headers on every answer, rate_limited with Retry-After beyond it, shared by instances.
import { describe, expect, it } from 'vitest';
import { RateLimiter } from '../../src/api/rate-limit.ts';
import { ApiClient, basic, givenPublication } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';
import { workOf } from '../support/service/work.ts';

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

  it('counts what is asked at an unknown address, refused or missing by the same counter', async () => {
    const { api } = await givenPublication(limited());
    const left = [];
    for (const path of ['/members', '/nothing', '/members?limit=0', '/customers/cus_unknown', '/nothing', '/members'])
      left.push((await api.get(path)).headers['ratelimit-remaining']);
    expect(left).toEqual(['39', '38', '37', '36', '35', '34']);
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

  it('tells by every instance what all of them have left, within a second', async () => {
    const { database, clock } = limited();
    const [one, other] = [new RateLimiter(database, clock, 60), new RateLimiter(database, clock, 60)];
    expect((await one.take('key_two')).headers['ratelimit-remaining']).toBe('59');
    for (let made = 0; made < 30; made += 1) await other.take('key_two');
    clock.advance(1);
    // Of three that this instance has reserved, two were left before this one; the other has used thirty.
    expect((await one.take('key_two')).headers['ratelimit-remaining']).toBe('28');
    for (let made = 0; made < 27; made += 1) await other.take('key_two');
    clock.advance(1);
    expect((await one.take('key_two')).headers['ratelimit-remaining']).toBe('0');
    expect((await one.take('key_two')).isExceeded).toBe(true);
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

  const WRONG = `key_test_${'A'.repeat(36)}0000000`;

  it('answers wrong keys over the limit from memory: nothing is counted, only the key is looked up', async () => {
    const guess = async (key: string) =>
      new ApiClient(limited(), undefined).get('/members', { authorization: basic(key) });
    for (let made = 0; made < 12; made += 1) await guess(WRONG);
    const { answer, work } = await workOf(() => guess(WRONG));
    expect(answer.statusCode).toBe(429);
    expect(work.filter((text) => /limits|begin/i.test(text))).toEqual([]);
    expect((await workOf(() => guess('key_test_guess'))).work.filter((text) => text.includes(' '))).toEqual([]);
  });

  it('answers a good key while wrong ones wait to be counted', async () => {
    const { api } = await givenPublication(limited());
    limited().clock.advance(61);
    await api.get('/members');
    const guess = (): Promise<unknown> =>
      new ApiClient(limited(), undefined).get('/members', { authorization: basic('key_test_guess') });
    await guess();
    const [released, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = limited().database.transaction(async ({ knex }) => {
      await knex('limits').update({ resetsAt: knex.ref('resetsAt') });
      locked.resolve();
      await released.promise;
    });
    await locked.promise;
    const wrong = Array.from({ length: 40 }, () => guess().then(() => 'a wrong key'));
    const good = async (): Promise<string> => `a good key: ${(await api.get('/members')).statusCode}`;
    expect(await Promise.race([good(), ...wrong])).toBe('a good key: 200');
    released.resolve();
    await Promise.all([holding, ...wrong]);
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
