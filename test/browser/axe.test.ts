// Every hosted page holds to WCAG 2.2 AA as far as a program can tell (axe), on a phone and on a desk, in light and in dark; and none runs a script.
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium, newVisitor } from '../support/chromium.ts';
import { startDemo, type RunningDemo } from '../support/demo.ts';
import { visitEveryPage } from '../support/tour.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SIZES = { phone: { width: 375, height: 740 }, desk: { width: 1280, height: 900 } };

let demo: RunningDemo;
let chromium: Browser;

beforeAll(async () => {
  [demo, chromium] = await Promise.all([startDemo(), launchChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await demo?.stop();
});

async function violationsOf(name: string, page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      // Our pages have no frames; without legacy mode a blank page is opened for each run.
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze();
      faults.push(...violations.map(({ id, nodes }) => `${name}, ${size}, ${colorScheme}: ${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`));
    }
  }
  return faults;
}

test('axe finds nothing on any page, and no page has a script or a handler', { timeout: 300_000 }, async () => {
  const { context, complaints } = await newVisitor(chromium);
  const page = await context.newPage();
  const faults: string[] = [];
  const seen = new Set<string>();
  await visitEveryPage(demo, page, async (name) => {
    seen.add(name);
    faults.push(...(await violationsOf(name, page)));
    expect([name, await page.locator('script, [onclick], [onload], [onsubmit], a[href^="javascript:"]').count()]).toEqual([name, 0]);
  });
  expect(faults).toEqual([]);
  expect(seen.size).toBeGreaterThan(25);
  expect(complaints).toEqual([]);
  await context.close();
});
