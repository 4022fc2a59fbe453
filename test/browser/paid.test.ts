// The paid journeys of a reader in a real browser, with scripts off: sign-up by every kind of card, upgrade, cancel and undo, and all of the
// sign-up by keyboard alone (service.md, What the service does, 1; decisions 28 to 30).
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, newVisitor } from '../support/chromium.ts';
import { startDemo, type RunningDemo } from '../support/demo.ts';
import { CARDS, follow, payBy } from '../support/paid-tour.ts';

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
const main = (page: Page): Promise<string> => page.locator('main').innerText();

async function visit(use: (page: Page) => Promise<void>): Promise<void> {
  const { context, complaints } = await newVisitor(chromium, { javaScriptEnabled: false });
  await use(await context.newPage());
  expect(complaints).toEqual([]);
  await context.close();
}

/** From the offers page to the card page, with a new account. */
async function signUp(page: Page, email: string, interval: 'a month' | 'a year' = 'a month'): Promise<void> {
  await page.goto(`${demo.site_url}/offers?continue_url=${encodeURIComponent(`${demo.publisher_site_url}/`)}`);
  await follow(page, 'Subscribe: Reader');
  expect(await heading(page)).toBe('Create your account');
  await page.getByRole('radio', { name: interval }).check();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Name (optional)').fill('Ada Lovelace');
  await follow(page, 'Send me a code');
  await page.getByLabel('Six-digit code').fill(await demo.newestCode(email));
  await follow(page, 'Continue');
  expect(await page.getByRole('radio', { name: interval }).isChecked()).toBe(true);
  await follow(page, 'Continue to payment');
  expect(await heading(page)).toBe('Pay by card');
}

async function planOf(email: string): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${demo.api_key}:`).toString('base64')}`;
  const answer = await fetch(`${demo.base_url}/2023-04-11/members?limit=100`, { headers: { authorization } });
  const { objects } = (await answer.json()) as { objects: { email: string; plan_slug: string | null }[] };
  return objects.find((member) => member.email === email)?.plan_slug;
}

test('a reader subscribes with a good card and goes on to the publisher’s site', () =>
  visit(async (page) => {
    await signUp(page, 'good@example.org', 'a year');
    await payBy(page, CARDS.good);
    expect(await heading(page)).toBe('You are subscribed');
    expect(await main(page)).toContain('Paid: €60');
    expect(await planOf('good@example.org')).toBe('digital');
    await follow(page, 'Continue');
    expect(page.url()).toBe(`${demo.publisher_site_url}/`);
  }));

test('a reader whose card is declined tries another', () =>
  visit(async (page) => {
    await signUp(page, 'declined@example.org');
    await payBy(page, CARDS.declined);
    expect(await main(page)).toContain('declined');
    await follow(page, 'Back without paying');
    expect(await heading(page)).toBe('The payment did not go through');
    expect(await planOf('declined@example.org')).toBeNull();
    await follow(page, 'Try again');
    await payBy(page, CARDS.good);
    expect(await heading(page)).toBe('You are subscribed');
    expect(await planOf('declined@example.org')).toBe('digital');
  }));

test('a reader whose bank asks refuses first and approves then', () =>
  visit(async (page) => {
    await signUp(page, 'bank@example.org');
    await payBy(page, CARDS.authenticated);
    expect(await heading(page)).toBe('Your bank asks: is it you?');
    await follow(page, 'Refuse');
    expect(await planOf('bank@example.org')).toBeNull();
    await payBy(page, CARDS.authenticated);
    await follow(page, 'Complete');
    expect(await heading(page)).toBe('You are subscribed');
    expect(await planOf('bank@example.org')).toBe('digital');
  }));

test('a subscriber upgrades for what was shown, cancels, and takes that back', () =>
  visit(async (page) => {
    await signUp(page, 'upgrade@example.org');
    await payBy(page, CARDS.good);
    await page.goto(`${demo.site_url}/offers/subscriber/subscribe`);
    expect(await heading(page)).toBe('You are already subscribed');
    await follow(page, /^See what changes: Subscriber, €12 a month/);
    const [, shown = ''] = /You pay now\s+(€[\d.]+)/.exec(await main(page)) ?? [];
    await follow(page, `Pay ${shown} and change`);
    expect(await main(page)).toContain('Your subscription is changed.');
    expect(await planOf('upgrade@example.org')).toBe('print');
    await follow(page, /^Receipt/);
    expect(await main(page)).toContain(shown);
    await follow(page, 'Back to your account');
    await follow(page, 'Cancel');
    await follow(page, 'Cancel the subscription');
    expect(await main(page)).toContain('You can read on until');
    await follow(page, 'Keep the subscription');
    expect(await main(page)).toMatch(/Your subscription goes on\.[\s\S]*Next payment: €12/);
    expect(await planOf('upgrade@example.org')).toBe('print');
  }));

/** Moves by Tab to what has this name, and never past the end. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const target = page.getByRole('link', { name }).or(page.getByRole('button', { name })).or(page.getByRole('radio', { name })).or(page.getByRole('textbox', { name })).first();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element.matches(':focus-visible'))) return;
  }
  throw new Error(`the keyboard does not reach ${String(name)} on ${page.url()}`);
}

async function enter(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
}

test('the paid sign-up is done by keyboard alone', async () => {
  const { context, complaints } = await newVisitor(chromium);
  const page = await context.newPage();
  await page.goto(`${demo.site_url}/offers`);
  await tabTo(page, 'Subscribe: Reader');
  await enter(page);
  await tabTo(page, 'a month');
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: 'a year' }).isChecked()).toBe(true);
  await tabTo(page, 'E-mail address');
  await page.keyboard.type('keyboard@example.org');
  await enter(page);
  await tabTo(page, 'Six-digit code');
  await page.keyboard.type(await demo.newestCode('keyboard@example.org'));
  await enter(page);
  await tabTo(page, 'Continue to payment');
  await enter(page);
  await tabTo(page, 'Card number');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(CARDS.good);
  await enter(page);
  expect(await heading(page)).toBe('You are subscribed');
  await tabTo(page, 'See your account');
  await enter(page);
  expect(await main(page)).toContain('Next payment: €60');
  expect(complaints).toEqual([]);
  await context.close();
});
