// What the OpenID Foundation's conformance suite asks of a provider, module by module of its plans Config, Basic, RP-Initiated Logout and Back-Channel
// Logout, by applications with the switches of an integration on: client_secret_post, and logout tokens after end-session. The suite itself is a server
// of its own that drives a browser; a row here makes its requests and holds what fails its module.
import { hash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseKeySet } from '../../src/tokens/key-set.ts';
import { locationOf, type Browser } from '../support/browser/browser.ts';
import { headingOf, textOf } from '../support/browser/html.ts';
import {
  answerOf,
  encode,
  givenRelyingParty,
  POST_LOGOUT_REDIRECT_URI,
  tokensOf,
  type RelyingParty,
  type TokenResponse,
} from '../support/outside/relying-party.ts';
import { useService } from '../support/service/service.ts';

type Fields = Readonly<Record<string, string | undefined>>;

const service = useService();
const REDIRECT = { post_logout_redirect_uri: POST_LOGOUT_REDIRECT_URI };
const SWITCHES = {
  clientSecretPost: true,
  backchannelLogoutOnEndSession: true,
  backchannelLogoutUri: 'https://www.example.test/backchannel-logout',
};
/** Claims that the suite knows in an ID token of the scope openid, and so takes as asked for. */
const PROTOCOL_CLAIMS = new Set(['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'acr', 'sid']);

let party: RelyingParty;
let readers = 0;
beforeAll(async () => {
  party = await givenRelyingParty(service(), SWITCHES);
});

async function fetched(path: string): Promise<LightMyRequestResponse> {
  return service().app.inject({ url: path, headers: { host: party.given.publication.siteHost } });
}

async function metadata(): Promise<Record<string, unknown>> {
  return (await fetched('/.well-known/openid-configuration')).json();
}

/** Redeems as the module's variant of client authentication does, and checks what every module checks of an answer. */
async function redeemed(answer: Fields, nonce: string | undefined, form: Fields = {}): Promise<TokenResponse> {
  const { siteUrl } = party.given.publication;
  expect(answer).toMatchObject({ state: 'a state', iss: siteUrl, code: expect.any(String) });
  const tokens = tokensOf(await party.redeem(answer['code'] ?? '', form));
  const keySet = parseKeySet((await fetched('/.well-known/jwks.json')).body) ?? { keys: [] };
  const { payload } = await jwtVerify(tokens.id_token, createLocalJWKSet(keySet), {
    issuer: siteUrl,
    audience: party.application.clientId,
    currentDate: service().clock.now(),
  });
  expect(payload['nonce']).toBe(nonce);
  return tokens;
}

interface Visitor {
  readonly browser: Browser;
  readonly email: string;
}

/** A reader of their own for each sign-in, since codes are limited for each address. */
function newVisitor(): Visitor {
  readers += 1;
  return { browser: party.newBrowser(), email: `reader${readers}@example.org` };
}

/** A sign-in from the authorization request to userinfo; by the pages unless the browser is signed in. */
async function signedIn(parameters: Fields = {}, on: Visitor = newVisitor()) {
  const request = { scope: 'openid', nonce: 'n-0S6', ...parameters };
  const { browser, email } = on;
  const first = await party.authorize(browser, request);
  const isSignedOut = locationOf(first).startsWith(party.given.publication.siteUrl);
  const last = isSignedOut ? await browser.signIn(email, locationOf(first)) : first;
  const tokens = await redeemed(answerOf(last), request.nonce);
  const claims: JWTPayload = decodeJwt(tokens.id_token);
  const userinfo = (await party.userinfo(tokens.access_token)).json<Record<string, unknown>>();
  expect(userinfo['sub']).toBe(claims.sub);
  return { browser, email, tokens, claims, userinfo, isSignedOut };
}

const errorAfter = async (parameters: Fields, browser: Browser): Promise<unknown> =>
  answerOf(await party.authorize(browser, parameters))['error'];
const isSignedIn = async (browser: Browser): Promise<boolean> =>
  'code' in answerOf(await party.authorize(browser, { prompt: 'none' }));

/** Succeeds with what the provider may ignore, such as languages and displays. */
const succeedsWith = (parameters: Fields) => async () => {
  await signedIn(parameters);
};

const CONFIG: Record<string, () => Promise<void>> = {
  'oidcc-discovery-endpoint-verification': async () => {
    const { siteUrl } = party.given.publication;
    const document = await metadata();
    expect(document).toMatchObject({
      issuer: siteUrl,
      response_types_supported: expect.arrayContaining(['code']),
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      scopes_supported: expect.arrayContaining(['openid']),
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    });
    const addresses = Object.entries(document).filter(([name]) => /_endpoint$|_uri$/.test(name));
    for (const [, url] of addresses) expect(String(url).startsWith(`${siteUrl}/`)).toBe(true);
    const { keys } = parseKeySet((await fetched('/.well-known/jwks.json')).body) ?? { keys: [] };
    for (const key of keys) expect(key).toMatchObject({ kid: expect.any(String), use: 'sig', alg: 'RS256' });
  },
};

const BASIC: Record<string, () => Promise<void>> = {
  'oidcc-server': async () => {
    const { claims } = await signedIn();
    expect(Object.keys(claims).filter((name) => !PROTOCOL_CLAIMS.has(name))).toEqual([]);
  },
  'oidcc-response-type-missing': async () => {
    expect(await errorAfter({ response_type: undefined }, party.newBrowser())).toBe('invalid_request');
  },
  'oidcc-idtoken-signature': async () => {
    const { tokens } = await signedIn();
    expect(decodeProtectedHeader(tokens.id_token)).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
  },
  'oidcc-idtoken-unsigned': async () => {
    expect((await metadata())['id_token_signing_alg_values_supported']).not.toContain('none');
  },
  'oidcc-userinfo-get': succeedsWith({}),
  'oidcc-userinfo-post-header': async () => {
    const { tokens, claims } = await signedIn();
    const authorization = `Bearer ${tokens.access_token}`;
    const { siteHost: host } = party.given.publication;
    const response = await service().app.inject({
      method: 'POST',
      url: '/oauth/userinfo',
      headers: { host, authorization },
    });
    expect([response.statusCode, response.json<{ sub: string }>().sub]).toEqual([200, claims.sub]);
  },
  // Optional (RFC 6750 section 2.2): a provider that refuses it skips the module.
  'oidcc-userinfo-post-body': async () => {
    const { tokens } = await signedIn();
    const response = await service().app.inject({
      method: 'POST',
      url: '/oauth/userinfo',
      headers: { host: party.given.publication.siteHost, 'content-type': 'application/x-www-form-urlencoded' },
      payload: encode({ access_token: tokens.access_token }),
    });
    expect(response.statusCode).toBe(401);
  },
  'oidcc-ensure-request-without-nonce-succeeds-for-code-flow': succeedsWith({ nonce: undefined }),
  'oidcc-scope-profile': async () => {
    const { userinfo } = await signedIn({ scope: 'openid profile' });
    expect(userinfo).not.toHaveProperty('email');
  },
  'oidcc-scope-email': async () => {
    const { userinfo, email } = await signedIn({ scope: 'openid email' });
    expect(userinfo).toMatchObject({ email, email_verified: true });
  },
  // Skipped where scopes_supported lacks them.
  'oidcc-scope-address, oidcc-scope-phone': async () => {
    expect((await metadata())['scopes_supported']).toEqual(['openid', 'email', 'profile']);
  },
  'oidcc-scope-all': async () => {
    await signedIn({ scope: String(Object((await metadata())['scopes_supported']).join(' ')) });
  },
  'oidcc-ensure-other-scope-order-succeeds': succeedsWith({ scope: 'email openid' }),
  'oidcc-display-page': succeedsWith({ display: 'page' }),
  'oidcc-display-popup': succeedsWith({ display: 'popup' }),
  'oidcc-prompt-login': async () => {
    const { claims, ...visitor } = await signedIn();
    service().clock.advance(2);
    const again = await signedIn({ prompt: 'login' }, visitor);
    expect([again.isSignedOut, again.claims.sub]).toEqual([true, claims.sub]);
    expect(Number(again.claims['auth_time'])).toBeGreaterThan(Number(claims['auth_time']));
  },
  'oidcc-prompt-none-not-logged-in': async () => {
    expect(await errorAfter({ prompt: 'none' }, party.newBrowser())).toBe('login_required');
  },
  'oidcc-prompt-none-logged-in': async () => {
    const { claims, ...visitor } = await signedIn();
    const silent = await signedIn({ prompt: 'none' }, visitor);
    expect([silent.isSignedOut, silent.claims['auth_time']]).toEqual([false, claims['auth_time']]);
    expect(silent.claims.sub).toBe(claims.sub);
  },
  'oidcc-max-age-1': async () => {
    const { claims, ...visitor } = await signedIn();
    service().clock.advance(2);
    const again = await signedIn({ max_age: '1' }, visitor);
    expect([again.isSignedOut, Number(again.claims['auth_time']) > Number(claims['auth_time'])]).toEqual([true, true]);
  },
  'oidcc-max-age-10000': async () => {
    const { claims, ...visitor } = await signedIn();
    const again = await signedIn({ max_age: '10000' }, visitor);
    expect([again.isSignedOut, again.claims['auth_time']]).toEqual([false, claims['auth_time']]);
  },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': succeedsWith({ extra: 'foobar' }),
  'oidcc-id-token-hint': async () => {
    const { claims, tokens, ...visitor } = await signedIn();
    const again = await signedIn({ prompt: 'none', id_token_hint: tokens.id_token }, visitor);
    expect(again.claims.sub).toBe(claims.sub);
  },
  'oidcc-login-hint': succeedsWith({ login_hint: 'buffy@example.com' }),
  'oidcc-ui-locales': succeedsWith({ ui_locales: 'se' }),
  'oidcc-claims-locales': succeedsWith({ claims_locales: 'se' }),
  'oidcc-ensure-request-with-acr-values-succeeds': async () => {
    const values = Object((await metadata())['acr_values_supported']) as string[];
    const { claims } = await signedIn({ acr_values: values.join(' ') });
    expect(values).toContain(claims['acr']);
  },
  'oidcc-codereuse': async () => {
    const { browser } = await signedIn();
    const code = await party.newCode(browser);
    expect((await party.redeem(code)).statusCode).toBe(200);
    expect((await party.redeem(code)).json()).toMatchObject({ error: 'invalid_grant' });
  },
  'oidcc-codereuse-30seconds': async () => {
    const code = await party.newCode((await signedIn()).browser);
    const { access_token: accessToken } = tokensOf(await party.redeem(code));
    service().clock.advance(30);
    expect((await party.redeem(code)).json()).toMatchObject({ error: 'invalid_grant' });
    expect((await party.userinfo(accessToken)).statusCode).toBe(401);
  },
  'oidcc-ensure-registered-redirect-uri': async () => {
    const page = await party.authorize(party.newBrowser(), { redirect_uri: 'https://www.example.test/unregistered' });
    expect([page.statusCode, locationOf(page), textOf(page.body).includes('redirect_uri')]).toEqual([400, '', true]);
  },
  'oidcc-ensure-post-request-succeeds': async () => {
    const [path = '', query = ''] = party.authorizePath({ nonce: 'n' }).split('?');
    const { browser, email } = newVisitor();
    const sent = await browser.send('POST', path, query, { 'sec-fetch-site': 'cross-site' });
    await redeemed(answerOf(await browser.signIn(email, locationOf(await browser.get(locationOf(sent))))), 'n');
  },
  'oidcc-server-client-secret-post': async () => {
    const { clientId } = party.application;
    const form = { client_id: clientId, client_secret: party.clientSecret };
    const code = await party.newCode((await signedIn()).browser);
    expect((await party.redeem(code, form, {})).statusCode).toBe(200);
  },
  'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported': async () => {
    const parameters = { request_uri: 'https://www.example.test/request.jwt' };
    expect(await errorAfter(parameters, party.newBrowser())).toBe('request_uri_not_supported');
  },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported, oidcc-ensure-request-object-with-redirect-uri':
    async () => {
      expect(await errorAfter({ request: 'eyJhbGciOiJub25lIn0.e30.' }, party.newBrowser())).toBe(
        'request_not_supported',
      );
    },
  'oidcc-claims-essential': async () => {
    expect((await metadata())['claims_parameter_supported']).toBe(false);
    await signedIn({ claims: '{"userinfo":{"name":{"essential":true}}}' });
  },
  // Skipped where no refresh token is issued.
  'oidcc-refresh-token': async () => {
    expect((await metadata())['grant_types_supported']).toEqual(['authorization_code']);
    expect((await signedIn()).tokens).not.toHaveProperty('refresh_token');
  },
  'oidcc-ensure-request-with-valid-pkce-succeeds': async () => {
    const codeVerifier = 'v'.repeat(64);
    const challenge = { code_challenge: hash('sha256', codeVerifier, 'base64url'), code_challenge_method: 'S256' };
    const { browser } = await signedIn();
    const answer = answerOf(await party.authorize(browser, { ...challenge, nonce: 'n' }));
    await redeemed(answer, 'n', { code_verifier: codeVerifier });
  },
};

/** A request to end the session that is not redirected: the page that the browser shows. */
async function pageAt(browser: Browser, parameters: Fields): Promise<string> {
  const response = await party.endSession(browser, parameters);
  expect([response.statusCode, locationOf(response)]).toEqual([200, '']);
  return response.body;
}

const RP_INITIATED: Record<string, () => Promise<void>> = {
  'oidcc-rp-initiated-logout-discovery-endpoint-verification': async () => {
    expect((await metadata())['end_session_endpoint']).toBe(`${party.given.publication.siteUrl}/oauth/end_session`);
  },
  'oidcc-rp-initiated-logout': async () => {
    const { browser, tokens } = await signedIn();
    const response = await party.endSession(browser, { id_token_hint: tokens.id_token, ...REDIRECT, state: 'out' });
    expect(locationOf(response)).toBe(`${POST_LOGOUT_REDIRECT_URI}?state=out`);
    expect(await errorAfter({ prompt: 'none' }, browser)).toBe('login_required');
  },
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': async () => {
    const { browser, tokens } = await signedIn();
    const uri = 'https://www.example.test/bye/elsewhere';
    const body = await pageAt(browser, { id_token_hint: tokens.id_token, post_logout_redirect_uri: uri, state: 's' });
    expect(textOf(body)).toContain('The parameter post_logout_redirect_uri is not the address registered');
  },
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': async () => {
    const { browser, tokens } = await signedIn();
    const uri = `${POST_LOGOUT_REDIRECT_URI}?foo=bar`;
    const body = await pageAt(browser, { id_token_hint: tokens.id_token, post_logout_redirect_uri: uri, state: 's' });
    expect(textOf(body)).toContain('The parameter post_logout_redirect_uri is not the address registered');
  },
  'oidcc-rp-initiated-logout-modified-id-token-hint': async () => {
    const { browser, tokens } = await signedIn();
    const [header = '', payload = ''] = tokens.id_token.split('.');
    const body = await pageAt(browser, { id_token_hint: `${header}.${payload}.AAAA`, ...REDIRECT, state: 's' });
    expect([headingOf(body), await isSignedIn(browser)]).toEqual(['Sign out?', true]);
  },
  'oidcc-rp-initiated-logout-bad-id-token-hint': async () => {
    const { browser } = await signedIn();
    const body = await pageAt(browser, { id_token_hint: 'a.bad.hint', ...REDIRECT, state: 's' });
    expect([headingOf(body), await isSignedIn(browser)]).toEqual(['Sign out?', true]);
  },
  'oidcc-rp-initiated-logout-no-id-token-hint': async () => {
    const { browser } = await signedIn();
    expect(headingOf(await pageAt(browser, { ...REDIRECT, state: 's' }))).toBe('Sign out?');
  },
  'oidcc-rp-initiated-logout-no-params, oidcc-rp-initiated-logout-only-state': async () => {
    const { browser } = await signedIn();
    for (const parameters of [{}, { state: 's' }]) {
      const page = await party.endSession(browser, parameters);
      expect([headingOf(page.body), locationOf(page)]).toEqual(['Sign out?', '']);
    }
    const signedOut = await browser.submit(await party.endSession(browser, {}), {}, '/oauth/end_session');
    expect([headingOf(signedOut.body), await isSignedIn(browser)]).toEqual(['You are signed out', false]);
  },
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': async () => {
    const { browser, tokens } = await signedIn();
    const body = await pageAt(browser, { id_token_hint: tokens.id_token });
    expect([headingOf(body), await isSignedIn(browser)]).toEqual(['You are signed out', false]);
  },
  'oidcc-rp-initiated-logout-no-state': async () => {
    const { browser, tokens } = await signedIn();
    const response = await party.endSession(browser, { id_token_hint: tokens.id_token, ...REDIRECT });
    expect([locationOf(response), await isSignedIn(browser)]).toEqual([POST_LOGOUT_REDIRECT_URI, false]);
  },
};

const BACK_CHANNEL: Record<string, () => Promise<void>> = {
  'oidcc-backchannel-logout-discovery-endpoint-verification': async () => {
    expect(await metadata()).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    });
  },
  // What the notice says, and to whom it is sent, stands in test/outbound/backchannel-logout.test.ts.
  'oidcc-backchannel-rp-initiated-logout': async () => {
    const { browser, tokens, claims } = await signedIn();
    await party.endSession(browser, { id_token_hint: tokens.id_token, ...REDIRECT });
    const notice = await service()
      .database.knex('deliveries')
      .where({ publicationId: party.given.publication.id, kind: 'backchannel_logout' })
      .orderBy('id', 'desc')
      .first('payload');
    expect(JSON.parse(notice.payload)).toMatchObject({ sid: claims['sid'], sub: claims.sub });
  },
};

describe.each([
  ['oidcc-config-certification-test-plan', CONFIG],
  ['oidcc-basic-certification-test-plan', BASIC],
  ['oidcc-rp-initiated-logout-certification-test-plan', RP_INITIATED],
  ['oidcc-backchannel-rp-initiated-logout-certification-test-plan', BACK_CHANNEL],
])('%s', (_plan, modules) => {
  test.each(Object.entries(modules))('%s', async (_module, holds) => {
    await expect(holds()).resolves.toBeUndefined();
  });
});
