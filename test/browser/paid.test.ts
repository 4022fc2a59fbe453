// The paid journeys of a reader in a real browser, with scripts off: sign-up by every kind of card, upgrade, cancel and undo, and all of the
// sign-up by keyboard alone (service.md, What the service does, 1; decisions 28 to 30).
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { headingOf, test, textOf, WITHOUT_SCRIPTS } from '../support/browser/browser-test.ts';
import { membersOf, type RunningDemo } from '../support/browser/demo.ts';
import { press, tabTo } from '../support/browser/hands.ts';
import { payBy } from '../support/browser/paid-tour.ts';
import { AUTHENTICATED_CARD, DECLINED_CARD, GOOD_CARD } from '../support/publications/cards.ts';

const PRICES = { 'a month': '€6 a month', 'a year': '€60 a year' };

/** From the offers page to the card page, with a new account. */
async function signUp(
  demo: RunningDemo,
  page: Page,
  email: string,
  interval: keyof typeof PRICES = 'a month',
): Promise<void> {
  await page.goto(`${demo.site_url}/offers?continue_url=${encodeURIComponent(`${demo.publisher_site_url}/`)}`);
  await press(page, 'Subscribe: Reader');
  expect(await headingOf(page)).toBe('Create your account');
  await page.getByRole('radio', { name: interval }).check();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Name (optional)').fill('Ada Lovelace');
  await press(page, 'Send me a code');
  await page.getByLabel('Six-digit code').fill(await demo.nextCode(email));
  await press(page, 'Continue');
  expect(await headingOf(page)).toBe('Check and pay');
  expect(await page.locator('.bought .price-amount').innerText()).toBe(PRICES[interval]);
  await press(page, /^Pay €/);
  expect(await headingOf(page)).toBe('Pay by card');
}

async function planOf(demo: RunningDemo, email: string): Promise<string | null | undefined> {
  return (await membersOf(demo)).find((member) => member.email === email)?.plan_slug;
}

test('a reader subscribes with a good card and goes on to the publisher’s site', async ({ demo, openPage }) => {
  const page = await openPage(WITHOUT_SCRIPTS);
  await signUp(demo, page, 'good@example.org', 'a year');
  await payBy(page, GOOD_CARD);
  expect(await headingOf(page)).toBe('You are subscribed');
  expect(await textOf(page)).toContain('Paid: €60');
  expect(await planOf(demo, 'good@example.org')).toBe('digital');
  await press(page, 'Continue');
  expect(page.url()).toBe(`${demo.publisher_site_url}/`);
});

test('a reader whose card is declined tries another', async ({ demo, openPage }) => {
  const page = await openPage(WITHOUT_SCRIPTS);
  await signUp(demo, page, 'declined@example.org');
  await payBy(page, DECLINED_CARD);
  expect(await textOf(page)).toContain('declined');
  await press(page, 'Back without paying');
  expect(await headingOf(page)).toBe('The payment did not go through');
  expect(await planOf(demo, 'declined@example.org')).toBeNull();
  await press(page, 'Try again');
  await payBy(page, GOOD_CARD);
  expect(await headingOf(page)).toBe('You are subscribed');
  expect(await planOf(demo, 'declined@example.org')).toBe('digital');
});

test('a reader whose bank asks refuses first and approves then', async ({ demo, openPage }) => {
  const page = await openPage(WITHOUT_SCRIPTS);
  await signUp(demo, page, 'bank@example.org');
  await payBy(page, AUTHENTICATED_CARD);
  expect(await headingOf(page)).toBe('Your bank asks: is it you?');
  await press(page, 'Refuse');
  expect(await planOf(demo, 'bank@example.org')).toBeNull();
  await payBy(page, AUTHENTICATED_CARD);
  await press(page, 'Complete');
  expect(await headingOf(page)).toBe('You are subscribed');
  expect(await planOf(demo, 'bank@example.org')).toBe('digital');
});

test('a subscriber upgrades for what was shown, cancels, and takes that back', async ({ demo, openPage }) => {
  const page = await openPage(WITHOUT_SCRIPTS);
  await signUp(demo, page, 'upgrade@example.org');
  await payBy(page, GOOD_CARD);
  await page.goto(`${demo.site_url}/offers/subscriber/subscribe`);
  expect(await headingOf(page)).toBe('You are already subscribed');
  await press(page, /^See what changes: Subscriber, €12 a month/);
  const [, shown = ''] = /Due now\s+(€[\d.]+)/.exec(await textOf(page)) ?? [];
  await press(page, `Pay ${shown} and change`);
  expect(await textOf(page)).toContain('Your plan has been changed.');
  expect(await planOf(demo, 'upgrade@example.org')).toBe('print');
  await press(page, /^Receipt of/);
  expect(await textOf(page)).toContain(shown);
  await press(page, 'Back to your account');
  await press(page, 'Cancel');
  await press(page, 'Cancel subscription');
  expect(await textOf(page)).toContain('You keep access until');
  await press(page, 'Keep subscription');
  expect(await textOf(page)).toMatch(/Your subscription continues\.[\s\S]*Next payment: €12/);
  expect(await planOf(demo, 'upgrade@example.org')).toBe('print');
});

async function enter(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
}

test('the paid sign-up is done by keyboard alone', async ({ demo, openPage }) => {
  const page = await openPage();
  await page.goto(`${demo.site_url}/offers`);
  await tabTo(page, page.getByRole('link', { name: 'Subscribe: Reader' }).first());
  await enter(page);
  await tabTo(page, page.getByRole('radio', { name: 'a month' }).first());
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('radio', { name: 'a year' }).isChecked()).toBe(true);
  await tabTo(page, page.getByRole('textbox', { name: 'E-mail address' }).first());
  await page.keyboard.type('keyboard@example.org');
  await enter(page);
  await tabTo(page, page.getByRole('textbox', { name: 'Six-digit code' }).first());
  await page.keyboard.type(await demo.nextCode('keyboard@example.org'));
  await enter(page);
  await tabTo(page, page.getByRole('button', { name: /^Pay €/ }).first());
  await enter(page);
  await tabTo(page, page.getByRole('textbox', { name: 'Card number' }).first());
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(GOOD_CARD);
  await enter(page);
  expect(await headingOf(page)).toBe('You are subscribed');
  await tabTo(page, page.getByRole('link', { name: 'Go to your account' }).first());
  await enter(page);
  expect(await textOf(page)).toContain('Next payment: €60');
});
