// Every hosted page holds to WCAG 2.2 AA as far as a program can tell (axe), on a phone and on a desk, in light and in dark; and none runs a script.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { launchChromium, newVisitor } from '../support/chromium.ts';
import { startDemo, type RunningDemo } from '../support/demo.ts';
import { visitEveryPage } from '../support/tour.ts';

let demo: RunningDemo;
let chromium: Browser;

beforeAll(async () => {
  [demo, chromium] = await Promise.all([startDemo(), launchChromium()]);
});
afterAll(async () => {
  await chromium?.close();
  await demo?.stop();
});

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
