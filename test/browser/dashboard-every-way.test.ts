// The first things that a publisher does on the dashboard, in a real browser and in every way: with scripts, without them, and without a mouse, on
// a phone and on a desk, in light and in dark.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { headingOf, proveAddress, test, textOf } from '../support/browser/browser-test.ts';
import type { Hands } from '../support/browser/hands.ts';
import { addressIn, WAYS } from '../support/browser/ways.ts';

const OWNER = 'owner@example.org';
const VIEWS = [
  { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 800 }, colorScheme: 'dark' },
  { viewport: { width: 390, height: 800 }, colorScheme: 'light' },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

/** Opens a page by the links at the side, which a phone has behind a button. */
async function goBySide(page: Page, hands: Hands, name: string): Promise<void> {
  if (page.viewportSize()?.width === 390) await hands.toggle(page, 'Menu');
  await hands.press(page, name);
}

describe.each(WAYS.map((way, index) => [...way, VIEWS[index]] as const))(
  '%s',
  (way, javaScriptEnabled, hands, view) => {
    test('a colleague is invited, and an offer is made, sold by its link, archived and brought back', async ({
      demo,
      openPage,
    }) => {
      const page = await openPage({ javaScriptEnabled, ...view });
      await page.goto(`${demo.base_url}/dashboard`);
      await proveAddress(demo, page, OWNER, { hands });
      expect(await headingOf(page)).toBe('Overview');

      await goBySide(page, hands, 'Staff');
      const colleague = addressIn(way, 'colleague');
      await hands.fill(page, 'Their e-mail address', colleague);
      await hands.press(page, 'Send the invitation');
      expect(await textOf(page)).toContain('The invitation is on its way.');
      expect(await textOf(page)).toContain(colleague);

      await goBySide(page, hands, 'Offers');
      await hands.press(page, 'Make an offer');
      const name = `Night shift ${WAYS.findIndex(([other]) => other === way)}`;
      await hands.fill(page, 'Name', name);
      await hands.fill(page, 'Price a month', '4.50');
      await hands.press(page, 'Make the offer');
      expect(await textOf(page)).toContain('€4.50 a month');
      const card = page.getByRole('listitem').filter({ hasText: name });
      const link = await card.locator('dd a').first().innerText();

      const reader = await openPage({ javaScriptEnabled, ...view });
      await reader.goto(link);
      expect(await headingOf(reader)).toContain(name);

      await hands.press(page, `Archive ${name}`);
      expect(await reader.reload().then((answer) => answer?.status())).toBe(404);
      await hands.press(page, `Bring back ${name}`);
      expect(await reader.reload().then((answer) => answer?.status())).toBe(200);
    });
  },
);
