// The way of a reader in a language of their own, from the offers to the cancellation. Nothing on it is found by its words.
import type { Page } from 'playwright-core';
import type { PageLanguage } from '../../../src/models/publication/languages.ts';
import { DECLINED_CARD, GOOD_CARD } from '../publications/cards.ts';
import type { RunningDemo } from './demo.ts';
import type { Look } from './tour.ts';

/** Begins with a browser that is signed out. */
export async function visitInLanguage(
  demo: RunningDemo,
  page: Page,
  language: PageLanguage,
  look: Look,
): Promise<void> {
  const email = `${language}@example.org`;
  const open = async (name: string, path: string): Promise<void> => {
    await page.goto(demo.site_url + path);
    await look(name, page);
  };
  await page.goto(`${demo.site_url}/offers`);
  await followed(page, `a.language[lang="${language}"]`);
  await look('offers', page);
  for (const [name, path] of SIGNED_OUT) await open(name, path);
  await page.locator('main input[name=email]').fill('nobody');
  await followed(page, 'main form:has(input[name=email]) button.button');
  await look('sign-in-faulty', page);
  await page.goto(`${demo.site_url}/offers/reader/subscribe`);
  await page.locator('main input[name=email]').fill(email);
  await followed(page, 'button[name=step][value=prove]');
  await look('email-code', page);
  await page.locator('input[name=code]:visible').fill(await demo.nextCode(email));
  await followed(page, 'main form:has(input[name=code]) button.button');
  await look('summary', page);
  await followed(page, 'button[name=step][value=pay]');
  await look('sandbox-card', page);
  for (const card of [DECLINED_CARD, GOOD_CARD]) {
    await page.locator('input[name=card_number]').fill(card);
    await followed(page, 'main form:has(input[name=card_number]) button');
    await look(card === GOOD_CARD ? 'subscribed' : 'sandbox-card-declined', page);
  }
  for (const [name, path] of SIGNED_IN) await open(name, path);
  await followed(page, 'a[href*="/receipts/"]');
  await look('receipt', page);
  await page.goto(demo.site_url);
  await followed(page, 'a[href*="/cancel"]');
  await look('cancel', page);
  await followed(page, 'main form button.button');
  await look('account-canceled', page);
}

const SIGNED_OUT = Object.entries({
  offer: '/offers/patron',
  'free-offering-subscribe': '/free_offering/subscribe',
  gift: '/gift',
  'gift-claim': '/gift/claim',
  activate: '/activate',
  'error-not-found': '/nothing-here',
  'error-code-over': '/email-code/none',
  'signed-out': '/oauth/end_session',
  'sign-in': '/sign-in',
});
const SIGNED_IN = Object.entries({
  'already-subscribed': '/subscribe',
  'email-address': '/email-address',
  'erase-account': '/erase-account',
  'end-session': '/oauth/end_session',
  account: '/',
});

async function followed(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.locator(selector).first().click()]);
}
