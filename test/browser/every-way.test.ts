// Every journey of a reader in a real browser, each in every way: with scripts, without them, and without a mouse. Applications sign readers in
// and hear of their signing out on the way (service.md, What the service does, 1 and 2; decisions 24, 28 to 30).
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, newVisitor } from '../support/chromium.ts';
import { startDemo, type RunningDemo } from '../support/demo.ts';
import { keyboard, mouse, type Hands } from '../support/hands.ts';
import { CARDS } from '../support/paid-tour.ts';
import { newActivationUrl } from '../support/tour.ts';

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
const usedCodes = new Set<string>();

describe.each([
  ['with scripts, by mouse', true, mouse],
  ['without scripts, by mouse', false, mouse],
  ['with scripts, by keyboard', true, keyboard],
  ['without scripts, by keyboard', false, keyboard],
])('%s', (way, javaScriptEnabled, hands) => {
  const addressOf = (name: string): string => `${name}-${way.replaceAll(/\W+/g, '-')}@example.org`;

  async function visit(use: (page: Page) => Promise<void>): Promise<void> {
    const { context, complaints } = await newVisitor(chromium, { javaScriptEnabled });
    await use(await context.newPage());
    expect(complaints).toEqual([]);
    await context.close();
  }

  test('a free sign-up, signed in on the publisher’s site, which is told of the sign-out', () =>
    visit(async (page) => {
      await page.goto(`${demo.site_url}/offers?continue_url=${encodeURIComponent(`${demo.publisher_site_url}/`)}`);
      await hands.press(page, 'Subscribe for free');
      await hands.press(page, 'Subscribe for free');
      await proveAddress(page, hands, addressOf('free'));
      expect(await heading(page)).toBe('You are subscribed');
      await hands.press(page, 'Continue');
      expect(page.url()).toBe(`${demo.publisher_site_url}/`);
      await hands.press(page, 'Sign in');
      expect(await main(page)).toContain(addressOf('free'));
      await page.goto(demo.site_url);
      await hands.press(page, 'Sign out');
      expect(await heading(page)).toBe('Sign in');
      await isToldOfTheEnd(page);
    }));

  test('a paid sign-up, an upgrade, a cancel, and its undo', () =>
    visit(async (page) => {
      await page.goto(`${demo.site_url}/offers`);
      await hands.press(page, 'Subscribe: Reader');
      await proveAddress(page, hands, addressOf('paid'));
      await hands.press(page, 'Continue to payment');
      await hands.fill(page, 'Card number', CARDS.good);
      await hands.press(page, /^Pay /);
      expect(await heading(page)).toBe('You are subscribed');
      await hands.press(page, 'See your account');
      await hands.press(page, 'Change what you have');
      await hands.press(page, /^See what changes: Subscriber, €12 a month/);
      await hands.press(page, /^Pay €\S+ and change$/);
      expect(await main(page)).toMatch(/Your subscription is changed\.[^]*Subscriber[^]*Next payment: €12 on/);
      await hands.press(page, 'Cancel');
      await hands.press(page, 'Cancel the subscription');
      expect(await main(page)).toContain('You can read on until');
      await hands.press(page, 'Keep the subscription');
      expect(await main(page)).toMatch(/Your subscription goes on\.[^]*Next payment: €12 on/);
    }));

  test('another address, an activation with a merge, and leaving for good, of which the publisher’s site is told', () =>
    visit(async (page) => {
      await page.goto(demo.publisher_site_url);
      await hands.press(page, 'Sign in');
      await proveAddress(page, hands, addressOf('former'));
      expect(await main(page)).toContain(addressOf('former'));
      await page.goto(demo.site_url);
      await hands.press(page, 'Change e-mail address');
      await proveAddress(page, hands, addressOf('present'), { label: 'New e-mail address' });
      expect(await main(page)).toContain('Your e-mail address is changed.');
      await page.goto(await newActivationUrl(demo));
      expect(await heading(page)).toBe('Add this to your account?');
      await hands.press(page, 'Add to my account');
      expect(await main(page)).toContain('Everything is in this account now.');
      await hands.press(page, 'Erase my account');
      await hands.press(page, 'Send me a code');
      await hands.fill(page, 'Six-digit code', await nextCode(addressOf('present')));
      await hands.press(page, 'Erase my account');
      expect(await heading(page)).toBe('Your account is erased');
      await isToldOfTheEnd(page);
    }));
});

/** From the form that asks for the address to what lies behind the code. */
async function proveAddress(page: Page, hands: Hands, email: string, { label = 'E-mail address' } = {}): Promise<void> {
  await hands.fill(page, label, email);
  await hands.press(page, 'Send me a code');
  await hands.fill(page, 'Six-digit code', await nextCode(email));
  await hands.press(page, 'Continue');
}

/** The newest code that was not used yet: the letter with it may still be on its way. */
async function nextCode(email: string): Promise<string> {
  const isNew = async (): Promise<boolean> => !usedCodes.has(`${email} ${await demo.newestCode(email)}`);
  await expect.poll(isNew, { timeout: 15_000 }).toBe(true);
  const code = await demo.newestCode(email);
  usedCodes.add(`${email} ${code}`);
  return code;
}

/** The publisher's site hears of it behind the reader's back. */
async function isToldOfTheEnd(page: Page): Promise<void> {
  const isSignedIn = async (): Promise<boolean> => (await page.goto(demo.publisher_site_url), (await page.getByRole('button', { name: 'Sign out' }).count()) > 0);
  await expect.poll(isSignedIn, { timeout: 15_000 }).toBe(false);
}
