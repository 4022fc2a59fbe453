// The settings of a publication in a real browser: the preview follows what is typed, and without scripts a button shows it.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsOf } from '../support/browser/axe.ts';
import { test, textOf, WITHOUT_SCRIPTS } from '../support/browser/browser-test.ts';
import { press } from '../support/browser/hands.ts';

const inPreview = (page: Page) => page.frameLocator('.preview iframe').locator('body');

test('the preview follows what is typed, the button shows it without scripts, and nothing is saved before', async ({
  demo,
  openPage,
}) => {
  const page = await openPage();
  await page.goto(demo.dashboard_url);
  await press(page, 'Sign in');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Name', { exact: true }).fill('The Lighthouse');
  await page.getByLabel('Colour', { exact: true }).fill('#ffcc00');
  await inPreview(page).getByText('Subscribe to The Lighthouse').waitFor();
  await page.getByText('Too light for text').waitFor();
  await page.getByLabel('Page', { exact: true }).selectOption('sign-in');
  await inPreview(page).getByRole('heading', { name: 'Sign in', includeHidden: true }).waitFor();
  expect(await violationsOf('settings', page)).toEqual([]);

  // On a slow line the script comes after the first words.
  const slow = await openPage({ storageState: await page.context().storageState() });
  const typed = Promise.withResolvers<void>();
  await slow.route(/preview[^/]*\.js/, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await slow.goto(page.url(), { waitUntil: 'commit' });
  await slow.getByLabel('Name', { exact: true }).fill('The Lighthouse');
  typed.resolve();
  await inPreview(slow).getByText('Subscribe to The Lighthouse').waitFor();

  const plain = await openPage({ ...WITHOUT_SCRIPTS, storageState: await page.context().storageState() });
  await plain.setViewportSize({ width: 390, height: 800 });
  await plain.goto(page.url());
  expect(await plain.getByLabel('Name', { exact: true }).inputValue()).toBe('The Harbour Review');
  await plain.getByLabel('Name', { exact: true }).fill('The Lighthouse');
  await press(plain, 'Show');
  await inPreview(plain).getByText('Subscribe to The Lighthouse').waitFor();
  expect(await plain.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await plain.getByLabel('Name', { exact: true }).press('Enter');
  expect(await textOf(plain)).toContain('Saved.');
  await plain.goto(`${demo.site_url}/offers`);
  expect(await textOf(plain)).toContain('Subscribe to The Lighthouse');
});
