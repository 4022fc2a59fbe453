// What a page weighs: its HTML and its stylesheets, as they are before compression, fonts apart.
import type { Page } from 'playwright-core';

/** Our choice. */
export const PAGE_MAX_BYTES = 30_000;

export async function weightOf(page: Page): Promise<number> {
  const links = page.locator('link[rel=stylesheet]');
  const urls = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
  const sizes = await Promise.all(
    urls.map(async (url) => (await (await page.request.get(new URL(url ?? '', page.url()).href)).body()).length),
  );
  return sizes.reduce((sum, size) => sum + size, Buffer.byteLength(await page.content()));
}
