// What only a real browser shows of signing in for an application (sign-in rules, What decides the design): policies held against redirects,
// cookies that other sites' requests do not carry, frames, tabs and the back button. localhost and 127.0.0.1 are two sites to a browser.
import { decodeJwt } from 'jose';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { PAGES } from '../../src/pages/routes.ts';
import { test } from '../support/browser/browser-test.ts';
import { startApplicationSite, type Application, type ApplicationSite } from '../support/outside/application-site.ts';
import { newestMail, waitForCode } from '../support/outside/mailbox.ts';
import { startLiveService, type LiveService } from '../support/service/live-service.ts';

let live: LiveService;
let website: ApplicationSite;
let application: Application;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  live = await startLiveService();
  website = await startApplicationSite(live);
  application = await website.register('/callback/one');
});
afterAll(async () => {
  await website?.close();
  await live?.close();
});
test.beforeEach(async ({ chromium }) => {
  context = await chromium.newContext();
  context.setDefaultTimeout(10_000);
  page = await context.newPage();
});
afterEach(() => context.close());

let readers = 0;
const newEmail = (): string => `reader-${(readers += 1)}@example.org`;
const press = (on: Page, name: string): Promise<void> => on.getByRole('button', { name, exact: true }).click();
const back = (path: string): RegExp => new RegExp(`^${website.origin}${path}\\?`);

/** From the sign-in page to the page where the code is typed. */
async function askForCode(on: Page, email: string): Promise<void> {
  await on.getByLabel('E-mail address').fill(email);
  await press(on, 'Send me a code');
  await on.waitForURL(/\/email-code\//);
}

async function enterCode(on: Page, email: string, mailbox = live.mailbox): Promise<void> {
  await on.getByLabel('Six-digit code').fill(await waitForCode(mailbox, email));
  await press(on, 'Continue');
}

async function signIn(on: Page, email = newEmail(), mailbox = live.mailbox): Promise<void> {
  await askForCode(on, email);
  await enterCode(on, email, mailbox);
}

async function signInAtService(on: Page, { siteUrl, mailbox } = live): Promise<void> {
  await on.goto(`${siteUrl}/sign-in`);
  await signIn(on, newEmail(), mailbox);
  await on.getByRole('heading', { name: 'Your account' }).waitFor();
}

describe('the policy of a page whose form leads to an application', () => {
  test('lets the form end at the application', async () => {
    await page.goto(application.authorizeUrl({ state: 'one' }));
    await signIn(page);
    await page.waitForURL(back('/callback/one'));
    expect(new URL(page.url()).searchParams.get('state')).toBe('one');
  });

  test('would stop it there, did it not name the application', async () => {
    await page.goto(application.authorizeUrl({ state: 'stopped' }));
    const email = newEmail();
    await askForCode(page, email);
    await page.route(page.url(), async (route) => {
      const response = await route.fetch();
      const policy =
        response.headers()['content-security-policy']?.replace(/form-action [^;]*/, "form-action 'self'") ?? '';
      await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
    });
    await page.reload();
    await page.unroute(page.url());
    const complaint = page.waitForEvent('console', (message) => message.text().includes('form-action'));
    await enterCode(page, email);
    expect((await complaint).text()).toContain('has been blocked');
    expect(new URL(page.url()).origin).toBe(live.siteUrl);
    expect(website.arrivals.map(({ parameters }) => parameters['state'])).not.toContain('stopped');
  });

  test('lets an application go on from its redirect URI to another host', async () => {
    const onward = await website.register('/callback/onward');
    await page.goto(onward.authorizeUrl());
    await signIn(page);
    await page.waitForURL(/\/landed$/);
    expect(await page.title()).toBe('Website');
  });

  test('lets an application go on from its post-logout redirect URI, too', async () => {
    await signInAtService(page);
    const query = new URLSearchParams({
      client_id: application.clientId,
      post_logout_redirect_uri: `${website.origin}/onward`,
    });
    await page.goto(`${live.siteUrl}/oauth/end_session?${query.toString()}`);
    await press(page, 'Sign out');
    await page.waitForURL(/\/landed$/);
    expect(await page.title()).toBe('Website');
  });
});

describe('an authorization request that another site posts', () => {
  test('carries no session cookie, and as the GET that it becomes is answered for who is signed in', async () => {
    await signInAtService(page);
    const { origin, pathname, searchParams } = new URL(application.authorizeUrl({ state: 'posted' }));
    await page.goto(website.posting(`${origin}${pathname}`, Object.fromEntries(searchParams)));
    const asked: string[] = [];
    page.on(
      'requestfinished',
      (request) =>
        void (
          request.url().startsWith(`${origin}/oauth/authorize`) &&
          request
            .allHeaders()
            .then((headers) => asked.push(`${request.method()} ${'cookie' in headers ? 'with' : 'without'} cookies`))
        ),
    );
    await press(page, 'Send');
    await page.waitForURL(back('/callback/one'));
    expect(new URL(page.url()).searchParams.get('state')).toBe('posted');
    await expect.poll(() => asked.toSorted()).toEqual(['GET with cookies', 'POST without cookies']);
  });
});

describe('R-A17 a frame on another site', () => {
  test('shows no page of the service, be it a fault or an answer to an application', async () => {
    const pages = PAGES.filter(({ show }) => show !== undefined).map(({ path }) => path.replaceAll(/:\w+/g, 'none'));
    const paths = [...pages, '/no-such-page', '/oauth/authorize?client_id=nobody', '/oauth/end_session', '/mailbox'];
    await page.goto(website.framing(...paths.map((path) => live.siteUrl + path)));
    const refused = paths.map((path) => [path, 'chrome-error://chromewebdata/']);
    await expect
      .poll(
        () =>
          page
            .frames()
            .slice(1)
            .map((frame, index) => [paths[index], frame.url()]),
        { timeout: 10_000 },
      )
      .toEqual(refused);
  });

  test('shows a page that allows it, so that what is refused above is seen to be', async () => {
    await page.goto(website.framing(`${live.siteUrl}/.well-known/openid-configuration`));
    await expect.poll(frameUrl).toBe(`${live.siteUrl}/.well-known/openid-configuration`);
  });

  test('shows no sign-in page to a visitor whom an application sends there', async () => {
    await page.goto(website.framing(application.authorizeUrl()));
    await expect.poll(frameUrl).toBe('chrome-error://chromewebdata/');
  });

  test('asks silently in vain: it has no cookies of the service, so the answer is login_required', async () => {
    await signInAtService(page);
    await page.goto(website.framing(application.authorizeUrl({ prompt: 'none', state: 'framed' })));
    await expect.poll(() => parametersOf(frameUrl())).toMatchObject({ error: 'login_required', state: 'framed' });
  });
});

describe('a frame on a host of the same site', () => {
  test('asks silently and gets a code for who is signed in', async () => {
    const service = await startLiveService({ siteHost: 'members.weekly.localhost' });
    const site = await startApplicationSite(service, 'www.weekly.localhost');
    try {
      const own = await site.register('/callback/own');
      await signInAtService(page, service);
      await page.goto(site.framing(own.authorizeUrl({ prompt: 'none', state: 'framed' })));
      await expect.poll(() => parametersOf(frameUrl())).toMatchObject({ code: expect.any(String), state: 'framed' });
    } finally {
      await site.close();
      await service.close();
    }
  });
});

describe('tabs of one browser', () => {
  test('with a sign-in each: the newest code signs in, and both come back with their own state and a code of their own', async () => {
    const other = await website.register('/callback/two');
    const [first, second, email] = [page, await context.newPage(), newEmail()];
    await first.goto(application.authorizeUrl({ state: 'first tab' }));
    await second.goto(other.authorizeUrl({ state: 'second tab' }));
    await askForCode(first, email);
    const former = await newestMail(live.mailbox, email);
    await askForCode(second, email);
    await second.getByLabel('Six-digit code').fill(await waitForCode(live.mailbox, email, former));
    await press(second, 'Continue');
    await second.waitForURL(back('/callback/two'));
    // The older mail's code, which the newer one has replaced.
    await first.getByLabel('Six-digit code').fill(former?.subject.slice(0, 6) ?? '');
    await press(first, 'Continue');
    await first.waitForURL(back('/callback/one'));
    expect(await redeemAt(first, application)).toMatchObject({
      state: 'first tab',
      iss: live.siteUrl,
      aud: application.clientId,
      email,
    });
    expect(await redeemAt(second, other)).toMatchObject({
      state: 'second tab',
      iss: live.siteUrl,
      aud: other.clientId,
      email,
    });
  });

  test('and its back button bring no application a code that is for another', async () => {
    const other = await website.register('/callback/three');
    const email = newEmail();
    await page.goto(application.authorizeUrl({ state: 'begun' }));
    await askForCode(page, email);
    await page.goto(other.authorizeUrl({ state: 'finished' }));
    await signIn(page);
    await page.waitForURL(back('/callback/three'));
    const finished = website.arrivals.length - 1;
    for (let steps = 0; steps < 5; steps += 1) await page.goBack().catch(() => undefined);
    for (const { path, parameters } of website.arrivals.slice(finished)) {
      const [owner, state] = path === '/callback/three' ? [other, 'finished'] : [application, 'begun'];
      expect({ path, state: parameters['state'] }).toEqual({ path, state });
      expect(decodeJwt((await owner.redeem(parameters['code'] ?? '')).id_token)).toMatchObject({ aud: owner.clientId });
    }
  });
});

/** The answer that a tab came back with, and what the ID token for its code says. */
async function redeemAt(on: Page, owner: Application): Promise<Record<string, unknown>> {
  const parameters = parametersOf(on.url());
  return { ...parameters, ...decodeJwt((await owner.redeem(parameters['code'] ?? '')).id_token) };
}

/** Of the page's only frame, once it has one. */
function frameUrl(): string {
  return page.frames()[1]?.url() ?? '';
}

function parametersOf(url: string): Record<string, string> {
  return URL.canParse(url) ? Object.fromEntries(new URL(url).searchParams) : {};
}
