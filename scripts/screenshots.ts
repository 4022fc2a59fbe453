// `npm run screenshots`: takes screenshots of every hosted page of a fresh demo, of its dashboard and of its docs, in phone and desktop size, light and
// dark, into scratch/screenshots/; and makes the pictures of the documentation anew, in docs/images/.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { launchChromium, newVisitor } from '../test/support/browser/chromium.ts';
import {
  enterDashboard,
  fillDashboard,
  visitAsked,
  visitDashboard,
  visitGettingIn,
} from '../test/support/browser/dashboard-tour.ts';
import { startDemo } from '../test/support/browser/demo.ts';
import { visitDocs } from '../test/support/browser/docs-tour.ts';
import { visitEveryPage } from '../test/support/browser/tour.ts';

const FOLDER = fileURLToPath(new URL('../scratch/screenshots', import.meta.url));
const DOCS = fileURLToPath(new URL('../docs/images', import.meta.url));
const SIZES = { phone: { width: 375, height: 740 }, desk: { width: 1280, height: 900 } };

interface DocsPicture {
  readonly width: number;
  /** Undefined for the whole page. */
  readonly height?: number;
  readonly colorScheme?: 'dark';
}

/** The pictures of the documentation, by the name of the page, which is also that of the file. */
const DOCS_PICTURES: Readonly<Record<string, DocsPicture>> = {
  offers: { width: 760 },
  'offer-subscribe': { width: 375, colorScheme: 'dark' },
  'account-subscribed': { width: 640 },
  'dashboard-overview': { width: 1180, height: 720 },
  'dashboard-offers': { width: 1180, height: 720 },
  'dashboard-settings': { width: 1180, height: 820 },
  'dashboard-applications-application': { width: 1180, height: 820 },
  'dashboard-change-price': { width: 1180, height: 720 },
  'dashboard-people-customer': { width: 1180, height: 900 },
  'dashboard-figures-people': { width: 1180, height: 760 },
  'dashboard-imports-import-2': { width: 1180, height: 760 },
};

async function picture(name: string, page: Page): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(FOLDER, `${name}.${size}.${colorScheme}.png`), fullPage: true });
    }
  }
  const wanted = DOCS_PICTURES[name];
  if (wanted === undefined) return;
  const { width, height, colorScheme = 'light' } = wanted;
  await page.setViewportSize({ width, height: height ?? SIZES.desk.height });
  await page.emulateMedia({ colorScheme });
  await page.screenshot({ path: join(DOCS, `${name}.png`), fullPage: height === undefined });
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const [demo, chromium] = await Promise.all([startDemo(), launchChromium()]);
try {
  const { context } = await newVisitor(chromium);
  await visitEveryPage(demo, await context.newPage(), picture);
  // Somebody else: readers are signed in by now.
  const dashboard = await (await newVisitor(chromium)).context.newPage();
  await visitGettingIn(demo, dashboard, picture);
  await enterDashboard(demo, dashboard);
  await fillDashboard(demo, dashboard);
  await visitAsked(demo, dashboard, picture);
  await visitDashboard(dashboard, picture);
  await visitDocs(demo, await context.newPage(), picture);
} finally {
  await chromium.close();
  await demo.stop();
}
process.stdout.write(`the screenshots are in ${FOLDER}, the pictures of the documentation in ${DOCS}\n`);
