// Where a browser may be sent (service.md, hosted pages rule 1; decisions 27; sign-in rules A39; reliability R-A11).
import { expect, test } from 'vitest';
import { addContinueHost } from '../../src/models/publication/continue-host.ts';
import { toReturnPath } from '../../src/site/destinations.ts';
import { formOf, locationOf, type Browser } from '../support/browser/browser.ts';
import { linksOf } from '../support/browser/html.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';
import { HOSTILE_URLS } from './hostile-urls.ts';

const service = useService();
const production = useService({ API_URL: 'https://api.example.test', TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' });

/** The links and the redirect of the answer that leave the site. */
async function leadsOut(browser: Browser, path: string): Promise<string[]> {
  const page = await browser.get(path);
  expect(page.statusCode).toBeLessThan(400);
  return [...linksOf(page.body), locationOf(page)].filter(
    (link) => link !== '' && link !== '#main' && !/^\/(?!\/)/.test(link),
  );
}

test('has a corpus of three hundred', () => {
  expect(HOSTILE_URLS.length).toBeGreaterThanOrEqual(300);
});

test(
  'R-A11 no hostile continue_url is linked or redirected to, before and after sign-in',
  { timeout: 60_000 },
  async () => {
    const site = await givenSite(service());
    const [visitor, subscriber] = [site.newBrowser(), await site.subscribed()];
    for (const url of HOSTILE_URLS) {
      const query = `?continue_url=${encodeURIComponent(url)}`;
      for (const path of ['/offers', '/free_offering', '/free_offering/subscribe']) {
        expect({ url, out: await leadsOut(visitor, path + query) }).toEqual({ url, out: [] });
        expect({ url, out: await leadsOut(subscriber, path + query) }).toEqual({ url, out: [] });
      }
      expect({ url, out: await leadsOut(subscriber, `/free_offering/subscribed${query}`) }).toEqual({ url, out: [] });
    }
  },
);

test.each(['/subscribe', '/offers/supporter', '/offers/supporter/subscribe'])(
  'nor by %s',
  { timeout: 60_000 },
  async (path) => {
    const site = await givenSite(service());
    const [visitor, subscriber] = [site.newBrowser(), await site.subscribed()];
    const own = await Promise.all([leadsOut(visitor, path), leadsOut(subscriber, path)]);
    expect(own).toEqual([[], []]);
    for (const url of HOSTILE_URLS.filter((_, index) => index % 3 === 0)) {
      const query = `?continue_url=${encodeURIComponent(url)}`;
      for (const browser of [visitor, subscriber])
        expect({ url, out: await leadsOut(browser, path + query) }).toEqual({ url, out: [] });
    }
  },
);

test('nor is one that is put into the form by hand', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn();
  const form = formOf(await browser.open('/free_offering/subscribe'));
  for (const url of HOSTILE_URLS.filter((_, index) => index % 5 === 0)) {
    const answer = await browser.post('/free_offering/subscribe', { ...form.fields, continue_url: url });
    if (answer.statusCode === 303) expect(locationOf(answer)).toBe('/free_offering/subscribed');
    else expect(answer.statusCode).toBe(400);
  }
});

test.each([
  ['https://www.example.org/', 'https://www.example.org/'],
  ['https://www.example.org', 'https://www.example.org/'],
  ['HTTPS://WWW.EXAMPLE.ORG/A?b=C#d', 'https://www.example.org/A?b=C#d'],
  ['https://www.example.org:443/x', 'https://www.example.org/x'],
  ['https://shop.example.org:8443/', 'https://shop.example.org:8443/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://www.example.org/a/../b?next=https://evil.example/', 'https://www.example.org/b?next=https://evil.example/'],
  ['https://www.example.org/?q=<\'"&>', 'https://www.example.org/?q=%3C%27%22&%3E'],
])('continues to %s, written as %s', async (given, written) => {
  const browser = await (await givenSite(service())).subscribed();
  expect(locationOf(await browser.get(`/free_offering?continue_url=${encodeURIComponent(given)}`))).toBe(written);
});

test('takes plain http for a loopback host in the local demo only', async () => {
  for (const [running, isTaken] of [
    [service(), true],
    [production(), false],
  ] as const) {
    const site = await givenSite(running);
    await running.database.transaction((transaction) =>
      addContinueHost(site.publication, transaction, running.clock, { host: 'localhost:4001' }),
    );
    const browser = await site.subscribed();
    const url = 'http://localhost:4001/welcome';
    expect(locationOf(await browser.get(`/free_offering?continue_url=${encodeURIComponent(url)}`))).toBe(
      isTaken ? url : '',
    );
  }
});

test('drops a repeated continue_url', async () => {
  const browser = await (await givenSite(service())).subscribed();
  expect(
    await leadsOut(
      browser,
      '/free_offering?continue_url=https://www.example.org/&continue_url=https://www.example.org/',
    ),
  ).toEqual([]);
});

test('the list of one publication is not that of another', async () => {
  const [site, other] = [await givenSite(service()), await givenSite(service())];
  await service().database.transaction((transaction) =>
    addContinueHost(other.publication, transaction, service().clock, { host: 'only.example.net' }),
  );
  expect(await leadsOut(await site.subscribed(), '/free_offering?continue_url=https://only.example.net/')).toEqual([]);
});

test.each(HOSTILE_URLS)('R-A11 does not return after sign-in to %j', (url) => {
  expect([undefined, '/']).toContain(toReturnPath(url));
});

test.each([
  '/oauth/authorize',
  '/oauth/authorize/?client_id=1',
  '/oauth/authorize/../end_session?x=1',
  '/oauth/../oauth/authorize?x=1',
  '/oauth/authorize#?x=1',
  '/oauth/authorizes?x=1',
  '/OAUTH/AUTHORIZE?x=1',
  '/oauth%2fauthorize?x=1',
  '//evil.example/oauth/authorize?x=1',
  '/\\evil.example/oauth/authorize?x=1',
  '/\t/evil.example/oauth/authorize?x=1',
  'oauth/authorize?x=1',
  '/oauth/authorize?x=1\r\nSet-Cookie: a=b',
  '/oauth/authorize?x= 1',
  '/?x=1',
  '/offers',
  '/sign-out',
  `/oauth/authorize?${'x'.repeat(8192)}`,
])('R-A11 does not return after sign-in to %j', (path) => {
  expect(toReturnPath(path)).toBeUndefined();
});

test.each([
  ['/', '/'],
  ['/oauth/authorize?client_id=1&state=a%2Fb%26', '/oauth/authorize?client_id=1&state=a%2Fb%26'],
  [
    '/oauth/authorize?redirect_uri=https%3A%2F%2Fevil.example%2F',
    '/oauth/authorize?redirect_uri=https%3A%2F%2Fevil.example%2F',
  ],
  ['/oauth/authorize?state="<>`', '/oauth/authorize?state=%22%3C%3E`'],
  ['/oauth/authorize?state=ü', '/oauth/authorize?state=%C3%BC'],
  ['/oauth/authorize?a=1#fragment', '/oauth/authorize?a=1'],
])('returns after sign-in to %s as %s', (given, written) => {
  expect(toReturnPath(given)).toBe(written);
});

test('a hostile return_to leads to the account page', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const codePage = await browser.askForCode(
    'ada@example.org',
    `/sign-in?return_to=${encodeURIComponent('//evil.example/')}`,
  );
  expect(locationOf(await browser.enterCode(codePage, await browser.newestCode('ada@example.org')))).toBe('/');
});
