// Auth.js (@auth/core 0.41), which next-auth 5 and its kin are made of: a provider with issuer, ID and secret, and its three checks on. It trusts
// the connection for the ID token. Its sign-out ends its own session; the website leads the browser on to end-session.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Auth, type AuthConfig } from '@auth/core';
import type { OIDCConfig } from '@auth/core/providers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HttpBrowser, Page } from '../support/browser/http-browser.ts';
import { read, startWebsite, type Setting, type Website } from './website.ts';

type Claims = Readonly<Record<string, unknown>>;

function providerOf({ siteUrl, registered }: Setting, isByUserinfo: boolean): OIDCConfig<Claims> {
  return {
    id: 'masthead',
    name: 'The Weekly',
    type: 'oidc',
    issuer: siteUrl,
    clientId: registered.clientId,
    clientSecret: registered.clientSecret,
    checks: ['pkce', 'state', 'nonce'],
    // Off, it takes the profile from userinfo and not from the ID token.
    idToken: !isByUserinfo,
    profile: ({ sub, email }) => ({ id: String(sub), email: String(email) }),
  };
}

function configOf(setting: Setting, isByUserinfo: boolean, errors: string[]): AuthConfig {
  return {
    providers: [providerOf(setting, isByUserinfo)],
    secret: 'a secret of the website that is long enough',
    basePath: '/auth',
    trustHost: true,
    callbacks: {
      jwt: ({ token, account, profile }) => ({ ...token, ...(account ? { idToken: account.id_token, profile } : {}) }),
      session: ({ session, token }) => ({ ...session, idToken: token['idToken'], profile: token['profile'] }),
      redirect: ({ url, baseUrl }) =>
        [baseUrl, setting.siteUrl].includes(new URL(url, baseUrl).origin) ? url : baseUrl,
    },
    // What the service answered is told to this log alone.
    debug: true,
    logger: {
      error: ({ name }) => void errors.push(name),
      warn: () => undefined,
      debug: (message, metadata) => void (message === 'OAuthCallbackError' && errors.push(JSON.stringify(metadata))),
    },
  };
}

function listenerOf(origin: string, config: AuthConfig): RequestListener {
  return (request, response) =>
    void answer(origin, config, request, response).catch((error: unknown) =>
      response.writeHead(500).end(String(error)),
    );
}

async function answer(
  origin: string,
  config: AuthConfig,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  if (!url.startsWith('/auth/')) return void response.end('{}');
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const answered = await Auth(
    new Request(new URL(url, origin), { method, headers, body: method === 'POST' ? await buffer(request) : null }),
    config,
  );
  response
    .setHeaders(answered.headers)
    .writeHead(answered.status)
    .end(await answered.text());
}

describe.each([
  ['the ID token', false],
  ['userinfo', true],
])('Auth.js with the profile from %s', (_source, isByUserinfo) => {
  const errors: string[] = [];
  let site: Website;
  let browser: HttpBrowser;

  beforeAll(async () => {
    const registration = (origin: string) => ({
      name: 'Auth.js',
      redirectUri: `${origin}/auth/callback/masthead`,
      postLogoutRedirectUri: `${origin}/`,
    });
    site = await startWebsite(registration, (setting) =>
      listenerOf(setting.origin, configOf(setting, isByUserinfo, errors)),
    );
  });
  beforeEach(() => {
    errors.length = 0;
    browser = site.newBrowser();
  });
  afterAll(() => site.close());

  /** Presses the button of its own sign-in page. */
  async function begin(parameters = ''): Promise<Page> {
    const page = await browser.open(`${site.origin}/auth/signin`);
    const action = `${site.origin}/auth/signin/masthead`;
    return browser.submit(
      { ...page, body: page.body.replace(`"${action}"`, `"${action}${parameters}"`) },
      { callbackUrl: `${site.origin}/` },
    );
  }

  /** The website itself is told only that something went wrong. */
  async function expectLoginRequired(): Promise<void> {
    const { url } = await begin('?prompt=none');
    expect(url.searchParams.get('error')).toBe('OAuthCallbackError');
    expect(errors.join('\n')).toContain('"error":"login_required"');
  }

  const session = async () => read(await browser.open(`${site.origin}/auth/session`));

  test('signs a reader in by code with state, nonce and PKCE', async () => {
    const page = await browser.signIn(await begin(), 'ada@example.org');
    expect({ url: page.url.href, errors }).toEqual({ url: `${site.origin}/`, errors: [] });
    expect(await session()).toMatchObject({
      user: { email: 'ada@example.org' },
      profile: { sub: expect.stringMatching(/^cus_/), plan_slugs: [] },
    });
    const asked = browser.visited.find((address) => address.includes('/oauth/authorize?'));
    expect(Object.fromEntries(new URL(asked ?? '').searchParams)).toMatchObject({
      state: expect.any(String),
      nonce: expect.any(String),
      code_challenge_method: 'S256',
    });
  });

  test('asks silently: the same reader while signed in at the service, afterwards login_required', async () => {
    await browser.signIn(await begin(), 'bea@example.org');
    expect((await begin('?prompt=none')).url.href).toBe(`${site.origin}/`);
    expect(await session()).toMatchObject({ user: { email: 'bea@example.org' } });
    await browser.submit(await browser.open(site.live.siteUrl), {}, '/sign-out');
    await expectLoginRequired();
  });

  test('signs the reader out of both, when its sign-out leads on to end-session', async () => {
    await browser.signIn(await begin(), 'cleo@example.org');
    const hint = new URLSearchParams({
      id_token_hint: String((await session())['idToken']),
      post_logout_redirect_uri: `${site.origin}/`,
    });
    const form = await browser.open(`${site.origin}/auth/signout`);
    const page = await browser.submit(form, {
      callbackUrl: `${site.live.siteUrl}/oauth/end_session?${hint.toString()}`,
    });
    expect(page.url.href).toBe(`${site.origin}/`);
    expect((await browser.open(`${site.origin}/auth/session`)).body).toBe('null');
    await expectLoginRequired();
  });
});
