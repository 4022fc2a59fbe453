// `npm run screenshots`: takes screenshots of every hosted page of a fresh demo and of its docs, in phone and desktop size, light and dark, into
// scratch/screenshots/.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { launchChromium, newVisitor } from '../test/support/browser/chromium.ts';
import { startDemo } from '../test/support/browser/demo.ts';
import { visitDocs } from '../test/support/browser/docs-tour.ts';
import { visitEveryPage } from '../test/support/browser/tour.ts';

const FOLDER = fileURLToPath(new URL('../scratch/screenshots', import.meta.url));
const SIZES = { phone: { width: 375, height: 740 }, desk: { width: 1280, height: 900 } };

async function picture(name: string, page: Page): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(FOLDER, `${name}.${size}.${colorScheme}.png`), fullPage: true });
    }
  }
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const [demo, chromium] = await Promise.all([startDemo(), launchChromium()]);
try {
  const { context } = await newVisitor(chromium);
  await visitEveryPage(demo, await context.newPage(), picture);
  await visitDocs(demo, await context.newPage(), picture);
} finally {
  await chromium.close();
  await demo.stop();
}
process.stdout.write(`the pictures are in ${FOLDER}\n`);
