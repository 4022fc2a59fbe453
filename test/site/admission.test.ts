// What a process answers when it has more requests than it can answer soon: each door in its own shape, the others at once.
import type { InjectOptions } from 'fastify';
import { expect, test, vi } from 'vitest';
import { basic, givenPublication } from '../support/publications/publication.ts';
import { expectFailure } from '../support/service/failures.ts';
import { useService } from '../support/service/service.ts';

const service = useService({ MAX_WAIT_MILLISECONDS: '1000' });
/** http/overload/fair-queue.ts */
const RUNNING_MAX_OF_OWNER = 50;

test('R-L9 while requests are stuck, the surplus gets 503 with Retry-After in the shape of its door; what was taken is answered later', async () => {
  const [loud, other, quiet] = await Promise.all([1, 2, 3].map(() => givenPublication(service())));
  if (loud === undefined || other === undefined || quiet === undefined) throw new Error('three were given');
  const create = (key: string, email: string): InjectOptions => ({
    method: 'POST',
    url: '/2023-04-11/customers',
    headers: { authorization: basic(key), 'content-type': 'application/x-www-form-urlencoded' },
    payload: `email=${email}`,
  });
  const { app, database, logLines } = service();
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = database.transaction(async () => {
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const stuck = Array.from({ length: RUNNING_MAX_OF_OWNER }, (_, at) => [
    app.inject(create(loud.apiKey, `a${at}@example.org`)),
    app.inject(create(other.apiKey, `b${at}@example.org`)),
  ]).flat();
  const listOf = (key: string): InjectOptions => ({
    url: '/2023-04-11/members',
    headers: { authorization: basic(key) },
  });
  const isStuck = async (key: string) => (await app.inject(listOf(key))).statusCode === 503;
  for (const { apiKey } of [loud, other])
    await expectFailure(() => vi.waitUntil(() => isStuck(apiKey), { timeout: 30_000 }));
  const site = { host: new URL(quiet.publication.siteUrl).host, 'x-forwarded-proto': 'https' };
  const ask = (request: InjectOptions) => expectFailure(async () => app.inject(request));
  const [list, page, token] = await Promise.all([
    ask(listOf(quiet.apiKey)),
    ask({ url: '/offers', headers: { ...site, 'accept-language': 'de' } }),
    ask({ method: 'POST', url: '/oauth/token', headers: site, payload: '' }),
  ]);
  expect([list.statusCode, list.json().error.code]).toEqual([503, 'service_unavailable']);
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  expect(page.body).toContain('lang="de"');
  expect([token.statusCode, token.json().error]).toEqual([503, 'temporarily_unavailable']);
  for (const { headers } of [list, page, token]) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await app.inject('/healthz')).statusCode).toBe(200);

  release.resolve();
  await transaction;
  expect(new Set((await Promise.all(stuck)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await app.inject({ url: '/offers', headers: site })).statusCode).toBe(200);
  // One line, whatever their number, and nobody's name in it.
  expect(logLines.filter((line) => line.includes('requests were refused'))).toEqual([
    expect.stringMatching(/"level":40.*"refused":1,/),
  ]);
  expect(logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});
