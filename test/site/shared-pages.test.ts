// Pages that many see at once are made once in 100 ms; a change, a cookie or a parameter is never answered with somebody else's page.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { archiveOffer } from '../../src/models/catalog/offer.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function ask({ publication: { siteHost } }: TestSite, url = '/offers', headers: Record<string, string> = {}) {
  return service().app.inject({ url, headers: { host: siteHost, ...headers } });
}

/** How often the database was asked while the page was answered. */
async function questionsOf(site: TestSite, url?: string, headers?: Record<string, string>): Promise<number> {
  const spies = (['first', 'all'] as const).map((method) => vi.spyOn(service().database, method));
  expect((await ask(site, url, headers)).statusCode).toBe(200);
  const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  vi.restoreAllMocks();
  return count;
}

it.each(['/offers', '/free_offering'])('%s asks the database once for all who come within 100 ms', async (url) => {
  const site = await givenSite(service());
  expect(await questionsOf(site, url)).toBeGreaterThan(0);
  expect(await questionsOf(site, url)).toBe(0);
  vi.advanceTimersByTime(100);
  expect(await questionsOf(site, url)).toBeGreaterThan(0);
});

it('answers the same page with the same headers, but a Request-Id of its own', async () => {
  const site = await givenSite(service());
  const [made, shared] = [await ask(site), await ask(site)];
  const { 'request-id': id, date: _date, ...headers } = made.headers;
  expect(shared.body).toBe(made.body);
  expect(shared.headers).toMatchObject(headers);
  expect(shared.headers['request-id']).not.toBe(id);
});

it('shows what was changed at once', async () => {
  const site = await givenSite(service());
  expect((await ask(site)).body).toContain('Patron');
  await service().database.transaction((transaction) =>
    archiveOffer(site.publication, transaction, service().clock, 'patron'),
  );
  expect((await ask(site)).body).not.toContain('Patron');
});

it('makes the page anew for another site, another language, a cookie and a parameter', async () => {
  const [site, other] = [await givenSite(service(), { name: 'Ours' }), await givenSite(service(), { name: 'Theirs' })];
  expect((await ask(site)).body).toContain('Ours');
  expect((await ask(other)).body).toContain('Theirs');
  expect((await ask(site, '/offers', { 'accept-language': 'de' })).body).toContain('lang="de"');
  expect(await questionsOf(site, '/offers', { cookie: 'any=one' })).toBeGreaterThan(0);
  expect(await questionsOf(site, '/offers?continue_url=x')).toBeGreaterThan(0);
});

it('keeps no page for a signed-in customer', async () => {
  const site = await givenSite(service());
  const reader = await site.signedIn();
  const own = (await reader.get('/offers')).body;
  const anonymous = (await ask(site)).body;
  expect(anonymous).not.toBe(own);
  expect((await reader.get('/offers')).body).toBe(own);
});
