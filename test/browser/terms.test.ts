// Trials, discount codes and gifts in a real browser, with scripts off: what is shown before anybody pays is what happens.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, newVisitor } from '../support/chromium.ts';
import { startDemo, type RunningDemo } from '../support/demo.ts';
import { newestGiftCode } from '../support/gift-letter.ts';
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

/** On a page that asks for an account first. */
async function createAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await follow(page, 'Send me a code');
  await page.getByLabel('Six-digit code').fill(await demo.newestCode(email));
  await follow(page, 'Continue');
}

test('a reader tries an offer for two weeks and cancels for nothing', () =>
  visit(async (page) => {
    await page.goto(`${demo.site_url}/offers/patron`);
    expect(await main(page)).toMatch(/14 days free, then €240 a year from \w+ \d+, \d{4}\./);
    await createAccount(page, 'trial@example.org');
    expect(await main(page)).toMatch(/14 days free, then €240 a year from/);
    await follow(page, 'Continue to payment');
    await payBy(page, CARDS.good);
    expect(await main(page)).toMatch(/Free until \w+ \d+, \d{4}\. First payment: €240 on that day/);
    await page.goto(demo.site_url);
    await follow(page, 'Cancel');
    expect(await main(page)).toContain('nothing is charged');
    await follow(page, 'Cancel the subscription');
    expect(await main(page)).toContain('Canceled. You can read on until');
    expect(await main(page)).not.toContain('What you paid');
  }));

test('a reader mistypes a code, types it right, and pays what the page says', () =>
  visit(async (page) => {
    await page.goto(`${demo.site_url}/offers/reader/subscribe`);
    await createAccount(page, 'code@example.org');
    await page.getByText('Do you have a discount code?').click();
    await page.getByLabel('Discount code', { exact: true }).fill('HARBOR');
    await follow(page, 'Use the code');
    expect(await main(page)).toContain('There is no such code');
    await page.getByLabel('Discount code', { exact: true }).fill('harbour');
    await follow(page, 'Use the code');
    expect(await main(page)).toContain('With HARBOUR: €3 a month for the first 3 months, then €6 a month.');
    await page.getByRole('radio', { name: 'a month' }).first().check();
    await follow(page, 'Continue to payment');
    await payBy(page, CARDS.good);
    expect(await main(page)).toContain('Paid: €3');
    await page.goto(demo.site_url);
    expect(await main(page)).toMatch(/Next payment: €3 on .*, with your discount\./);
    await follow(page, /^Receipt/);
    expect(await main(page)).toMatch(/Discount\s+€3/);
  }));

test('a gift is bought by one and claimed by another', async () => {
  await visit(async (page) => {
    await page.goto(`${demo.site_url}/offers`);
    await follow(page, 'Give a subscription');
    await page.getByRole('radio', { name: /Reader, 3 months/ }).check();
    await createAccount(page, 'giver@example.org');
    expect([await heading(page), await page.getByRole('radio', { name: /Reader, 3 months/ }).isChecked()]).toEqual(['Give a subscription', true]);
    await page.getByLabel('E-mail address of who gets it').fill('given@example.org');
    await page.getByLabel('Your name, as it is read (optional)').fill('Grace');
    await page.getByLabel('A few words (optional)').fill('Enjoy the harbour.');
    await follow(page, 'Continue to payment');
    await payBy(page, CARDS.good);
    expect(await main(page)).toMatch(/Your gift is paid\.[^]*Reader, 3 months[^]*€18/);
  });
  await visit(async (page) => {
    await page.goto(`${demo.site_url}/gift/claim?code=${await newestGiftCode(demo, 'given@example.org')}`);
    await follow(page, 'Continue');
    expect(await main(page)).toMatch(/A gift for you[^]*Grace[^]*Enjoy the harbour\.[^]*for 3 months/);
    await createAccount(page, 'given@example.org');
    await follow(page, 'Accept the gift');
    expect(await main(page)).toMatch(/Your gift has begun\.[^]*It ends on \w+ \d+, \d{4} and is not renewed\./);
  });
});
