// The journeys of a reader in a real browser, through the service, its mailbox and a publisher's site (service.md, What the service does, 1 to 3).
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { headingOf, isToldOfTheEnd, proveAddress, test } from '../support/browser/browser-test.ts';
import { membersOf } from '../support/browser/demo.ts';
import { press } from '../support/browser/hands.ts';

/** The list of names and values that the publisher's site shows of the ID token. */
async function claimsOn(page: Page): Promise<Record<string, string>> {
  const list = page.locator('dl').first();
  const [names, values] = [await list.locator('dt').allInnerTexts(), await list.locator('dd').allInnerTexts()];
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

test('a reader signs up for free, is signed in on the publisher’s site, signs out, and is a member', async ({
  demo,
  openPage,
}) => {
  const page = await openPage();
  const email = 'ada@example.org';
  await page.goto(`${demo.site_url}/offers?continue_url=${encodeURIComponent(`${demo.publisher_site_url}/`)}`);
  expect(await headingOf(page)).toBe(`Subscribe to ${demo.name}`);
  await press(page, 'Subscribe for free');
  await press(page, 'Subscribe for free');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Name (optional)').fill('Ada Lovelace');
  await press(page, 'Send me a code');
  expect(await headingOf(page)).toBe('Check your inbox');
  await page.getByLabel('Six-digit code').fill(await demo.nextCode(email));
  await press(page, 'Continue');
  expect(await headingOf(page)).toBe('You are subscribed');

  await press(page, 'Continue');
  expect(page.url()).toBe(`${demo.publisher_site_url}/`);
  await press(page, 'Sign in');
  const claims = await claimsOn(page);
  expect(claims).toMatchObject({ iss: demo.site_url, email, name: 'Ada Lovelace' });

  const member = (await membersOf(demo)).find((candidate) => candidate.email === email);
  expect(member).toMatchObject({
    id: String(claims['sub']).replace('cus_', 'memb_'),
    name: 'Ada Lovelace',
    newsletter_slugs: ['harbour-notes', 'sunday-letter'],
  });

  await press(page, 'Sign out');
  expect(page.url()).toBe(`${demo.publisher_site_url}/`);
  await page.goto(demo.site_url);
  expect(await headingOf(page)).toBe('Sign in');
});

test('sign-in asked for by the publisher’s site ends there, although the way goes through forms and redirects', async ({
  demo,
  openPage,
}) => {
  const page = await openPage();
  const email = 'grace@example.org';
  await page.goto(demo.publisher_site_url);
  await press(page, 'Sign in');
  expect(await headingOf(page)).toMatch(/^Sign in\s+to continue to The Harbour Review on the web$/);
  await page.getByLabel('E-mail address').fill('grace');
  await press(page, 'Send me a code');
  expect(await page.title()).toMatch(/^Error: Sign in/);
  await page.getByRole('alert').getByRole('link').click();
  expect(await page.evaluate('document.activeElement.id')).toBe('email');
  await proveAddress(demo, page, email);
  expect(new URL(page.url()).origin).toBe(demo.publisher_site_url);
  expect(await claimsOn(page)).toMatchObject({ email, iss: demo.site_url });

  // The button of the account page: the publisher's site is told behind the reader's back.
  await page.goto(demo.site_url);
  await press(page, 'Sign out');
  expect(await headingOf(page)).toBe('You are signed out');
  await isToldOfTheEnd(demo, page);
  await press(page, 'Am I signed in already?');
  expect(await page.getByRole('status').innerText()).toContain('You are not signed in at the service');
});

test.for([
  [320, 'light'],
  [320, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)(
  'at %i pixels, %s, no page scrolls sideways and each is used by keyboard',
  async ([width, colorScheme], { demo, openPage }) => {
    const page = await openPage({ viewport: { width, height: 640 }, colorScheme });
    for (const path of [
      '/',
      '/offers',
      '/free_offering',
      '/free_offering/subscribe',
      '/sign-in',
      '/email-code/none',
      '/nothing-here',
    ]) {
      await page.goto(demo.site_url + path);
      expect({ path, wide: await page.evaluate('document.documentElement.scrollWidth > innerWidth') }).toEqual({
        path,
        wide: false,
      });
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    }
  },
);
