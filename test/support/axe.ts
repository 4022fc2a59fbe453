// What axe finds on a page, on a phone and on a desk, in light and in dark: WCAG 2.2 AA as far as a program can tell.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SIZES = { phone: { width: 375, height: 740 }, desk: { width: 1280, height: 900 } };

/** One line for each fault; none is the aim. */
export async function violationsOf(name: string, page: Page): Promise<string[]> {
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
