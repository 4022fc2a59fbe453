// express-openid-connect 2 on Express 5, with its own routes and its default store: sign-in, silent sign-in, sign-out at both ends, and its
// back-channel logout receiver, told by the service's worker.
import express from 'express';
import { attemptSilentLogin, auth, type ConfigParams } from 'express-openid-connect';
import { MemoryStore } from 'express-session';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpBrowser } from '../support/browser/http-browser.ts';
import { read, startWebsite, type Setting, type Website } from './website.ts';

type BackchannelLogout = Exclude<ConfigParams['backchannelLogout'], boolean | undefined>;

/** Stores of express-session are what it is made for; its types ask for more than it uses. */
const asStore = (store: MemoryStore) => store as unknown as NonNullable<BackchannelLogout['store']>;

function settingsOf({ siteUrl, origin, registered }: Setting, backchannelLogout: BackchannelLogout): ConfigParams {
  return {
    issuerBaseURL: siteUrl,
    baseURL: origin,
    clientID: registered.clientId,
    clientSecret: registered.clientSecret,
    secret: 'a secret of the website that is long enough',
    authRequired: false,
    idpLogout: true,
    authorizationParams: { response_type: 'code', scope: 'openid email profile' },
    backchannelLogout,
  };
}

function startSite(toBackchannelLogout: (siteUrl: string) => BackchannelLogout): Promise<Website> {
  const registration = (origin: string) => ({
    name: 'Express',
    redirectUri: `${origin}/callback`,
    postLogoutRedirectUri: origin,
    backchannelLogoutUri: `${origin}/backchannel-logout`,
  });
  return startWebsite(registration, (setting) => {
    const app = express();
    app.use(auth(settingsOf(setting, toBackchannelLogout(setting.siteUrl))));
    app.get('/', (request, response) => void response.json(request.oidc.idTokenClaims ?? {}));
    app.get(
      '/userinfo',
      (request, response, next) => void request.oidc.fetchUserInfo().then((userinfo) => response.json(userinfo), next),
    );
    app.get('/silent', attemptSilentLogin(), (_request, response) => response.redirect('/'));
    return app;
  });
}

async function signIn(
  { origin }: Website,
  browser: HttpBrowser,
  email: string,
): Promise<Readonly<Record<string, unknown>>> {
  return read(await browser.signIn(await browser.open(`${origin}/login`), email));
}

async function signOutAtService({ live }: Website, browser: HttpBrowser): Promise<void> {
  await browser.submit(await browser.open(live.siteUrl), {}, '/sign-out');
}

const isSignedIn = async ({ origin }: Website, browser: HttpBrowser): Promise<boolean> =>
  'sub' in read(await browser.open(origin));

describe('express-openid-connect 2', () => {
  let site: Website;

  beforeAll(async () => {
    site = await startSite(() => ({ store: asStore(new MemoryStore()) }));
  });
  afterAll(() => site.close());

  test('signs a reader in, verifies the ID token, and finds the same person at userinfo', async () => {
    const browser = site.newBrowser();
    const claims = await signIn(site, browser, 'ada@example.org');
    expect(claims).toMatchObject({
      iss: site.live.siteUrl,
      email: 'ada@example.org',
      nonce: expect.any(String),
      sid: expect.any(String),
    });
    expect(read(await browser.open(`${site.origin}/userinfo`))).toMatchObject({
      sub: claims['sub'],
      email: 'ada@example.org',
      plan_slugs: [],
    });
  });

  test('signs in silently who is signed in at the service, and nobody else', async () => {
    const browser = site.newBrowser();
    expect(read(await browser.open(`${site.origin}/silent`))).toEqual({});
    const { sub } = await signIn(site, browser, 'bea@example.org');
    const again = site.newBrowser();
    await again.signIn(await again.open(`${site.live.siteUrl}/sign-in`), 'bea@example.org');
    expect(await isSignedIn(site, again)).toBe(false);
    expect(read(await again.open(`${site.origin}/silent`))).toMatchObject({ sub });
  });

  test('signs the reader out of the website and of the service, and comes back', async () => {
    const browser = site.newBrowser();
    await signIn(site, browser, 'cleo@example.org');
    const page = await browser.open(`${site.origin}/logout`);
    expect(page.url.href).toBe(`${site.origin}/`);
    expect(browser.visited.some((address) => address.startsWith(`${site.live.siteUrl}/oauth/end_session?`))).toBe(true);
    expect(read(page)).toEqual({});
    expect(read(await browser.open(`${site.origin}/silent`))).toEqual({});
  });

  test('is told behind the reader’s back of a sign-out at the service, ends the session, and takes the reader again', async () => {
    const browser = site.newBrowser();
    await signIn(site, browser, 'dora@example.org');
    await signOutAtService(site, browser);
    await expect.poll(() => isSignedIn(site, browser), { timeout: 10_000 }).toBe(false);
    expect(await signIn(site, browser, 'dora@example.org')).toHaveProperty('sub');
    expect(await isSignedIn(site, browser)).toBe(true);
  });

  test('by its default store ends the reader’s sessions in all browsers, since the logout token names the person as well', async () => {
    const [here, there] = [site.newBrowser(), site.newBrowser()];
    await signIn(site, here, 'emma@example.org');
    await signIn(site, there, 'emma@example.org');
    await signOutAtService(site, here);
    await expect.poll(() => isSignedIn(site, here), { timeout: 10_000 }).toBe(false);
    expect(await isSignedIn(site, there)).toBe(false);
  });
});

describe('express-openid-connect 2 that keeps the sid of a logout token and not the sub', () => {
  let site: Website;

  beforeAll(async () => {
    site = await startSite((siteUrl) => {
      const store = new MemoryStore();
      const onLogoutToken = (token: object): void => {
        if ('sid' in token) store.set(`${siteUrl}|${String(token.sid)}`, { cookie: { originalMaxAge: null } });
      };
      return { store: asStore(store), onLogoutToken };
    });
  });
  afterAll(() => site.close());

  test('ends the session that was signed out, and no other of the reader', async () => {
    const [here, there] = [site.newBrowser(), site.newBrowser()];
    await signIn(site, here, 'faye@example.org');
    await signIn(site, there, 'faye@example.org');
    await signOutAtService(site, here);
    await expect.poll(() => isSignedIn(site, here), { timeout: 10_000 }).toBe(false);
    expect(await isSignedIn(site, there)).toBe(true);
  });
});
