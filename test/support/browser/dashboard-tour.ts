// A tour of the dashboard in a real browser: every page that its links lead to, from the overview on.
import type { Page } from 'playwright-core';
import { STAFF_ROUTES } from '../../../src/dashboard/getting-in/routes.ts';
import { PUBLICATION_ROUTES } from '../../../src/dashboard/routes.ts';
import type { RunningDemo } from './demo.ts';
import { mouse, press } from './hands.ts';
import type { Look } from './tour.ts';

const READER = 'reader-of-the-tour@example.org';

interface Route {
  readonly path: string;
  readonly pattern: RegExp;
}

/** A link that leads to a file and to no page. */
const FILE = /\.csv$/;
/** The routes of pages that can be opened by a link, with static paths before those with parameters. */
const ROUTES: readonly Route[] = [...STAFF_ROUTES, ...PUBLICATION_ROUTES]
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

/** Makes what the pages of the dashboard show: a reader who signed in and out, a delivery, a price change. */
export async function fillDashboard(demo: RunningDemo, page: Page): Promise<void> {
  const overview = page.url();
  await page.goto(demo.publisher_site_url);
  await press(page, 'Sign in');
  await mouse.fill(page, 'E-mail address', READER);
  await press(page, 'Send me a code');
  await mouse.fill(page, 'Six-digit code', await demo.nextCode(READER));
  await press(page, 'Continue');
  await page.goto(demo.site_url);
  await press(page, 'Sign out');
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

/** Visits the pages on which somebody who is signed out begins. */
export async function visitGettingIn(demo: RunningDemo, page: Page, look: Look): Promise<void> {
  for (const name of ['sign-in', 'recovery']) {
    await page.goto(`${demo.base_url}/dashboard/${name}`);
    await look(`dashboard-${name}`, page);
  }
}

/** Visits one page of each route that links lead to, and returns the paths of these routes. */
export async function visitDashboard(page: Page, look: Look): Promise<ReadonlySet<string>> {
  const visited = new Set<string>();
  const waiting = [page.url()];
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    const route = FILE.test(new URL(url).pathname) ? undefined : routeOf(url);
    if (route === undefined || visited.has(route.path)) continue;
    visited.add(route.path);
    await page.goto(url);
    await look(nameOf(route), page);
    waiting.push(...(await linksOn(page)));
  }
  return visited;
}

async function linksOn(page: Page): Promise<string[]> {
  return page.$$eval('a[href]', (links) => links.map((link) => (link as unknown as { href: string }).href));
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
