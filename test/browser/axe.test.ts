// Every hosted page holds to WCAG 2.2 AA as far as a program can tell (axe), on a phone and on a desk, in light and in dark; and none runs a script.
import { expect } from 'vitest';
import { violationsOf } from '../support/browser/axe.ts';
import { test } from '../support/browser/browser-test.ts';
import { visitEveryPage } from '../support/browser/tour.ts';

test(
  'axe finds nothing on any page, and no page has a script or a handler',
  { timeout: 300_000 },
  async ({ demo, openPage }) => {
    const page = await openPage();
    const faults: string[] = [];
    const seen = new Set<string>();
    await visitEveryPage(demo, page, async (name) => {
      seen.add(name);
      faults.push(...(await violationsOf(name, page)));
      expect([
        name,
        await page.locator('script, [onclick], [onload], [onsubmit], a[href^="javascript:"]').count(),
      ]).toEqual([name, 0]);
    });
    expect(faults).toEqual([]);
    expect(seen.size).toBeGreaterThan(25);
  },
);
