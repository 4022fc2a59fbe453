// Every page of the dashboard holds to WCAG 2.2 AA as far as a program can tell (axe), on a phone and on a desk, in light and in dark, and is
// found by links from the overview.
import { expect } from 'vitest';
import { violationsOf } from '../support/browser/axe.ts';
import { test } from '../support/browser/browser-test.ts';
import {
  DASHBOARD_PATHS,
  enterDashboard,
  fillDashboard,
  visitAsked,
  visitDashboard,
  visitGettingIn,
} from '../support/browser/dashboard-tour.ts';
import { isDrawn } from '../support/runs/drawn.ts';

/** Pages that no link of the dashboard leads to, with how they are reached. */
const NOT_LINKED: Readonly<Record<string, string>> = {
  '/dashboard/sign-in': 'signed out; visited',
  '/dashboard/recovery': 'signed out; visited',
  '/dashboard/code/:id': 'by a form; visited',
  '/dashboard/link/:token': 'by a link of the command line; visited',
  '/dashboard/invitations/:token': 'by a mail; visited',
  '/dashboard/prove': 'by an act that asks for a proof; visited',
  '/dashboard/:publication/mailbox/:message/html': 'within the page of the mail: it is the mail itself',
};

const HAS_WIDE_TABLE = `[...document.querySelectorAll('.table')].some((table) => table.scrollWidth > table.clientWidth)`;

test(
  'axe finds nothing on any page, no page or table scrolls sideways, and links lead to each',
  { timeout: 300_000 },
  async ({ demo, openPage }) => {
    const page = await openPage();
    const faults: string[] = [];
    let pages = 0;
    const look = async (name: string): Promise<void> => {
      if (isDrawn((pages += 1))) faults.push(...(await violationsOf(name, page)));
      await page.setViewportSize({ width: 390, height: 800 });
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > 390) faults.push(`${name}: is ${width} pixels wide on a phone`);
      if (await page.evaluate<boolean>(HAS_WIDE_TABLE)) faults.push(`${name}: a table scrolls sideways on a phone`);
    };
    await visitGettingIn(demo, page, look);
    await enterDashboard(demo, page);
    await fillDashboard(demo, page);
    await visitAsked(demo, page, look);
    const visited = await visitDashboard(page, look);
    expect(faults).toEqual([]);
    expect(DASHBOARD_PATHS.filter((path) => !visited.has(path) && !Object.hasOwn(NOT_LINKED, path))).toEqual([]);
  },
);
