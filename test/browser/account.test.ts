// The account page's journeys in a real browser, without JavaScript and some without a mouse: another address, activation with a merge, leaving.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  changeAddress,
  headingOf,
  isToldOfTheEnd,
  proveAddress,
  test,
  textOf,
  WITHOUT_SCRIPTS,
} from '../support/browser/browser-test.ts';
import { newActivationUrl, type RunningDemo } from '../support/browser/demo.ts';
import { keyboard, mouse, press, tabTo } from '../support/browser/hands.ts';

async function signIn(demo: RunningDemo, page: Page, email: string): Promise<void> {
  await page.goto(demo.site_url);
  await proveAddress(demo, page, email);
}

test('a reader changes the address, and the other browser is signed out', async ({ demo, openPage }) => {
  const [desk, phone] = [await openPage(WITHOUT_SCRIPTS), await openPage(WITHOUT_SCRIPTS)];
  for (const page of [desk, phone]) await signIn(demo, page, 'old@example.org');
  await press(desk, 'Change e-mail address');
  await changeAddress(demo, desk, { from: 'old@example.org', to: 'new@example.org' });
  expect(await textOf(desk)).toContain('Your e-mail address has been changed.');
  expect(await textOf(desk)).toContain('new@example.org');
  await phone.goto(demo.site_url);
  expect(await headingOf(phone)).toBe('Sign in');
});

test('a reader ends the session of another browser from the list', async ({ demo, openPage }) => {
  const [desk, phone] = [await openPage(WITHOUT_SCRIPTS), await openPage(WITHOUT_SCRIPTS)];
  for (const page of [desk, phone]) await signIn(demo, page, 'two@example.org');
  await desk.goto(demo.site_url);
  await mouse.unfold(desk, 'Where you are signed in');
  await desk
    .locator('.sessions')
    .getByRole('button', { name: /^Sign out/ })
    .click();
  expect(await textOf(desk)).toContain('That browser is signed out.');
  await phone.goto(demo.site_url);
  expect(await headingOf(phone)).toBe('Sign in');
});

test('a reader from paper activates the record, and it becomes one with the account they have', async ({
  demo,
  openPage,
}) => {
  const page = await openPage(WITHOUT_SCRIPTS);
  await signIn(demo, page, 'paper@example.org');
  await press(page, 'Sign out');
  await page.goto(await newActivationUrl(demo));
  await proveAddress(demo, page, 'paper@example.org');
  expect(await headingOf(page)).toBe('Add this to your account?');
  await press(page, 'Add to my account');
  expect(await textOf(page)).toContain('Everything is in this account now.');
  await page.goBack();
  await page.goto(page.url());
  expect(await headingOf(page)).toBe('This link no longer works');
});

test('a reader leaves for good, and the publisher’s site is told', async ({ demo, openPage }) => {
  const page = await openPage(WITHOUT_SCRIPTS);
  await page.goto(demo.publisher_site_url);
  await press(page, 'Sign in');
  await proveAddress(demo, page, 'leaving@example.org');
  expect(new URL(page.url()).origin).toBe(demo.publisher_site_url);
  await page.goto(demo.site_url);
  await mouse.unfold(page, 'Your data');
  await press(page, 'Delete my account');
  await press(page, 'Send me a code');
  await page.getByLabel('Six-digit code').fill(await demo.nextCode('leaving@example.org'));
  await press(page, 'Delete my account');
  expect(await headingOf(page)).toBe('Your account has been deleted');
  await page.goto(demo.site_url);
  expect(await headingOf(page)).toBe('Sign in');
  await isToldOfTheEnd(demo, page);
});

test('a reader signs up, changes what they get, and signs out, with the keyboard alone', async ({ demo, openPage }) => {
  const page = await openPage();
  await page.goto(`${demo.site_url}/offers`);
  await keyboard.press(page, 'Subscribe for free');
  await keyboard.press(page, 'Subscribe for free');
  await proveAddress(demo, page, 'keys@example.org', { hands: keyboard });
  expect(await headingOf(page)).toBe('You are subscribed');
  await keyboard.press(page, 'Go to your account');
  await tabTo(page, page.getByRole('checkbox').first());
  await page.keyboard.press('Space');
  await keyboard.press(page, 'Save newsletters');
  expect(await textOf(page)).toContain('Your newsletters have been saved.');
  await keyboard.fill(page, 'Name', 'Keyboard Reader');
  await keyboard.press(page, 'Save changes');
  expect(await textOf(page)).toContain('Your changes have been saved.');
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
  await keyboard.press(page, 'Sign out');
  expect(await headingOf(page)).toBe('You are signed out');
});
