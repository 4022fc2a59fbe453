// The documentation in a real browser: accessible, at home on this host alone, usable without scripts and by keyboard; and a reader's own key stays
// in the tab that it was brought to.
import type { BrowserContext, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { violationsOf } from '../support/browser/axe.ts';
import { test, WITHOUT_SCRIPTS } from '../support/browser/browser-test.ts';
import { membersOf } from '../support/browser/demo.ts';
import { openReference, visitDocs } from '../support/browser/docs-tour.ts';
import { isDrawn } from '../support/runs/drawn.ts';

const shownSample = (page: Page): Promise<string> =>
  page.locator('.code:has(.tabs)').first().locator('pre:visible').innerText();

test(
  'axe finds nothing on any page, the policy is kept, and no other host is asked for anything',
  { timeout: 400_000 },
  async ({ demo, openPage }) => {
    const page = await openPage();
    const origins = new Set<string>();
    page.on('request', (request) =>
      origins.add(request.url().startsWith('data:') ? demo.base_url : new URL(request.url()).origin),
    );
    const [faults, seen]: [string[], string[]] = [[], []];
    await visitDocs(demo, page, async (name) => {
      seen.push(name);
      if (isDrawn(seen.length)) faults.push(...(await violationsOf(name, page)));
      // Nothing may be wider than the page, on a phone either.
      await page.setViewportSize({ width: 320, height: 640 });
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (!name.includes('reference')) expect([name, overflow]).toEqual([name, 0]);
      await page.setViewportSize({ width: 1280, height: 900 });
    });
    expect(faults).toEqual([]);
    expect(seen.length).toBeGreaterThan(13);
    expect([...origins]).toEqual([demo.base_url]);
  },
);

test('languages are chosen without a script, and by keyboard', async ({ demo, openPage }) => {
  const page = await openPage(WITHOUT_SCRIPTS);
  await page.goto(`${demo.base_url}/docs`);
  expect(await shownSample(page)).toMatch(/^curl/);
  await page.getByText('Python', { exact: true }).first().click();
  expect(await shownSample(page)).toMatch(/^import base64/);
  await page.keyboard.press('ArrowRight');
  expect(await shownSample(page)).toMatch(/^package main/);
  expect(await page.locator('button').count()).toBe(0);
  await page.goto(`${demo.base_url}/docs/guides/errors`);
  await page.getByLabel('Find a code').fill('idempotency_conflict');
  await page.keyboard.press('Enter');
  await page.getByText('1 of').waitFor();
});

test('with scripts the language is kept for every sample and page, and samples can be copied', async ({
  demo,
  openPage,
}) => {
  const page = await openPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${demo.base_url}/docs/guides/members`);
  await page.getByText('TypeScript', { exact: true }).first().click();
  await page.goto(`${demo.base_url}/docs`);
  expect(await shownSample(page)).toMatch(/^import \{ Masthead \}/);
  await page.locator('.code:has(.tabs) .copy').first().click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(await shownSample(page));
});

test('a guide leads to its operation on the reference page, and the operation to its guide', async ({
  demo,
  openPage,
}) => {
  const page = await openPage();
  await page.goto(`${demo.base_url}/docs/guides/idempotency`);
  await page.getByRole('link', { name: 'their cancellation' }).click();
  const heading = page.getByRole('heading', { name: 'Cancel a subscription' });
  await heading.waitFor();
  const isInView = async (): Promise<boolean> => {
    const { y = -1 } = (await heading.boundingBox()) ?? {};
    return y >= 0 && y < (page.viewportSize()?.height ?? 0);
  };
  await expect.poll(isInView, { timeout: 10_000 }).toBe(true);
  const link = page.getByRole('link', { name: 'Guide: Idempotency' }).first();
  expect(await link.getAttribute('href')).toBe(`${demo.base_url}/docs/guides/idempotency`);
});

test('the key of the demo is filled in, kept in this tab, told to nobody, and forgotten when asked', async ({
  demo,
  openPage,
}) => {
  const page = await openPage();
  const told = await everythingSent(page.context());
  await page.goto(`${demo.base_url}/docs#key=${demo.api_key}`);
  expect(await shownSample(page)).toContain(`-u ${demo.api_key}: ${demo.base_url}/`);
  expect(page.url()).toBe(`${demo.base_url}/docs`);
  await page.getByRole('link', { name: 'Members and pagination' }).first().click();
  await page.waitForURL('**/guides/members');
  expect(await shownSample(page)).toContain(demo.api_key);
  await openReference(demo.base_url, page);
  await page.waitForTimeout(500);
  expect(
    await page.evaluate<string>('JSON.stringify([{ ...localStorage }, document.cookie, history.state])'),
  ).not.toContain(demo.api_key);
  const other = await page.context().newPage();
  await other.goto(`${demo.base_url}/docs`);
  expect(await shownSample(other)).toContain('key_test_YOUR_KEY');
  expect(await told()).not.toContain(demo.api_key);

  await page.goto(`${demo.base_url}/docs`);
  await page.getByRole('button', { name: 'Forget it' }).click();
  await expect.poll(() => shownSample(page)).toContain('key_test_YOUR_KEY');
});

test('the first request that the reference page sends lists members, with no optional parameter', async ({
  demo,
  openPage,
}) => {
  const page = await openPage();
  await page.goto(`${demo.base_url}/docs#key=${demo.api_key}`);
  await openReference(demo.base_url, page);
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click();
  const isMembers = (url: string): boolean => new URL(url).pathname === '/2023-04-11/members';
  const answered = page.waitForResponse((answer) => isMembers(answer.url()));
  let isSent = false;
  page.on('request', (request) => (isSent ||= isMembers(request.url())));
  // The button stands there before its script listens.
  await expect
    .poll(async () => {
      if (!isSent) await page.getByRole('button', { name: /^Send/ }).first().click();
      return isSent;
    })
    .toBe(true);
  const answer = await answered;
  expect([answer.status(), new URL(answer.url()).search]).toEqual([200, '']);
  expect(JSON.parse(await answer.text()).objects.length).toBeGreaterThan(9);
});

test('the reference page writes by the data API, and the page of another site does not', async ({ demo, openPage }) => {
  const page = await openPage();
  const customers = `${demo.base_url}/2023-04-11/customers`;
  await openReference(demo.base_url, page);
  const send = `fetch('${customers}', {
    method: 'POST',
    headers: { authorization: 'Basic ' + btoa('${demo.api_key}:') },
    body: new URLSearchParams({ email: 'sent@example.org' }),
  }).then(({ status }) => status)`;
  expect(await page.evaluate(send)).toBe(200);

  await page.goto('about:blank');
  const action = customers.replace('://', `://${demo.api_key}:@`);
  await page.setContent(
    `<form method="post" action="${action}"><input name="email" value="forged@example.org"><button>Go</button></form>`,
  );
  await page.getByRole('button', { name: 'Go' }).click();
  await page.waitForURL(/customers$/);
  expect(await page.locator('body').innerText()).toContain('cross_site_request');
  const emails = new Set((await membersOf(demo)).map(({ email }) => email));
  expect([emails.has('sent@example.org'), emails.has('forged@example.org')]).toEqual([true, false]);
});

test.for([
  ['a key of production', 'key_live_0123456789abcdef', 'test'],
  ['markup', '<img src=x onerror=alert(1)>', 'test'],
  ['any key, in production', 'key_test_0123456789abcdef', 'none'],
] as const)('is not filled in: %s', async ([_what, key, keys], { demo, openPage }) => {
  const page = await openPage();
  await page.route('**/docs', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('data-keys="test"', `data-keys="${keys}"`) });
  });
  await page.goto(`${demo.base_url}/docs#key=${encodeURIComponent(key)}`);
  expect(await shownSample(page)).toContain('key_test_YOUR_KEY');
  expect([page.url(), await page.evaluate('sessionStorage.length')]).toEqual([`${demo.base_url}/docs`, 0]);
});

/** Addresses, headers and bodies of all requests from now on. */
async function everythingSent(context: BrowserContext): Promise<() => Promise<string>> {
  const requests: Request[] = [];
  context.on('request', (request) => void requests.push(request));
  return async () =>
    JSON.stringify(
      await Promise.all(
        requests.map(async (request) => [request.url(), await request.allHeaders(), request.postData()]),
      ),
    );
}
