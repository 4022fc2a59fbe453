// Fixtures of tests in a real browser: a fresh demo for each file, since e-mail codes are rate-limited by network address; one Chromium for all files
// of a worker; and pages of new visitors.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, test as plainTest } from 'vitest';
import { launchChromium, newVisitor, type Visitor } from './chromium.ts';
import { startDemo, type RunningDemo } from './demo.ts';
import { mouse, type Hands } from './hands.ts';

/** Opens a page of a new visitor. At the end of the test the browser must have reported no faults (chromium.ts). */
type OpenPage = (options?: BrowserContextOptions) => Promise<Page>;

interface Given {
  $worker: { chromium: Browser };
  $file: { demo: RunningDemo };
  $test: { openPage: OpenPage };
}

export const test = plainTest.extend<Given>({
  chromium: [
    async ({}, use) => {
      const chromium = await launchChromium();
      await use(chromium);
      await chromium.close();
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({}, use) => {
      const demo = await startDemo();
      await use(demo);
      await demo.stop();
    },
    { scope: 'file' },
  ],
  openPage: async ({ chromium }, use) => {
    const visitors: Visitor[] = [];
    await use(async (options) => {
      const visitor = await newVisitor(chromium, options);
      visitors.push(visitor);
      return visitor.context.newPage();
    });
    await Promise.all(visitors.map(({ context }) => context.close()));
    expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([]);
  },
});

export const WITHOUT_SCRIPTS = { javaScriptEnabled: false } as const satisfies BrowserContextOptions;

export function headingOf(page: Page): Promise<string> {
  return page.locator('h1').innerText();
}

/** The text of the page, without header and footer, its spaces all alike. */
export async function textOf(page: Page): Promise<string> {
  return (await page.locator('main').innerText()).replaceAll('\u00A0', ' ');
}

/** Signs in, from the form for the address to the page after the e-mail code. */
export async function proveAddress(
  demo: RunningDemo,
  page: Page,
  email: string,
  { hands = mouse } = {},
): Promise<void> {
  await hands.fill(page, 'E-mail address', email);
  await hands.press(page, 'Send me a code');
  await hands.fill(page, 'Six-digit code', await demo.nextCode(email));
  await hands.press(page, 'Continue');
}

/** Changes the address on its page: a code to the present address comes first, and then one to the new. */
export async function changeAddress(
  demo: RunningDemo,
  page: Page,
  { from, to, hands = mouse }: { readonly from: string; readonly to: string; readonly hands?: Hands },
): Promise<void> {
  await hands.fill(page, 'New e-mail address', to);
  await hands.press(page, 'Send me a code');
  for (const email of [from, to]) {
    await hands.fill(page, 'Six-digit code', await demo.nextCode(email));
    await hands.press(page, 'Continue');
  }
}

/** Waits until the publisher's website has ended the reader's session by a back-channel logout, and opens its page. */
export async function isToldOfTheEnd(
  { publisher_site_url: site }: Pick<RunningDemo, 'publisher_site_url'>,
  page: Page,
): Promise<void> {
  // Polls with the browser's cookies, without rendering the page.
  const isSignedIn = async (): Promise<boolean> =>
    (await (await page.request.get(site)).text()).includes('/auth/sign-out');
  await expect.poll(isSignedIn, { timeout: 15_000 }).toBe(false);
  await page.goto(site);
  expect(await page.getByRole('button', { name: 'Sign in', exact: true }).count()).toBe(1);
}
