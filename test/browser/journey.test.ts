// The journeys of a reader in a real browser, through the service, its mailbox and a publisher's site (service.md, What the service does, 1 to 3).
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, newVisitor } from '../support/chromium.ts';
import { startDemo, type RunningDemo } from '../support/demo.ts';

let demo: RunningDemo;
let chromium: Browser;

beforeAll(async () => {
  [demo, chromium] = await Promise.all([startDemo(), launchChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await demo?.stop();
});

const heading = (page: Page): Promise<string> => page.locator('h1').innerText();

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true })).click();
  await page.waitForLoadState('load');
}

async function enterCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Six-digit code').fill(await demo.newestCode(email));
  await press(page, 'Continue');
}

/** The list of names and values that the publisher's site shows of the ID token. */
async function claimsOn(page: Page): Promise<Record<string, string>> {
  const list = page.locator('dl').first();
  const [names, values] = [await list.locator('dt').allInnerTexts(), await list.locator('dd').allInnerTexts()];
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

async function membersByApi(): Promise<{ id: string; email: string; name: string; newsletter_slugs: string[] }[]> {
  const authorization = `Basic ${Buffer.from(`${demo.api_key}:`).toString('base64')}`;
  const answer = await fetch(`${demo.base_url}/2023-04-11/members?limit=100`, { headers: { authorization } });
  return ((await answer.json()) as { objects: { id: string; email: string; name: string; newsletter_slugs: string[] }[] }).objects;
}

test('a reader signs up for free, is signed in on the publisher’s site, signs out, and is a member', async () => {
  const { context, complaints } = await newVisitor(chromium);
  const page = await context.newPage();
  const email = 'ada@example.org';
  await page.goto(`${demo.site_url}/offers?continue_url=${encodeURIComponent(`${demo.publisher_site_url}/`)}`);
  expect(await heading(page)).toBe(`Subscribe to ${demo.name}`);
  await press(page, 'Subscribe for free');
  await press(page, 'Subscribe for free');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Name (optional)').fill('Ada Lovelace');
  await press(page, 'Send me a code');
  expect(await heading(page)).toBe('Check your inbox');
  await enterCode(page, email);
  expect(await heading(page)).toBe('You are subscribed');

  await press(page, 'Continue');
  expect(page.url()).toBe(`${demo.publisher_site_url}/`);
  await press(page, 'Sign in');
  const claims = await claimsOn(page);
  expect(claims).toMatchObject({ iss: demo.site_url, email, name: 'Ada Lovelace' });

  const member = (await membersByApi()).find((candidate) => candidate.email === email);
  expect(member).toMatchObject({ id: claims['member_id'], name: 'Ada Lovelace', newsletter_slugs: ['harbour-notes', 'sunday-letter'] });

  await press(page, 'Sign out');
  expect(page.url()).toBe(`${demo.publisher_site_url}/`);
  await page.goto(demo.site_url);
  expect(await heading(page)).toBe('Sign in');
  expect(complaints).toEqual([]);
  await context.close();
});

test('sign-in asked for by the publisher’s site ends there, although the way goes through forms and redirects', async () => {
  const { context, complaints } = await newVisitor(chromium);
  const page = await context.newPage();
  const email = 'grace@example.org';
  await page.goto(demo.publisher_site_url);
  await press(page, 'Sign in');
  expect(await heading(page)).toMatch(/^Sign in\s+to continue to The Harbour Review on the web$/);
  await page.getByLabel('E-mail address').fill('grace');
  await press(page, 'Send me a code');
  expect(await page.title()).toMatch(/^Error: Sign in/);
  await page.getByRole('alert').getByRole('link').click();
  expect(await page.evaluate('document.activeElement.id')).toBe('email');
  await page.getByLabel('E-mail address').fill(email);
  await press(page, 'Send me a code');
  await enterCode(page, email);
  expect(new URL(page.url()).origin).toBe(demo.publisher_site_url);
  expect(await claimsOn(page)).toMatchObject({ email, iss: demo.site_url });

  // The button of the account page: the publisher's site is told behind the reader's back.
  await page.goto(demo.site_url);
  await press(page, 'Sign out');
  expect(await heading(page)).toBe('Sign in');
  await expect.poll(async () => (await page.goto(demo.publisher_site_url), page.getByRole('button', { name: 'Sign out' }).count()), { timeout: 15_000 }).toBe(0);
  await press(page, 'Am I signed in already?');
  expect(await page.getByRole('status').innerText()).toContain('You are not signed in at the service');
  expect(complaints).toEqual([]);
  await context.close();
});

test.each([
  [320, 'light'],
  [320, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)('at %i pixels, %s, no page scrolls sideways and each is used by keyboard', async (width, colorScheme) => {
  const { context, complaints } = await newVisitor(chromium, { viewport: { width, height: 640 }, colorScheme, javaScriptEnabled: true });
  const page = await context.newPage();
  for (const path of ['/', '/offers', '/free_offering', '/free_offering/subscribe', '/sign-in', '/email-code/none', '/nothing-here']) {
    await page.goto(demo.site_url + path);
    expect({ path, wide: await page.evaluate('document.documentElement.scrollWidth > innerWidth') }).toEqual({ path, wide: false });
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
  }
  expect(complaints).toEqual([]);
  await context.close();
});
