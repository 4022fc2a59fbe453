// Checks a page by axe, in phone and desktop size, light and dark: WCAG 2.2 AA as far as a program can check it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The minified script, which a page loads in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The page's style sheets are not read for axe (`preload`): none of these rules needs them. */
const ALL_RULES = { runOnly: TAGS };
const CONTRAST = { runOnly: { type: 'rule', values: ['color-contrast'] } };
const PHONE = { width: 375, height: 740 };
const DESK = { width: 1280, height: 900 };
/**
 * Every rule in one size of each scheme; and of the other two views the contrast of what only their size shows, since colours follow the scheme alone.
 * Each differs from the one before in one setting, since each change makes the browser lay out or paint again.
 */
const VIEWS = [
  { name: 'phone, light', viewport: PHONE, colorScheme: 'light', only: '.bar, .columns > details.side' },
  { name: 'phone, dark', viewport: PHONE, colorScheme: 'dark', only: '' },
  {
    name: 'desk, dark',
    viewport: DESK,
    colorScheme: 'dark',
    only: '.frame > .side, thead, .columns > .side.is-wide, .raw, .brand small',
  },
  { name: 'desk, light', viewport: DESK, colorScheme: 'light', only: '' },
] as const;
interface Violation {
  readonly id: string;
  readonly targets: readonly string[];
}

/** Returns a line for each fault. The page may have no frames, as frames are not checked. */
export async function violationsOf(name: string, page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const faults: string[] = [];
  for (const { name: view, viewport, colorScheme, only } of VIEWS) {
    if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const found = only === '' ? await runAxe(page, '', ALL_RULES) : await runAxe(page, only, CONTRAST);
    faults.push(...found.map(({ id, targets }) => `${name}, ${view}: ${id}: ${targets.join('; ')}`));
  }
  return faults;
}

/** Every rule in the view that the page has: what another language changes shows in one. */
export async function violationsInOneView(name: string, page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return (await runAxe(page, '', ALL_RULES)).map(({ id, targets }) => `${name}: ${id}: ${targets.join('; ')}`);
}

/**
 * Runs the rules on the whole page, or on the elements that a selector finds, if any. Passed rules are not returned: their transfer takes several times
 * as long as the rules.
 */
function runAxe(page: Page, only: string, rules: object): Promise<Violation[]> {
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'], preload: false });
  const toViolation = '({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) })';
  return page.evaluate<Violation[]>(
    `(async (found) => found.length === 0 ? [] : (await axe.run({ include: found }, ${options})).violations.map(${toViolation}))
      (${only === '' ? '[document]' : `[...document.querySelectorAll(${JSON.stringify(only)})]`})`,
  );
}
