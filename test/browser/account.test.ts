// The account page's journeys in a real browser, without JavaScript and some without a mouse: another address, activation with a merge, leaving.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, newVisitor } from '../support/chromium.ts';
import { startDemo, type RunningDemo } from '../support/demo.ts';
import { newActivationUrl, press } from '../support/tour.ts';

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

async function withoutScripts(): Promise<{ context: BrowserContext; complaints: readonly string[]; page: Page }> {
  const visitor = await newVisitor(chromium, { javaScriptEnabled: false });
  return { ...visitor, page: await visitor.context.newPage() };
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(demo.site_url);
  await page.getByLabel('E-mail address').fill(email);
  await press(page, 'Send me a code');
  await enterCode(page, email);
}

const usedCodes = new Map<string, string>();

/** The newest code that was not used yet: the letter with it may still be on its way. */
async function nextCode(email: string): Promise<string> {
  await expect.poll(() => demo.newestCode(email), { timeout: 15_000 }).not.toBe(usedCodes.get(email));
  const code = await demo.newestCode(email);
  usedCodes.set(email, code);
  return code;
}

async function enterCode(page: Page, email: string, button = 'Continue'): Promise<void> {
  await page.getByLabel('Six-digit code').fill(await nextCode(email));
  await press(page, button);
}

test('a reader changes the address, and the other browser is signed out', async () => {
  const [desk, phone] = [await withoutScripts(), await withoutScripts()];
  for (const { page } of [desk, phone]) await signIn(page, 'old@example.org');
  await press(desk.page, 'Change e-mail address');
  await desk.page.getByLabel('New e-mail address').fill('new@example.org');
  await press(desk.page, 'Send me a code');
  await enterCode(desk.page, 'new@example.org');
  expect(await main(desk.page)).toContain('Your e-mail address is changed.');
  expect(await main(desk.page)).toContain('new@example.org');
  await phone.page.goto(demo.site_url);
  expect(await heading(phone.page)).toBe('Sign in');
  for (const { complaints, context } of [desk, phone]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test('a reader ends the session of another browser from the list', async () => {
  const [desk, phone] = [await withoutScripts(), await withoutScripts()];
  for (const { page } of [desk, phone]) await signIn(page, 'two@example.org');
  await desk.page.goto(demo.site_url);
  await desk.page.locator('.sessions').getByRole('button', { name: /^Sign out/ }).click();
  expect(await main(desk.page)).toContain('That browser is signed out.');
  await phone.page.goto(demo.site_url);
  expect(await heading(phone.page)).toBe('Sign in');
  for (const { context } of [desk, phone]) await context.close();
});

test('a reader from paper activates the record, and it becomes one with the account they have', async () => {
  const { page, context, complaints } = await withoutScripts();
  await signIn(page, 'paper@example.org');
  await press(page, 'Sign out');
  await page.goto(await newActivationUrl(demo));
  await page.getByLabel('E-mail address').fill('paper@example.org');
  await press(page, 'Send me a code');
  await enterCode(page, 'paper@example.org');
  expect(await heading(page)).toBe('Add this to your account?');
  await press(page, 'Add to my account');
  expect(await main(page)).toContain('Everything is in this account now.');
  await page.goBack();
  await page.goto(page.url());
  expect(await heading(page)).toBe('This link can no longer be used');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a reader leaves for good, and the publisher’s site is told', async () => {
  const { page, context, complaints } = await withoutScripts();
  await page.goto(demo.publisher_site_url);
  await press(page, 'Sign in');
  await page.getByLabel('E-mail address').fill('leaving@example.org');
  await press(page, 'Send me a code');
  await enterCode(page, 'leaving@example.org');
  expect(new URL(page.url()).origin).toBe(demo.publisher_site_url);
  await page.goto(demo.site_url);
  await press(page, 'Erase my account');
  await press(page, 'Send me a code');
  await enterCode(page, 'leaving@example.org', 'Erase my account');
  expect(await heading(page)).toBe('Your account is erased');
  await page.goto(demo.site_url);
  expect(await heading(page)).toBe('Sign in');
  await expect.poll(async () => (await page.goto(demo.publisher_site_url), page.getByRole('button', { name: 'Sign out' }).count()), { timeout: 15_000 }).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

/** Presses Tab until the element with the focus says that; throws when it is nowhere. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const focused: unknown = await page.evaluate('(document.activeElement.labels?.[0] ?? document.activeElement).innerText.trim()');
    if (focused === text) return;
  }
  throw new Error(`the keyboard reaches no "${text}" on ${page.url()}`);
}

async function pressByKeyboard(page: Page, text: string): Promise<void> {
  await tabTo(page, text);
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.type(text);
}

test('a reader signs up, changes what they get, and signs out, with the keyboard alone', async () => {
  const { context, complaints } = await newVisitor(chromium);
  const page = await context.newPage();
  await page.goto(`${demo.site_url}/offers`);
  await pressByKeyboard(page, 'Subscribe for free');
  await pressByKeyboard(page, 'Subscribe for free');
  await typeInto(page, 'E-mail address', 'keys@example.org');
  await pressByKeyboard(page, 'Send me a code');
  await typeInto(page, 'Six-digit code', await demo.newestCode('keys@example.org'));
  await pressByKeyboard(page, 'Continue');
  expect(await heading(page)).toBe('You are subscribed');
  await pressByKeyboard(page, 'See your account');
  await typeInto(page, 'Name', 'Keyboard Reader');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await pressByKeyboard(page, 'Save changes');
  expect(await main(page)).toContain('Your changes are saved.');
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
  await pressByKeyboard(page, 'Sign out');
  expect(await heading(page)).toBe('Sign in');
  expect(complaints).toEqual([]);
  await context.close();
});
