// The publisher's website against the running provider: a certified client library (openid-client) does the whole flow, over a real socket
// (service.md, Sign-in provider and Events; sign-in rules D3, T25, I1, U1, E2, B4).
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublisherSite } from '../../scripts/publisher-site/server.ts';
import { findPublicationByHost, type PublicationRow } from '../../src/models/publication/publication.ts';
import { createOauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { signLogoutToken } from '../../src/tokens/logout-token.ts';
import { Browser, locationOf } from '../support/browser/browser.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { openService, type TestService } from '../support/service/service.ts';

const SITE = 'http://localhost:4001';
let service: TestService;
let site: FastifyInstance;
let publication: PublicationRow;
let clientId: string;

beforeAll(async () => {
  service = await openService();
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const siteUrl = `http://localhost:${new URL(address).port}`;
  await givenPublication(service, { siteUrl });
  const found = await findPublicationByHost(service.database, new URL(siteUrl).host);
  if (found === undefined) throw new Error('no publication');
  publication = found;
  const registered = { redirectUri: `${SITE}/auth/callback`, postLogoutRedirectUri: `${SITE}/` };
  const { application, clientSecret } = await service.database.transaction((transaction) =>
    createOauthApplication(
      publication,
      transaction,
      service.clock,
      { name: 'A site', ...registered },
      { allowsLoopbackHttp: true },
    ),
  );
  clientId = application.clientId;
  site = await createPublisherSite({
    site_url: siteUrl,
    publisher_site_url: SITE,
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: registered.redirectUri,
    post_logout_redirect_uri: registered.postLogoutRedirectUri,
    name: 'A site',
  });
});
afterAll(async () => {
  await site.close();
  await service.close();
});

/** A reader with one browser for both websites. */
class Reader {
  readonly browser = new Browser(service, publication);
  readonly #cookies = new Map<string, string>();

  async visit(method: 'GET' | 'POST', url: string) {
    const response = await site.inject({
      method,
      url: url.replace(SITE, ''),
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const { name, value } of response.cookies) {
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Returns where the site leads in the end. */
  async signIn(): Promise<string> {
    const begun = await this.visit('POST', '/auth/sign-in');
    const toSignIn = await this.browser.get(locationOf(begun));
    const back = await this.browser.signIn('ada@example.org', locationOf(toSignIn));
    return locationOf(await this.visit('GET', locationOf(back)));
  }

  async check(): Promise<string> {
    const begun = await this.visit('POST', '/auth/check');
    return locationOf(await this.visit('GET', locationOf(await this.browser.get(locationOf(begun)))));
  }

  async page(): Promise<string> {
    return (await this.visit('GET', '/')).body;
  }

  async sid(): Promise<string> {
    return /<dt>sid<\/dt><dd>([^<]+)</.exec(await this.page())?.[1] ?? '';
  }
}

test('D3 T25 I1 U1 a reader signs in, and the site shows the ID token and a fresh userinfo', async () => {
  const reader = new Reader();
  expect(await reader.page()).toContain('Sign in');
  expect(await reader.signIn()).toBe('/');
  const page = await reader.page();
  expect(page).toContain('ada@example.org');
  expect(page).toContain('What userinfo says now');
  expect(page).not.toContain('no longer good');
});

test('A28 A29 the silent check finds a reader who is signed in at the service, and ends the session of one who is not', async () => {
  const reader = new Reader();
  expect(await reader.check()).toBe('/?notice=signed_out');
  await reader.signIn();
  expect(await reader.check()).toBe('/');
  reader.browser.cookies.clear();
  expect(await reader.check()).toBe('/?notice=signed_out');
  expect(await reader.page()).not.toContain('ada@example.org');
});

test('E2 signing out at the site signs out of the service and comes back', async () => {
  const reader = new Reader();
  await reader.signIn();
  const toService = await reader.visit('POST', '/auth/sign-out');
  expect(locationOf(await reader.browser.get(locationOf(toService)))).toBe(`${SITE}/`);
  expect(await reader.page()).not.toContain('ada@example.org');
  expect(await reader.check()).toBe('/?notice=signed_out');
});

test('B4 a logout token ends exactly the session of its sid; anything else is 400 and ends none', async () => {
  const [one, two] = [new Reader(), new Reader()];
  await one.signIn();
  await two.signIn();
  const post = (logoutToken: string) =>
    site.inject({
      method: 'POST',
      url: '/auth/backchannel-logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: logoutToken }).toString(),
    });
  const tokenFor = async (sid: string) =>
    signLogoutToken(service.signingKeys, service.clock, {
      issuer: publication.siteUrl,
      audience: clientId,
      sub: 'cus_x',
      sid,
    });
  const good = await tokenFor(await one.sid());
  expect((await post(`${good}x`)).statusCode).toBe(400);
  expect((await post('')).statusCode).toBe(400);
  expect(await one.page()).toContain('ada@example.org');
  expect((await post(good)).statusCode).toBe(200);
  expect(await one.page()).not.toContain('ada@example.org');
  expect(await two.page()).toContain('ada@example.org');
});

test('an answer that was not asked for signs nobody in', async () => {
  const reader = new Reader();
  expect(locationOf(await reader.visit('GET', '/auth/callback?code=x&state=y'))).toBe('/?notice=failed');
  await reader.visit('POST', '/auth/sign-in');
  expect(locationOf(await reader.visit('GET', '/auth/callback?code=x&state=y'))).toBe('/?notice=failed');
});
