// What a test in a real browser is given: a fresh demo for each file, as who asks for many codes from one address is refused; one Chromium for all
// files of a worker; and pages of visitors that nobody knows yet.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect, test as plainTest } from 'vitest';
import { launchChromium, newVisitor, type Visitor } from './chromium.ts';
import { startDemo, type RunningDemo } from './demo.ts';
import { mouse } from './hands.ts';

/** A page of a new visitor. When the test ends the browser must not have complained of any (chromium.ts). */
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

/** All that the page says, without its header and footer. */
export function textOf(page: Page): Promise<string> {
  return page.locator('main').innerText();
}

/** From the form that asks for the address to what lies behind the code. */
export async function proveAddress(
  demo: RunningDemo,
  page: Page,
  email: string,
  { label = 'E-mail address', hands = mouse } = {},
): Promise<void> {
  await hands.fill(page, label, email);
  await hands.press(page, 'Send me a code');
  await hands.fill(page, 'Six-digit code', await demo.nextCode(email));
  await hands.press(page, 'Continue');
}

/** Waits until the publisher's site, which hears of it behind the reader's back, has ended the reader's session there; its page is shown then. */
export async function isToldOfTheEnd(
  { publisher_site_url: site }: Pick<RunningDemo, 'publisher_site_url'>,
  page: Page,
): Promise<void> {
  // With the browser's cookies, but without drawing the page each time.
  const isSignedIn = async (): Promise<boolean> =>
    (await (await page.request.get(site)).text()).includes('/auth/sign-out');
  await expect.poll(isSignedIn, { timeout: 15_000 }).toBe(false);
  await page.goto(site);
  expect(await page.getByRole('button', { name: 'Sign in', exact: true }).count()).toBe(1);
}
