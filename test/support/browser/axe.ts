// Checks a page by axe, in phone and desktop size, light and dark: WCAG 2.2 AA as far as a program can check it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The minified script, which a page loads in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const PHONE = { width: 375, height: 740 };
const DESK = { width: 1280, height: 900 };
/** Each differs from the one before in one setting, since each change makes the browser lay out or paint again. */
const VIEWS = [
  { name: 'phone, light', viewport: PHONE, colorScheme: 'light' },
  { name: 'phone, dark', viewport: PHONE, colorScheme: 'dark' },
  { name: 'desk, dark', viewport: DESK, colorScheme: 'dark' },
  { name: 'desk, light', viewport: DESK, colorScheme: 'light' },
] as const;

interface Violation {
  readonly id: string;
  readonly targets: readonly string[];
}

/** Returns a line for each fault. The page may have no frames, as frames are not checked. */
export async function violationsOf(name: string, page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const faults: string[] = [];
  for (const { name: view, viewport, colorScheme } of VIEWS) {
    if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    faults.push(...(await runAxe(page)).map(({ id, targets }) => `${name}, ${view}: ${id}: ${targets.join('; ')}`));
  }
  return faults;
}

/** Runs every rule of the tags. Passed rules are not returned: their transfer takes several times as long as the rules. */
function runAxe(page: Page): Promise<Violation[]> {
  const options = JSON.stringify({ runOnly: TAGS, resultTypes: ['violations'] });
  const toViolation = '({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) })';
  return page.evaluate<Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations.map(${toViolation}))`,
  );
}
