// The fonts that we ship are shown everywhere, and nothing jumps when they arrive after the text.
import { expect } from 'vitest';
import { test } from '../support/browser/browser-test.ts';

/** Our choice: Google's Core Web Vitals call a page good up to 0.1. */
const SHIFT_MAX = 0.02;

test('text is shown before its fonts, and hardly moves when they come', async ({ demo, openPage }) => {
  const page = await openPage({ viewport: { width: 390, height: 780 } });
  let release = (): void => undefined;
  const isShown = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.woff2', async (route) => {
    await isShown;
    await route.continue();
  });
  const heightOf = (): Promise<number> => page.evaluate('document.documentElement.scrollHeight');
  await page.goto(`${demo.site_url}/offers`, { waitUntil: 'commit' });
  await page.locator('footer').waitFor();
  // Until the style sheet is there, the browser knows of no such font and says that it lacks none.
  await expect.poll(() => page.evaluate('document.fonts.size')).toBeGreaterThan(0);
  const before = await heightOf();
  expect(await page.evaluate('document.fonts.check(\'16px "Masthead Sans"\')')).toBe(false);
  const shift = page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; }).observe({ type: 'layout-shift', buffered: true });
    document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(() => resolve(sum), 100)));
  })`);
  release();
  expect(await shift).toBeLessThanOrEqual(SHIFT_MAX);
  expect(await page.evaluate('document.fonts.check(\'16px "Masthead Sans"\')')).toBe(true);
  expect(await page.evaluate('document.fonts.check(\'600 16px "Masthead Serif"\')')).toBe(true);
  const line = 28;
  expect(Math.abs((await heightOf()) - before)).toBeLessThanOrEqual(line);
});
