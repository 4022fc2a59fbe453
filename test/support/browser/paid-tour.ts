// The paid part of the tour: from the card page to the account of a subscriber, and every step from there.
import type { Page } from 'playwright-core';
import { DECLINED_CARD, GOOD_CARD } from '../publications/cards.ts';
import { newestGiftCode } from '../publications/gift-mail.ts';
import type { RunningDemo } from './demo.ts';
import { followed, press } from './hands.ts';

type Look = (name: string, page: Page) => Promise<void>;

/** Begins with a signed-in browser without a subscription, and ends with a canceled subscription. */
export async function visitPaidPages(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  await visitCodes(demo, page, look);
  await visitGifts(demo, page, look);
  await page.goto(
    `${demo.site_url}/offers/reader/subscribe?continue_url=${encodeURIComponent(`${demo.publisher_site_url}/`)}`,
  );
  await look('offer-subscribe-signed-in', page);
  const choice = await page.locator('input[name=choice]').first().getAttribute('value');
  const form = page.url();
  await page.goto(`${form}&choice=${encodeURIComponent(choice ?? '')}`);
  await look('summary', page);
  await page.goto(form);
  await press(page, 'Continue');
  await press(page, /^Pay €/);
  await look('sandbox-card', page);
  await press(page, 'Back without paying');
  await look('checkout-open', page);
  await press(page, 'Continue to payment');
  await payBy(page, DECLINED_CARD);
  await look('sandbox-card-declined', page);
  await press(page, 'Back without paying');
  await look('checkout-declined', page);
  await press(page, 'Try again');
  await payBy(page, GOOD_CARD);
  await look('subscribed', page);
  await visitSubscriber(demo, page, look);
}

async function visitCodes(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  await page.goto(`${demo.site_url}/offers/reader/subscribe?code=HARBOR`);
  await look('offer-subscribe-code-faulty', page);
  await page.goto(`${demo.site_url}/offers/patron/subscribe?code=HARBOUR`);
  await look('offer-subscribe-trial-and-code', page);
}

/** A gift of the browser's customer to another one. */
async function visitGifts(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  const recipient = 'bob@example.org';
  await page.goto(`${demo.site_url}/gift`);
  await press(page, 'Continue to payment');
  await look('gift-signed-in-faulty', page);
  await page.getByLabel('Recipient’s e-mail address').fill(recipient);
  await page.getByLabel('Personal message (optional)').fill('Enjoy the harbour.');
  await press(page, 'Continue to payment');
  await payBy(page, GOOD_CARD);
  await look('gift-details', page);
  await page.goto(`${demo.site_url}/gift/claim?code=${await newestGiftCode(demo, recipient)}`);
  await press(page, 'Continue');
  await look('gift-accept', page);
}

async function visitSubscriber(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  await page.goto(demo.site_url);
  await look('account-subscribed', page);
  await press(page, /^Receipt of/);
  await look('receipt', page);
  await press(page, 'All receipts');
  await look('receipts', page);
  await press(page, 'Details for receipts');
  await look('tax-details', page);
  await page.goto(`${demo.site_url}/postal-address`);
  await look('postal-address-country', page);
  await page.getByLabel('Country').selectOption('US');
  await press(page, 'Continue');
  await press(page, 'Save changes');
  await look('postal-address', page);
  await page.goto(`${demo.site_url}/subscribe`);
  await look('already-subscribed', page);
  await press(page, /^See what changes: Subscriber, €12 a month/);
  await look('upgrade', page);
  await page.goto(demo.site_url);
  await press(page, 'Change card');
  await look('card', page);
  await page.goto(demo.site_url);
  await press(page, 'Pause');
  await look('pause', page);
  await followed(page, 'main form button.button');
  await look('account-paused', page);
  await followed(page, 'main a[href$="/read-on"]');
  await look('read-on', page);
  await followed(page, 'main form button.button');
  await page.goto(demo.site_url);
  await press(page, 'Cancel');
  await look('cancel', page);
  await press(page, 'Cancel subscription');
  await look('account-canceled', page);
}

/** On the sandbox's card page. */
export async function payBy(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await press(page, /^Pay €/);
}
