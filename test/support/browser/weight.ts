// What a page weighs: its HTML and its stylesheets, as they are sent, before compression, fonts apart.
import type { Page } from 'playwright-core';

/** Our choice. */
export const PAGE_MAX_BYTES = 30_000;

export function weightOf(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const sheets = new Set([...document.styleSheets].map(({ href }) => href));
    const [page] = performance.getEntriesByType('navigation');
    const parts = performance.getEntriesByType('resource').filter(({ name }) => sheets.has(name));
    return parts.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, page.decodedBodySize);
  })()`);
}
