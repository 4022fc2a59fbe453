// A tour of the hosted pages in a real browser, each in its different states, for tests and screenshots of all pages.
import type { Page } from 'playwright-core';
import { GOOD_CARD } from '../publications/cards.ts';
import { newActivationUrl, type RunningDemo } from './demo.ts';
import { press } from './hands.ts';
import { visitLinks } from './link-tour.ts';
import { visitPaidPages } from './paid-tour.ts';

/** Called on every page of the tour, with a name for the page. */
export type Look = (name: string, page: Page) => Promise<void>;

const READER = 'ada@example.org';

/** Visits all pages once, in one browser that begins signed out. The demo must be fresh. */
export async function visitEveryPage(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  await visitSignedOut(demo, page, look);
  await signUp(demo, page, look);
  await visitSignedIn(demo, page, look);
  await visitPaidPages(demo, page, look);
  await visitLinks(demo, page, { email: READER, card: GOOD_CARD }, look);
  await leave(demo, page, look);
}

async function visitSignedOut(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  const { site_url: site } = demo;
  const paths = {
    'account-signed-out': '/',
    offers: '/offers',
    'free-offering': '/free_offering',
    subscribe: '/subscribe',
    offer: '/offers/reader',
    'offer-subscribe': '/offers/reader/subscribe',
    'free-offering-subscribe': '/free_offering/subscribe',
    'sign-in': '/sign-in',
    'offer-trial': '/offers/patron',
    gift: '/gift',
    'gift-claim': '/gift/claim',
    activate: '/activate',
    'account-erased': '/account-erased',
    'error-not-found': '/nothing-here',
    'error-code-over': '/email-code/none',
    'authorize-error': '/oauth/authorize?client_id=none',
    'signed-out': '/oauth/end_session',
  };
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(site + path);
    await look(name, page);
  }
  await page.goto(`${site}/activate`);
  await fill(page, 'Activation code', 'nobody has this', 'Continue');
  await look('activate-faulty', page);
  await page.goto(await newActivationUrl(demo));
  await look('activate-customer', page);
}

async function signUp(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  await page.goto(
    `${demo.site_url}/free_offering/subscribe?continue_url=${encodeURIComponent(`${demo.publisher_site_url}/`)}`,
  );
  await fill(page, 'E-mail address', 'not an address', 'Send me a code');
  await look('free-offering-subscribe-faulty', page);
  await page.getByLabel('Name (optional)').fill('Ada Lovelace');
  await fill(page, 'E-mail address', READER, 'Send me a code');
  await look('email-code', page);
  await fill(page, 'Six-digit code', '000000', 'Continue');
  await look('email-code-faulty', page);
  await fill(page, 'Six-digit code', await demo.nextCode(READER), 'Continue');
  await look('free-offering-subscribed', page);
}

async function visitSignedIn(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  const paths = {
    account: '/',
    'free-offering-signed-in': '/free_offering',
    'subscribe-signed-in': '/subscribe',
    'offer-signed-in': '/offers/reader',
    'email-address': '/email-address',
    'erase-account': '/erase-account',
    'end-session': '/oauth/end_session',
  };
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(demo.site_url + path);
    await look(name, page);
  }
  await page.goto(await newActivationUrl(demo));
  await look('activate-merge', page);
}

async function leave(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  await page.goto(`${demo.site_url}/erase-account`);
  await press(page, 'Send me a code');
  await look('email-code-of-erasure', page);
}

async function fill(page: Page, label: string, value: string, button: string): Promise<void> {
  await page.getByLabel(label).fill(value);
  await press(page, button);
}
