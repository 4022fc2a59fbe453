// The way of a reader in a language of their own, from the offers to the cancellation. Nothing on it is found by its words.
import type { Page } from 'playwright-core';
import type { PageLanguage } from '../../../src/models/publication/languages.ts';
import { DEBIT_CARD, DECLINED_CARD, GOOD_CARD } from '../publications/cards.ts';
import { newestGiftCode } from '../publications/gift-mail.ts';
import { newActivationUrl, type RunningDemo } from './demo.ts';
import { followed, sendField } from './hands.ts';
import { visitLinks } from './link-tour.ts';
import type { Look } from './tour.ts';

/** Begins with a browser that is signed out. */
export async function visitInLanguage(
  demo: RunningDemo,
  page: Page,
  language: PageLanguage,
  look: Look,
): Promise<void> {
  await page.goto(`${demo.site_url}/offers`);
  await followed(page, `a.language[lang="${language}"]`);
  await look('offers', page);
  await visitSignedOut(demo, page, look);
  const email = `${language}@example.org`;
  await subscribe(demo, page, email, look);
  await visitPages(demo, page, SIGNED_IN, look);
  await visitPostalAddress(demo, page, look);
  await give(demo, page, `friend-of-${language}@example.org`, look);
  await visitLinks(demo, page, { email, card: DEBIT_CARD }, look);
  await visitSubscription(demo, page, look);
}

const SIGNED_OUT = {
  offer: '/offers/patron',
  subscribe: '/subscribe',
  'free-offering': '/free_offering',
  'free-offering-subscribe': '/free_offering/subscribe',
  gift: '/gift',
  'gift-claim': '/gift/claim',
  activate: '/activate',
  'account-erased': '/account-erased',
  'error-not-found': '/nothing-here',
  'error-code-over': '/email-code/none',
  'authorize-error': '/oauth/authorize?client_id=none',
  'signed-out': '/oauth/end_session',
  'sign-in': '/sign-in',
};
const SIGNED_IN = {
  'already-subscribed': '/subscribe',
  'free-offering-signed-in': '/free_offering',
  'email-address': '/email-address',
  'erase-account': '/erase-account',
  'end-session': '/oauth/end_session',
  'tax-details': '/tax-details',
  receipts: '/receipts',
  account: '/',
};

async function visitPages(
  demo: RunningDemo,
  page: Page,
  paths: Readonly<Record<string, string>>,
  look: Look,
): Promise<void> {
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(demo.site_url + path);
    await look(name, page);
  }
}

async function visitSignedOut(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  await visitPages(demo, page, SIGNED_OUT, look);
  await fill(page, 'email', 'nobody', look, 'sign-in-faulty');
  await page.goto(`${demo.site_url}/activate`);
  await fill(page, 'code', 'nobody has this', look, 'activate-faulty');
  await page.goto(await newActivationUrl(demo));
  await look('activate-customer', page);
}

async function subscribe(demo: RunningDemo, page: Page, email: string, look: Look): Promise<void> {
  await page.goto(`${demo.site_url}/offers/reader/subscribe`);
  await page.locator('main input[name=email]').fill(email);
  await followed(page, 'button[name=step][value=prove]');
  await look('email-code', page);
  await fill(page, 'code', '000000', look, 'email-code-faulty');
  await fill(page, 'code', await demo.nextCode(email), look, 'summary');
  await followed(page, 'button[name=step][value=pay]');
  await look('sandbox-card', page);
  await fill(page, 'card_number', DECLINED_CARD, look, 'sandbox-card-declined');
  await followed(page, 'main p.aside a');
  await look('checkout-declined', page);
  await followed(page, 'main a.button');
  await fill(page, 'card_number', GOOD_CARD, look, 'subscribed');
}

async function visitPostalAddress(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  await visitPages(demo, page, { 'postal-address-country': '/postal-address' }, look);
  await page.locator('select[name=country]').selectOption('US');
  await followed(page, 'main button.button[value=country]');
  await followed(page, 'main form button.button');
  await look('postal-address-faulty', page);
}

async function give(demo: RunningDemo, page: Page, recipient: string, look: Look): Promise<void> {
  await page.goto(`${demo.site_url}/gift`);
  await fill(page, 'recipient_email', '', look, 'gift-faulty');
  await fill(page, 'recipient_email', recipient);
  await fill(page, 'card_number', GOOD_CARD, look, 'gift-details');
  await page.goto(`${demo.site_url}/gift/claim?code=${await newestGiftCode(demo, recipient)}`);
  await followed(page, 'main form button.button');
  await look('gift-accept', page);
}

/** What a subscriber may do, and the page after it where it is done. */
const STEPS = { card: undefined, pause: 'account-paused', 'read-on': 'account-resumed', cancel: 'account-canceled' };

async function visitSubscription(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  await page.goto(await newActivationUrl(demo));
  await look('activate-merge', page);
  await page.goto(`${demo.site_url}/subscribe`);
  await followed(page, 'main a[href*="/upgrade?"]');
  await look('upgrade', page);
  for (const [name, next] of Object.entries(STEPS)) {
    await page.goto(demo.site_url);
    await followed(page, `main a[href$="/${name}"]`);
    await look(name, page);
    if (next !== undefined) {
      await followed(page, 'main form button.button');
      await look(next, page);
    }
  }
  await followed(page, 'a[href*="/receipts/"]');
  await look('receipt', page);
}

async function fill(page: Page, name: string, value: string, look?: Look, next = ''): Promise<void> {
  await sendField(page, name, value);
  await look?.(next, page);
}
