// What a visitor sees when a page cannot be shown (sign-in rules A38, X1; reliability R-B4, R-T8): a page with the headers of every page.
import { expect, test } from 'vitest';
import { formOf, type Browser } from '../support/browser/browser.ts';
import { headingOf } from '../support/browser/html.ts';
import { givenSite } from '../support/publications/site.ts';
import { expectFailure } from '../support/service/failures.ts';
import { openService, useService } from '../support/service/service.ts';

const service = useService();

async function visit(): Promise<Browser> {
  return (await givenSite(service())).newBrowser();
}

test('answers an unknown address with 404', async () => {
  const answer = await (await visit()).get('/nothing-here');
  expect([answer.statusCode, headingOf(answer.body)]).toEqual([404, 'Page not found']);
});

test.each([
  ['POST', '/offers', 'GET, HEAD'],
  ['PUT', '/', 'GET, HEAD, POST'],
  ['DELETE', '/sign-in', 'GET, HEAD, POST'],
  ['PATCH', '/free_offering/subscribe', 'GET, HEAD, POST'],
  ['OPTIONS', '/sign-out', 'POST'],
  ['PROPFIND', '/offers', 'GET, HEAD'],
  ['GET', '/email-code/emc_1/another', 'POST'],
] as const)('answers %s %s with 405 and what is allowed', async (method, url, allow) => {
  const { publication } = await givenSite(service());
  const answer = await service().app.inject({ method, url, headers: { host: publication.siteHost } });
  expect([answer.statusCode, answer.headers.allow, answer.headers['content-type']]).toEqual([
    405,
    allow,
    'text/html; charset=utf-8',
  ]);
});

test('R-B4 answers a form of more than 64 KiB with 413', async () => {
  const browser = await visit();
  const answer = await browser.post('/sign-in', { email: 'x'.repeat(65_537) });
  expect([answer.statusCode, headingOf(answer.body)]).toEqual([413, 'The form is too long']);
});

test.each([
  'application/json',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/x-www-form-urlencoded; charset=utf-16',
])('answers a form sent as %s with 415', async (type) => {
  const answer = await (
    await visit()
  ).send('POST', '/sign-in', '{}', { 'content-type': type, 'sec-fetch-site': 'same-origin' });
  expect(answer.statusCode).toBe(415);
});

test('tells who sends a stale form what to do, with 403 and a link to begin again', async () => {
  const browser = await visit();
  const { fields } = formOf(await browser.open('/sign-in'));
  browser.cookies.clear();
  const answer = await browser.post('/sign-in', { ...fields, email: 'ada@example.org' });
  expect([answer.statusCode, headingOf(answer.body)]).toEqual([403, 'This form has expired']);
  expect(answer.body).toContain('href="/sign-in"');
});

test('answers 500 without saying why, and logs the cause once under the request id', async () => {
  const broken = await openService({ LOG_LEVEL: 'silent' });
  try {
    const browser = (await givenSite(broken)).newBrowser();
    await broken.database.schemaChange((knex) => knex.schema.renameTable('offer_prices', 'gone'));
    const answer = await expectFailure(() => browser.get('/offers'));
    expect([answer.statusCode, headingOf(answer.body)]).toEqual([500, 'Something went wrong']);
    expect(answer.body).not.toContain('offer_prices');
    const lines = broken.logLines.filter((line) => line.includes('offer_prices'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(String(answer.headers['request-id']));
  } finally {
    await broken.close();
  }
});

test.each([
  '/',
  '/offers',
  '/free_offering',
  '/free_offering/subscribe',
  '/sign-in',
  '/email-code/emc_1',
  '/nothing-here',
])('A38 R-A17 R-A22 %s carries the headers of a page', async (path) => {
  const answer = await (await visit()).get(path);
  expect(answer.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});
