// Every page of the dashboard holds to WCAG 2.2 AA as far as a program can tell (axe), on a phone and on a desk, in light and in dark, and is
// found by links from the overview.
import { expect } from 'vitest';
import { violationsOf } from '../support/browser/axe.ts';
import { test } from '../support/browser/browser-test.ts';
import {
  DASHBOARD_PATHS,
  enterDashboard,
  fillDashboard,
  visitDashboard,
  visitGettingIn,
} from '../support/browser/dashboard-tour.ts';

/**
 * Pages that are reached by a mail, by a form, where a proof is asked for, signed out, or within another page; and those about what the reader of the
 * tour does not have.
 */
const NOT_LINKED = new Set([
  '/dashboard/code/:id',
  '/dashboard/link/:token',
  '/dashboard/invitations/:token',
  '/dashboard/prove',
  '/dashboard/sign-in',
  '/dashboard/recovery',
  '/dashboard/:publication/mailbox/:message/html',
  '/dashboard/:publication/people/save-filter',
  '/dashboard/:publication/imports/:import',
  '/dashboard/:publication/imports/:import/rows',
  '/dashboard/:publication/people/:customer/receipts/:payment',
  '/dashboard/:publication/people/:customer/notes/:note',
  '/dashboard/:publication/people/:customer/subscriptions/:subscription/cancel',
  '/dashboard/:publication/people/:customer/subscriptions/:subscription/resume',
  '/dashboard/:publication/people/:customer/subscriptions/:subscription/end',
  '/dashboard/:publication/people/:customer/subscriptions/:subscription/switch',
  '/dashboard/:publication/people/:customer/subscriptions/:subscription/pause',
  '/dashboard/:publication/people/:customer/subscriptions/:subscription/unpause',
  '/dashboard/:publication/people/:customer/payments/:payment/refund',
  '/dashboard/:publication/people/:customer/gifts/:gift/refund',
]);

const HAS_WIDE_TABLE = `[...document.querySelectorAll('.table')].some((table) => table.scrollWidth > table.clientWidth)`;

test(
  'axe finds nothing on any page, no page or table scrolls sideways, and links lead to each',
  { timeout: 300_000 },
  async ({ demo, openPage }) => {
    const page = await openPage();
    const faults: string[] = [];
    const look = async (name: string): Promise<void> => {
      faults.push(...(await violationsOf(name, page)));
      await page.setViewportSize({ width: 390, height: 800 });
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > 390) faults.push(`${name}: is ${width} pixels wide on a phone`);
      if (await page.evaluate<boolean>(HAS_WIDE_TABLE)) faults.push(`${name}: a table scrolls sideways on a phone`);
    };
    await visitGettingIn(demo, page, look);
    await enterDashboard(demo, page);
    await fillDashboard(demo, page);
    const visited = await visitDashboard(page, look);
    expect(faults).toEqual([]);
    expect(DASHBOARD_PATHS.filter((path) => !visited.has(path) && !NOT_LINKED.has(path))).toEqual([]);
  },
);
