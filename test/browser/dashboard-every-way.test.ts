// The first things that a publisher does on the dashboard, in a real browser: with scripts by mouse, and without scripts by keyboard alone, on a phone and
// on a desk, in light and in dark.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { headingOf, proveAddress, test, textOf } from '../support/browser/browser-test.ts';
import { enterDashboard } from '../support/browser/dashboard-tour.ts';
import type { RunningDemo } from '../support/browser/demo.ts';
import { keyboard, mouse, type Hands } from '../support/browser/hands.ts';
import { addressIn } from '../support/browser/ways.ts';
import { drawnOf } from '../support/runs/drawn.ts';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 800 };
const WAYS = [
  ['with scripts, by mouse, on a desk, in light', true, mouse, { viewport: DESK, colorScheme: 'light' }],
  ['without scripts, by keyboard, on a desk, in dark', false, keyboard, { viewport: DESK, colorScheme: 'dark' }],
  ['without scripts, by keyboard, on a phone, in light', false, keyboard, { viewport: PHONE, colorScheme: 'light' }],
  ['without scripts, by keyboard, on a phone, in dark', false, keyboard, { viewport: PHONE, colorScheme: 'dark' }],
] as const;

interface Publisher {
  readonly demo: RunningDemo;
  readonly page: Page;
  readonly hands: Hands;
}

/** Opens a page by the links at the side, which a phone has behind a button. */
async function goBySide({ page, hands }: Publisher, name: string): Promise<void> {
  if (page.viewportSize()?.width === PHONE.width) await hands.toggle(page, 'Menu');
  await hands.press(page, name);
}

/** Our links sign in once, and one network gets three codes an hour: the first comes by the link, the others by a code. */
async function enter({ demo, page, hands }: Publisher, isFirst: boolean): Promise<void> {
  if (isFirst) await enterDashboard(demo, page);
  else {
    await page.goto(`${demo.base_url}/dashboard`);
    await proveAddress(demo, page, 'owner@example.org', { hands });
  }
  expect(await headingOf(page)).toBe('Overview');
}

async function inviteColleague(publisher: Publisher, email: string): Promise<void> {
  const { page, hands } = publisher;
  await goBySide(publisher, 'Staff');
  await hands.fill(page, 'Their e-mail address', email);
  await hands.press(page, 'Send the invitation');
  expect(await textOf(page)).toContain('The invitation is on its way.');
  expect(await textOf(page)).toContain(email);
}

/** Returns the link of the new offer. */
async function makeOffer(publisher: Publisher, name: string): Promise<string> {
  const { page, hands } = publisher;
  await goBySide(publisher, 'Offers');
  await hands.press(page, 'Create an offer');
  await hands.fill(page, 'Name', name);
  await hands.fill(page, 'Price a month', '4.50');
  await hands.press(page, 'Create the offer');
  expect(await textOf(page)).toContain('€4.50 a month');
  return page.getByRole('listitem').filter({ hasText: name }).locator('dd a').first().innerText();
}

async function connectWebsite(publisher: Publisher, name: string): Promise<void> {
  const { page, hands } = publisher;
  await goBySide(publisher, 'Websites');
  await hands.press(page, 'Connect a website');
  await hands.fill(page, 'Name', name);
  await hands.fill(page, 'Redirect URIs', 'https://www.example.org/auth/callback');
  await hands.press(page, 'Connect it');
  const text = await textOf(page);
  expect(text).toMatch(/client_\w+/);
  expect(text).toMatch(/secret_\w+/);
  expect(text).toContain('Copy the secret now: it is not shown again.');
}

async function raisePrice(publisher: Publisher, name: string, amount: number): Promise<void> {
  const { page, hands } = publisher;
  await goBySide(publisher, 'Price changes');
  await hands.press(page, 'Change a price');
  await hands.choose(page, 'Present price', `${name}: €4.50 a month`);
  await hands.fill(page, 'New amount', String(amount));
  await hands.press(page, 'See what happens');
  expect(await textOf(page)).toContain(`New subscribers pay €${amount} a month from now on`);
  await hands.press(page, 'Change the price now');
  expect(await textOf(page)).toContain('The price is changed.');
}

describe.each(drawnOf<(typeof WAYS)[number]>(WAYS).map((way, index) => [...way, index] as const))(
  '%s',
  (way, javaScriptEnabled, hands, view, index) => {
    test('a colleague is invited, an offer made and sold by its link, a website connected, a price raised, an archived offer brought back', async ({
      demo,
      openPage,
    }) => {
      const page = await openPage({ javaScriptEnabled, ...view });
      const publisher = { demo, page, hands };
      await enter(publisher, index === 0);
      await inviteColleague(publisher, addressIn(way, 'colleague'));

      const name = `Night shift ${index}`;
      const link = await makeOffer(publisher, name);
      const reader = await openPage({ javaScriptEnabled, ...view });
      await reader.goto(link);
      expect(await headingOf(reader)).toContain(name);

      await connectWebsite(publisher, `Website ${index}`);
      await raisePrice(publisher, name, 20 + index);
      await reader.goto(`${demo.site_url}/offers`);
      expect(await textOf(reader)).toContain(`€${20 + index}`);

      await goBySide(publisher, 'Offers');
      await hands.press(page, `Archive ${name}`);
      expect((await reader.goto(link))?.status()).toBe(404);
      await hands.press(page, `Bring back ${name}`);
      expect((await reader.goto(link))?.status()).toBe(200);
    });
  },
);
