// Trials, discount codes and gifts in a real browser, with scripts off: what is shown before anybody pays is what happens.
import { expect } from 'vitest';
import { headingOf, proveAddress, test, textOf, WITHOUT_SCRIPTS } from '../support/browser/browser-test.ts';
import { press } from '../support/browser/hands.ts';
import { payBy } from '../support/browser/paid-tour.ts';
import { GOOD_CARD } from '../support/publications/cards.ts';
import { newestGiftCode } from '../support/publications/gift-mail.ts';

test('a reader tries an offer for two weeks and cancels for nothing', async ({ demo, openPage }) => {
  const page = await openPage(WITHOUT_SCRIPTS);
  await page.goto(`${demo.site_url}/offers/patron`);
  expect(await textOf(page)).toMatch(/14 days free, then €240 a year from \w+ \d+, \d{4}\./);
  await proveAddress(demo, page, 'trial@example.org');
  expect(await textOf(page)).toMatch(/14 days free, then €240 a year from/);
  await press(page, 'Start the free trial');
  await payBy(page, GOOD_CARD);
  expect(await textOf(page)).toMatch(/Free until \w+ \d+, \d{4}\. First payment: €240 on that day/);
  await page.goto(demo.site_url);
  await press(page, 'Cancel');
  expect(await textOf(page)).toContain('you will not be charged');
  await press(page, 'Cancel subscription');
  expect(await textOf(page)).toContain('Canceled. You keep access until');
  expect(await textOf(page)).not.toContain('Receipts');
});

test('a reader mistypes a code, types it right, and pays what the page says', async ({ demo, openPage }) => {
  const page = await openPage(WITHOUT_SCRIPTS);
  await page.goto(`${demo.site_url}/offers/reader/subscribe`);
  await proveAddress(demo, page, 'code@example.org');
  await page.getByText('Have a discount code?').click();
  await page.getByLabel('Discount code', { exact: true }).fill('HARBOR');
  await press(page, 'Apply');
  expect(await textOf(page)).toContain('We do not know this code');
  await page.getByLabel('Discount code', { exact: true }).fill('harbour');
  await press(page, 'Apply');
  expect(await textOf(page)).toContain('With HARBOUR: €3 a month for the first 3 months, then €6 a month.');
  await press(page, /^Pay €/);
  await payBy(page, GOOD_CARD);
  expect(await textOf(page)).toContain('Paid: €3');
  await page.goto(demo.site_url);
  expect(await textOf(page)).toMatch(/Next payment: €3 on .*, with your discount\./);
  await press(page, /^Receipt of/);
  expect(await textOf(page)).toMatch(/Discount\s+€3/);
});

test('a gift is bought by one and claimed by another', async ({ demo, openPage }) => {
  const giver = await openPage(WITHOUT_SCRIPTS);
  await giver.goto(`${demo.site_url}/offers`);
  await press(giver, 'Give a subscription');
  await giver.getByRole('radio', { name: /Reader, 3 months/ }).check();
  await proveAddress(demo, giver, 'giver@example.org');
  expect([await headingOf(giver), await giver.getByRole('radio', { name: /Reader, 3 months/ }).isChecked()]).toEqual([
    'Give a subscription',
    true,
  ]);
  await giver.getByLabel('Recipient’s e-mail address').fill('given@example.org');
  await giver.getByLabel('Your name, as the recipient sees it (optional)').fill('Grace');
  await giver.getByLabel('Personal message (optional)').fill('Enjoy the harbour.');
  await press(giver, 'Continue to payment');
  await payBy(giver, GOOD_CARD);
  expect(await textOf(giver)).toMatch(/Your gift is paid\.[^]*Reader, 3 months[^]*€18/);
  const reader = await openPage(WITHOUT_SCRIPTS);
  await reader.goto(`${demo.site_url}/gift/claim?code=${await newestGiftCode(demo, 'given@example.org')}`);
  await press(reader, 'Continue');
  expect(await textOf(reader)).toMatch(/A gift for you[^]*Grace[^]*Enjoy the harbour\.[^]*for 3 months/);
  await proveAddress(demo, reader, 'given@example.org');
  await press(reader, 'Accept gift');
  expect(await textOf(reader)).toMatch(/Your gift has begun\.[^]*Ends on \w+ \d+, \d{4} and does not renew\./);
});
