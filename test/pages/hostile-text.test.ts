// Text from outside on the pages (reliability R-B7, R-B9, R-B13, R-B14): nothing of it becomes markup, a header line or a fault of ours.
import { expect, test } from 'vitest';
import { PAGES } from '../../src/pages/routes.ts';
import { formOf, locationOf, type Browser } from '../support/browser/browser.ts';
import { formsOf, linksOf } from '../support/browser/html.ts';
import { dump } from '../support/databases/dump.ts';
import { givenOfferedSite } from '../support/publications/paying.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus=alert(1) autofocus='",
  '<%= it.csrfToken %>',
  '<%~ process.exit() %>',
  '${7*7}',
  '</textarea><svg/onload=alert(1)>',
  'javascript:alert(1)',
  '&lt;b&gt;',
  '\u202Eabc',
  '__proto__',
  'constructor',
];

test.each(PAYLOADS)('R-B14 shows %j as text in the form it was typed into, and as a name', async (payload) => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const refused = await browser.submit(await browser.open('/free_offering/subscribe'), {
    email: payload,
    name: payload,
  });
  expect(refused.statusCode).toBe(422);
  expect(formOf(refused).fields).toMatchObject({ email: payload.trim(), name: payload });
  expect(refused.body).not.toMatch(/<script|<img|<svg(?! viewBox="0 0 24 24">)|onfocus=alert\(1\) autofocus='/);
  const codePage = await browser.submit(await browser.open('/free_offering/subscribe'), {
    email: 'ada@example.org',
    name: payload,
  });
  await browser.submit(codePage, { code: await browser.newestCode('ada@example.org') });
  const account = await browser.open('/');
  expect(account.statusCode).toBe(200);
  expect(account.body).not.toMatch(/<script|<img|<svg(?! viewBox="0 0 24 24">)/);
});

test.each(PAYLOADS)('R-B14 shows %j as text on the paid pages, in the form and on the receipt', async (payload) => {
  const site = await givenOfferedSite(service());
  const browser = site.newBrowser();
  const refused = await browser.submit(await browser.open('/offers/reader'), { email: payload, name: payload });
  expect(refused.statusCode).toBe(422);
  expect(formOf(refused).fields).toMatchObject({ email: payload.trim(), name: payload });
  const codePage = await browser.submit(await browser.open('/subscribe'), {
    email: 'ada@example.org',
    name: payload,
    choice: site.monthly,
  });
  await browser.submit(codePage, { code: await browser.newestCode('ada@example.org') });
  await site.subscribe(browser);
  const receipt = linksOf((await browser.open('/')).body).find((href) => href.startsWith('/receipts/')) ?? '';
  const pages = [
    refused,
    await browser.open('/'),
    await browser.open(receipt),
    await browser.get(`/offers/${encodeURIComponent(payload)}`),
    await browser.get(`/checkouts/${encodeURIComponent(payload)}`),
  ];
  for (const { body, statusCode } of pages) {
    expect(statusCode).toBeLessThan(500);
    expect(body).not.toMatch(/<script|<img|<svg(?! viewBox="0 0 24 24">)|onfocus=alert\(1\) autofocus='/);
  }
});

test.each(['a\r\nSet-Cookie: x=1', 'a\nBcc: eve@example.org', 'a\u0000b', 'a\u2028b', 'a\u0085b'])(
  'R-B7 refuses control characters in name and address: %j',
  async (payload) => {
    const site = await givenSite(service());
    const browser = site.newBrowser();
    const form = formOf(await browser.open('/free_offering/subscribe'));
    for (const fields of [
      { email: 'ada@example.org', name: payload },
      { email: `${payload}@example.org`, name: '' },
    ]) {
      const answer = await browser.post('/free_offering/subscribe', { ...form.fields, ...fields });
      expect([400, 422]).toContain(answer.statusCode);
      expect(answer.headers['set-cookie']?.toString() ?? '').not.toContain('x=1');
    }
    expect(await browser.mails('ada@example.org')).toEqual([]);
  },
);

/** The page of each row that has no parameter, and those of an offer and of an e-mailed code. */
async function pathsWithForms(stranger: Browser): Promise<string[]> {
  const plain = PAGES.map(({ path }) => path).filter((path) => !path.includes(':'));
  return [...plain, '/offers/supporter', await stranger.askForCode('ada@example.org')];
}

test('R-B7 no form takes NUL in any field, and none keeps another control character', async () => {
  const site = await givenSite(service());
  const [stranger, reader] = [site.newBrowser(), await site.signedIn('grace@example.org')];
  const sent = new Set<string>();
  for (const path of await pathsWithForms(stranger))
    for (const browser of [stranger, reader]) {
      const page = await browser.get(path);
      for (const form of formsOf(page.body).filter(({ method }) => method === 'post'))
        for (const name of Object.keys(form.fields))
          for (const character of ['\0', '\u0001', '\u001b', '\u007f']) {
            const answer = await browser.post(form.action, { ...form.fields, [name]: `a${character}b` });
            const what = `${form.action} ${name} ${JSON.stringify(character)}: ${answer.statusCode} ${locationOf(answer)}`;
            expect(answer.statusCode, `${what}`).toBeLessThan(500);
            if (character === '\0') expect(answer.statusCode, `${what}`).toBeGreaterThanOrEqual(400);
            sent.add(`${form.action} ${name}`);
          }
    }
  expect(sent.size).toBeGreaterThan(30);
  // What is no field of text is one of a few words, and anything else counts as none of them.
  expect(JSON.stringify([...(await dump(service()))])).not.toMatch(/\\u00(?:00|01|1b)|\u007f/);
});

test.each([
  'csrf_token=a&csrf_token=b',
  'email=%ff',
  'email=%',
  'email=a%00b',
  '&'.repeat(1000),
  'a[b][c]=1',
  '__proto__=1&constructor=2',
])('answers the form %s with a page below 500', async (payload) => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const { fields } = formOf(await browser.open('/sign-in'));
  const own = new URLSearchParams(fields).toString();
  for (const body of [payload, `${own}&${payload}`]) {
    const answer = await browser.send('POST', '/sign-in', body, { 'sec-fetch-site': 'same-origin' });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  }
});

test.each([
  '/%',
  '/%ff',
  '/offers/',
  '//offers',
  '/offers%2f',
  '/OFFERS',
  '/offers%00',
  `/email-code/${'x'.repeat(3000)}`,
  '/email-code/',
  '/assets/../masthead.css',
  '/assets/brand.0.000000.css',
  '/favicon.ico',
])('R-B13 answers the address %s with a page that is no other', async (path) => {
  const answer = await (await givenSite(service())).newBrowser().get(path);
  expect([400, 404, 410, 414]).toContain(answer.statusCode);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
});

const NEARLY: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => path.toUpperCase(),
  (path) => `${path}%2f`,
  (path) => `${path}%5c`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path};a=b`,
  (path) => `${path}.html`,
  (path) => `${path}%zz`,
  (path) => `${path}/${'x'.repeat(8192)}`,
];

test('R-B13 two hundred addresses that are nearly those of a page, of 8 KB as well, lead to none', async () => {
  const browser = await (await givenSite(service())).signedIn();
  const paths = PAGES.map(({ path }) => path).filter((path) => path !== '/' && !path.includes(':'));
  const nearly = new Set(paths.flatMap((path) => NEARLY.map((change) => change(path))));
  expect(nearly.size).toBeGreaterThanOrEqual(200);
  for (const path of nearly) {
    const answer = await browser.get(path);
    expect([400, 404, 410, 414], `${path.slice(0, 80)} ${answer.statusCode}`).toContain(answer.statusCode);
    expect(answer.headers['content-type'], `${path}`).toBe('text/html; charset=utf-8');
  }
});
