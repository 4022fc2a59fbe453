// A tour of the documentation in a real browser, for tests and screenshots of all its pages.
import type { Page } from 'playwright-core';
import { GUIDES, pathOf, REFERENCE_PATH } from '../../../src/docs-site/paths.ts';
import type { Demo } from './demo.ts';

export async function visitDocs(
  { base_url: base, api_key: key }: Pick<Demo, 'base_url' | 'api_key'>,
  page: Page,
  look: (name: string, page: Page) => Promise<void>,
): Promise<void> {
  for (const { name } of GUIDES) {
    await page.goto(base + pathOf(name));
    await look(`docs-${name.toLowerCase()}`, page);
  }
  await page.goto(`${base}/docs/guides/errors?q=idempotency`);
  await look('docs-errors-found', page);
  await page.goto(`${base}/docs/nothing`);
  await look('docs-not-found', page);
  await page.goto(`${base}/docs#key=${key}`);
  await look('docs-own-key', page);
  await openReference(base, page);
  await look('docs-reference', page);
}

/** Waits until the contract is shown. */
export async function openReference(base: string, page: Page, fragment = ''): Promise<void> {
  await page.goto(base + REFERENCE_PATH + fragment);
  await page.getByRole('heading', { name: 'List members' }).first().waitFor();
}
