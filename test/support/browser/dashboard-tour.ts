// A tour of the dashboard in a real browser: every page that its links lead to, from the overview on.
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { STAFF_ROUTES } from '../../../src/dashboard/getting-in/routes.ts';
import { ROOT } from '../../../src/dashboard/navigation.ts';
import { OPERATING_ROUTES } from '../../../src/dashboard/operating/routes.ts';
import { PUBLICATION_ROUTES } from '../../../src/dashboard/routes.ts';
import { newestMail } from '../outside/mailbox.ts';
import { fillPast, fillReaders, helpReaders, importReaders } from './dashboard-readers.ts';
import type { Demo, RunningDemo } from './demo.ts';
import { mouse, press } from './hands.ts';
import type { Look } from './tour.ts';

const COLLEAGUE = 'colleague@example.org';

interface Route {
  readonly path: string;
  readonly pattern: RegExp;
}

/** A link that leads to a file and to no page. */
const FILE = /\.csv$/;
/** The routes of pages that can be opened by a link, with static paths before those with parameters. */
const ROUTES: readonly Route[] = [...STAFF_ROUTES, ...OPERATING_ROUTES, ...PUBLICATION_ROUTES]
  .filter(({ path, show }) => show !== undefined && !FILE.test(path))
  .map(({ path }) => ({ path, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  .toSorted((a, b) => parametersIn(a.path) - parametersIn(b.path));

/** The paths of all pages. */
export const DASHBOARD_PATHS: readonly string[] = ROUTES.map(({ path }) => path);

/** Signs in as the demo's owner and opens the overview. */
export async function enterDashboard({ dashboard_url: link }: Pick<RunningDemo, 'dashboard_url'>, page: Page) {
  await page.goto(link);
  await press(page, 'Sign in');
}

/** Makes what the pages of the dashboard show: readers in every state, imports, a delivery, a price change, the figures of a year. */
export async function fillDashboard(demo: RunningDemo, page: Page): Promise<void> {
  const overview = page.url();
  await fillReaders(demo, page);
  await helpReaders(overview, page);
  await fillPast(demo);
  await importReaders(overview, page);
  await page.goto(`${overview}/endpoints`);
  await page.locator('tbody a').first().click();
  await press(page, 'Send a test event');
  await page.goto(`${overview}/change-price`);
  await page.getByLabel('New amount', { exact: true }).fill('7.50');
  await page.getByLabel('Move to the new price').check();
  await press(page, 'See what happens');
  await press(page, 'Change the price now');
  await page.goto(overview);
}

/** Visits the pages on which somebody who is signed out begins; only once, as it uses up a mail of the owner's. */
export async function visitGettingIn(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  const { base_url: base } = demo;
  const visited = {
    'dashboard-recovery': `${base}/dashboard/recovery`,
    'dashboard-link': demo.dashboard_url,
    'dashboard-sign-in': `${base}/dashboard/sign-in`,
  };
  for (const [name, url] of Object.entries(visited)) {
    await page.goto(url);
    await look(name, page);
  }
  await mouse.fill(page, 'E-mail address', 'owner@example.org');
  await press(page, 'Send me a code');
  await look('dashboard-code', page);
}

/** Visits the pages that a mail or a form leads to, and returns to the overview. */
export async function visitAsked(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  const overview = page.url();
  await page.goto(`${overview}/staff`);
  await mouse.fill(page, 'Their e-mail address', COLLEAGUE);
  await press(page, 'Send the invitation');
  await page.goto(await linkInMail(demo, COLLEAGUE));
  await look('dashboard-invitation', page);
  await page.goto(`${demo.base_url}/dashboard/prove`);
  await look('dashboard-prove', page);
  await page.goto(overview);
}

async function linkInMail({ site_url: url }: Demo, email: string): Promise<string> {
  for (;;) {
    const link = /https?:\S+\/invitations\/\w+/.exec((await newestMail({ url }, email))?.text ?? '')?.[0];
    if (link !== undefined) return link;
    await pause(20);
  }
}

/** Pages that differ by what they are about, with how many of them are visited. */
const SEVERAL: Readonly<Record<string, number>> = {
  [`${ROOT}/people`]: 2,
  [`${ROOT}/people/:customer`]: 3,
  [`${ROOT}/imports/:import`]: 2,
};

/** Visits a page of each route that links lead to, or several, and returns the paths of these routes. */
export async function visitDashboard(page: Page, look: Look): Promise<ReadonlySet<string>> {
  const visited = new Set<string>();
  const times = new Map<string, number>();
  const waiting = [page.url()];
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    const route = FILE.test(new URL(url).pathname) ? undefined : routeOf(url);
    if (route === undefined || visited.has(url)) continue;
    const time = (times.get(route.path) ?? 0) + 1;
    if (time > (SEVERAL[route.path] ?? 1)) continue;
    visited.add(url);
    times.set(route.path, time);
    await page.goto(url);
    await look(time === 1 ? nameOf(route) : `${nameOf(route)}-${time}`, page);
    waiting.push(...(await linksOn(page)));
  }
  return new Set(times.keys());
}

async function linksOn(page: Page): Promise<string[]> {
  return page.$$eval('a[href]', (links) =>
    links.map((link) => (link as unknown as { href: string }).href.replace(/#.*/, '')),
  );
}

function routeOf(url: string): Route | undefined {
  const { pathname } = new URL(url);
  return ROUTES.find(({ pattern }) => pattern.test(pathname));
}

/** The name of a page's picture, such as dashboard-offers. */
function nameOf({ path }: Route): string {
  const words = path
    .replace('/:publication', '')
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return words === 'dashboard' && path !== '/dashboard' ? 'dashboard-overview' : words;
}

function parametersIn(path: string): number {
  return path.split(':').length;
}
