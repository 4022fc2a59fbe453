// Cookies and the life of a session (sign-in rules S2; decisions 18; reliability R-P5).
import { expect, test } from 'vitest';
import { formOf } from '../support/browser/browser.ts';
import { headingOf } from '../support/browser/html.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const [HOUR, DAY] = [3600, 24 * 3600];

async function setCookiesOf(site: TestSite): Promise<string[]> {
  const browser = site.newBrowser();
  const page = await browser.open('/sign-in');
  const codePage = await browser.submit(page, { email: 'ada@example.org' });
  const confirmed = await browser.post(formOf(codePage).action, {
    ...formOf(codePage).fields,
    code: await browser.newestCode('ada@example.org'),
  });
  return [page, confirmed].flatMap(({ headers }) => headers['set-cookie'] ?? []);
}

async function seenAt(site: TestSite): Promise<number> {
  const rows: { seenAt: number | string }[] = await service()
    .database.knex('sessions')
    .where({ publicationId: site.publication.id })
    .select('seenAt');
  return Number(rows[0]?.seenAt);
}

test('S2 R-T5 R-P5 on https: Secure, HttpOnly, SameSite=Lax, the __Host- prefix, no Domain', async () => {
  const cookies = await setCookiesOf(await givenSite(service()));
  expect(cookies.map((cookie) => cookie.replace(/=[0-9A-Za-z_-]{43,44};/, '=VALUE;'))).toEqual([
    '__Host-masthead_browser=VALUE; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax; Secure',
    '__Host-masthead_session=VALUE; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure',
    '__Host-masthead_device=VALUE; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure',
  ]);
});

test('on http, in the local demo: the same without Secure and its prefix', async () => {
  const cookies = await setCookiesOf(await givenSite(service(), { siteUrl: 'http://localhost:4711' }));
  expect(cookies.map((cookie) => cookie.replace(/=[0-9A-Za-z_-]{43,44};/, '=VALUE;'))).toEqual([
    'masthead_browser=VALUE; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax',
    'masthead_session=VALUE; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
    'masthead_device=VALUE; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
  ]);
});

test('sets no cookie where there is no form', async () => {
  const browser = (await givenSite(service())).newBrowser();
  for (const path of ['/offers', '/free_offering', '/nothing-here']) await browser.get(path);
  expect([...browser.cookies]).toEqual([]);
});

test('stores neither cookie in clear', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn();
  const { database } = service();
  const stored = JSON.stringify([
    await database.knex('sessions').select('*'),
    await database.knex('email_codes').select('*'),
    await database.knex('limits').select('*'),
  ]);
  for (const value of browser.cookies.values()) expect(stored).not.toContain(value);
});

test('moves the end of a session on while it is used, and writes at most once an hour', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn();
  const started = await seenAt(site);
  service().clock.advance(HOUR);
  await browser.open('/');
  expect(await seenAt(site)).toBe(started);
  service().clock.advance(1);
  await browser.open('/');
  expect(await seenAt(site)).toBe(started + (HOUR + 1) * 1000);
});

test('ends 90 days after it was last used', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn();
  service().clock.advance(90 * DAY - 1);
  expect(headingOf((await browser.open('/')).body)).toBe('Your account');
  service().clock.advance(90 * DAY);
  expect(headingOf((await browser.open('/')).body)).toBe('Sign in');
});

test('ends a year after sign-in, however much it is used', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn();
  for (let days = 0; days < 364; days += 52) {
    service().clock.advance(52 * DAY);
    expect(headingOf((await browser.open('/')).body)).toBe('Your account');
  }
  service().clock.advance(DAY);
  expect(headingOf((await browser.open('/')).body)).toBe('Sign in');
});

test.each(['', 'x', 'A'.repeat(42), 'A'.repeat(44), 'A'.repeat(43), '%00', "' or 1=1 --", 'A'.repeat(5000)])(
  'takes the session cookie %j for none',
  async (value) => {
    const browser = (await givenSite(service())).newBrowser();
    browser.cookies.set('__Host-masthead_session', value);
    const page = await browser.open('/');
    expect([page.statusCode, headingOf(page.body)]).toEqual([200, 'Sign in']);
  },
);
