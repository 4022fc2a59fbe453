// Every hosted page fits a screen of 320 px, with targets of 24 px; weighs at most 30 kB, fonts apart; and runs no script. It holds to WCAG 2.2 AA as far
// as a program can tell (axe), on a phone and on a desk, in light and in dark: one half of the pages today, the other tomorrow.
import { expect } from 'vitest';
import { violationsOf } from '../support/browser/axe.ts';
import { test } from '../support/browser/browser-test.ts';
import { layoutFaultsOf } from '../support/browser/layout.ts';
import { visitEveryPage } from '../support/browser/tour.ts';
import { PAGE_MAX_BYTES, weightOf } from '../support/browser/weight.ts';
import { isInTurn } from '../support/runs/drawn.ts';

test(
  'axe finds nothing on any page, each fits and is light, and none has a script or a handler',
  { timeout: 300_000 },
  async ({ demo, openPage }) => {
    const page = await openPage();
    const faults: string[] = [];
    const seen = new Set<string>();
    await visitEveryPage(demo, page, async (name) => {
      seen.add(name);
      // What is folded is checked, too.
      await page.evaluate("document.querySelectorAll('details').forEach((folded) => { folded.open = true; })");
      if (isInTurn(seen.size)) faults.push(...(await violationsOf(name, page)));
      faults.push(...(await layoutFaultsOf(name, page)));
      const bytes = await weightOf(page);
      if (bytes > PAGE_MAX_BYTES) faults.push(`${name} weighs ${bytes}`);
      expect([
        name,
        await page.locator('script, [onclick], [onload], [onsubmit], a[href^="javascript:"]').count(),
      ]).toEqual([name, 0]);
    });
    expect(faults).toEqual([]);
    expect(seen.size).toBeGreaterThan(25);
  },
);
