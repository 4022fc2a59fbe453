// The end session endpoint (service.md, End session endpoint; sign-in rules E).
import { createHmac } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { deleteOauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { signIdToken } from '../../src/tokens/id-token.ts';
import { signLogoutToken } from '../../src/tokens/logout-token.ts';
import { rotateSigningKey, SigningKeys } from '../../src/tokens/signing-keys.ts';
import { HOSTILE_URLS } from '../site/hostile-urls.ts';
import { hiddenFields, locationOf, type Browser } from '../support/browser/browser.ts';
import { headingOf, linksOf, textOf } from '../support/browser/html.ts';
import {
  answerOf,
  givenRelyingParty,
  POST_LOGOUT_REDIRECT_URI,
  type RelyingParty,
} from '../support/outside/relying-party.ts';
import { expectDocumented } from '../support/service/contract.ts';
import { expectFailure } from '../support/service/failures.ts';
import { openService, useService } from '../support/service/service.ts';

const service = useService();
const REDIRECT = { post_logout_redirect_uri: POST_LOGOUT_REDIRECT_URI };

async function givenSignedIn() {
  const party = await givenRelyingParty(service());
  const signedIn = await party.signIn();
  return { party, ...signedIn, idToken: signedIn.tokens.id_token, clientId: party.application.clientId };
}

async function isSignedIn(party: RelyingParty, browser: Browser): Promise<boolean> {
  return 'code' in answerOf(await party.authorize(browser, { prompt: 'none' }));
}

async function confirm(browser: Browser, page: { body: string }, headers?: Record<string, string>) {
  const response = await browser.post('/oauth/end_session', hiddenFields(page.body), headers);
  expectDocumented('endSessionByPost', response.statusCode, response.headers, response.body);
  return response;
}

test('E1 E2 a valid hint of this session signs out at once and redirects with the state unchanged', async () => {
  const { party, browser, idToken } = await givenSignedIn();
  const state = 'odd &=#+%;"<> é';
  const response = await party.endSession(browser, { id_token_hint: idToken, ...REDIRECT, state });
  expect(response.statusCode).toBe(302);
  expect(locationOf(response).startsWith(`${POST_LOGOUT_REDIRECT_URI}?state=`)).toBe(true);
  expect(answerOf(response)).toEqual({ state });
  expect(await isSignedIn(party, browser)).toBe(false);
});

test('E2 without a state the location is exactly the registered URI', async () => {
  const { party, browser, idToken } = await givenSignedIn();
  expect(locationOf(await party.endSession(browser, { id_token_hint: idToken, ...REDIRECT }))).toBe(
    POST_LOGOUT_REDIRECT_URI,
  );
});

test('E15 afterwards the silent check is login_required, access tokens are 401 and the cookie is gone', async () => {
  const { party, browser, idToken, tokens } = await givenSignedIn();
  const cookies = new Map(browser.cookies);
  await party.endSession(browser, { id_token_hint: idToken });
  expect((await party.userinfo(tokens.access_token)).statusCode).toBe(401);
  expect([...browser.cookies.keys()].some((name) => name.includes('session'))).toBe(false);
  const thief = party.newBrowser();
  for (const [name, value] of cookies) thief.cookies.set(name, value);
  expect(answerOf(await party.authorize(thief, { prompt: 'none' }))).toMatchObject({ error: 'login_required' });
});

test('E3 a hint that has expired is still valid', async () => {
  const { party, browser, idToken } = await givenSignedIn();
  service().clock.advance(30 * 24 * 3600);
  const response = await party.endSession(browser, { id_token_hint: idToken, ...REDIRECT });
  expect(response.statusCode).toBe(302);
});

test('E3 a hint whose key was retired, and is published no more, is still valid', async () => {
  const { party, browser, idToken } = await givenSignedIn();
  const { database, secretKeys, clock, signingKeys } = service();
  await rotateSigningKey(database, secretKeys, clock, 'planned');
  clock.advance(48 * 3600 + 60);
  const published = (await signingKeys.publicKeys()).map(({ kid }) => kid);
  expect(published).not.toContain(decodeProtectedHeader(idToken).kid);
  expect(locationOf(await party.endSession(browser, { id_token_hint: idToken, ...REDIRECT }))).toBe(
    POST_LOGOUT_REDIRECT_URI,
  );
  expect(await isSignedIn(party, browser)).toBe(false);
});

test('E3 a genuine hint of an application that is gone, never was, or is of another publication is no hint: the customer is asked', async () => {
  const { party, browser, idToken, claims } = await givenSignedIn();
  const { signingKeys, clock, database } = service();
  const other = await givenRelyingParty(service());
  const content = {
    issuer: String(claims.iss),
    sub: String(claims.sub),
    sid: String(claims['sid']),
    authenticatedAt: clock.now(),
    claims: {},
  };
  const hints = [
    await signIdToken(signingKeys, clock, { ...content, audience: 'client_unknown' }),
    await signIdToken(signingKeys, clock, { ...content, audience: other.application.clientId }),
  ];
  const remaining = await givenRelyingParty(service(), {}, party.given);
  await database.transaction((transaction) =>
    deleteOauthApplication(party.given.publication, transaction, party.application.id),
  );
  for (const hint of [...hints, idToken]) {
    const page = await party.endSession(browser, { id_token_hint: hint, ...REDIRECT });
    expect([page.statusCode, page.headers.location]).toEqual([200, undefined]);
    expect(hiddenFields(page.body)).toEqual({ csrf_token: expect.any(String) });
  }
  expect(await isSignedIn(remaining, browser)).toBe(true);
});

test('E4 R-A15 what is not an ID token of this publication is no hint: the customer is asked', async () => {
  const { party, browser, idToken, claims } = await givenSignedIn();
  const [header = '', payload = '', signature = ''] = idToken.split('.');
  const { signingKeys, clock } = service();
  const pem = await signingKeys.pem();
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const hs256 = `${encode({ alg: 'HS256', typ: 'JWT', kid: (await signingKeys.current()).kid })}.${payload}`;
  const logoutToken = await signLogoutToken(signingKeys, clock, {
    issuer: String(claims.iss),
    audience: party.application.clientId,
    sub: String(claims.sub),
    sid: String(claims['sid']),
  });
  const otherPublication = await (await givenRelyingParty(service())).signIn();
  const forged = [
    `${header}.${encode({ ...decodeJwt(idToken), sid: 'sid_other' })}.${signature}`,
    `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    `${hs256}.${createHmac('sha256', pem).update(hs256).digest('base64url')}`,
    `${header}.${payload}.AAAA`,
    logoutToken,
    otherPublication.tokens.id_token,
    'garbage',
    'a.b.c',
    'é',
  ];
  for (const hint of forged) {
    const response = await party.endSession(browser, {
      id_token_hint: hint,
      client_id: party.application.clientId,
      ...REDIRECT,
    });
    expect([response.statusCode, response.headers.location]).toEqual([200, undefined]);
    expect(hiddenFields(response.body)).toHaveProperty('csrf_token');
  }
  expect(await isSignedIn(party, browser)).toBe(true);
});

test('E4 D10 R-T6 a token of another environment is no hint', async () => {
  const { party, browser, claims } = await givenSignedIn();
  const elsewhere = await openService();
  try {
    const keys = new SigningKeys(elsewhere.database, elsewhere.secretKeys, elsewhere.clock);
    const token = await signIdToken(keys, elsewhere.clock, {
      issuer: party.given.publication.siteUrl,
      audience: party.application.clientId,
      sub: String(claims.sub),
      sid: String(claims['sid']),
      authenticatedAt: elsewhere.clock.now(),
      claims: {},
    });
    expect((await party.endSession(browser, { id_token_hint: token, ...REDIRECT })).statusCode).toBe(200);
  } finally {
    await elsewhere.close();
  }
  expect(await isSignedIn(party, browser)).toBe(true);
});

test('E5 a valid hint of another customer or another session asks first', async () => {
  const { party, browser } = await givenSignedIn();
  for (const email of ['eve@example.org', 'ada@example.org']) {
    const { tokens } = await party.signIn({ email });
    expect((await party.endSession(browser, { id_token_hint: tokens.id_token, ...REDIRECT })).statusCode).toBe(200);
  }
  expect(await isSignedIn(party, browser)).toBe(true);
});

test('E5 E8 who confirms after a hint of another session is redirected, too', async () => {
  const { party, browser } = await givenSignedIn();
  const { tokens } = await party.signIn();
  const page = await party.endSession(browser, { id_token_hint: tokens.id_token, ...REDIRECT });
  expect(locationOf(await confirm(browser, page))).toBe(POST_LOGOUT_REDIRECT_URI);
});

test('E6 a valid hint with nobody signed in is no error and redirects', async () => {
  const { party, idToken } = await givenSignedIn();
  const response = await party.endSession(party.newBrowser(), { id_token_hint: idToken, ...REDIRECT, state: 's' });
  expect(locationOf(response)).toBe(`${POST_LOGOUT_REDIRECT_URI}?state=s`);
});

test('E7 S3 R-A16 without a hint a GET never signs out, and the POST needs the CSRF token of this session', async () => {
  const { party, browser } = await givenSignedIn();
  const page = await party.endSession(browser, {});
  expect(page.statusCode).toBe(200);
  const { csrf_token: csrfToken = '' } = hiddenFields(page.body);
  const other = await party.signIn();
  const foreign = hiddenFields((await party.endSession(other.browser, {})).body)['csrf_token'] ?? '';
  for (const token of ['x', foreign])
    expect((await browser.post('/oauth/end_session', { csrf_token: token })).statusCode).toBe(403);
  expect(
    (await browser.post('/oauth/end_session', { csrf_token: csrfToken }, { 'sec-fetch-site': 'cross-site' }))
      .statusCode,
  ).toBe(403);
  expect(
    (await browser.post('/oauth/end_session', { csrf_token: csrfToken }, { origin: 'https://elsewhere.example' }))
      .statusCode,
  ).toBe(403);
  expect(await isSignedIn(party, browser)).toBe(true);
  expect((await confirm(browser, page)).statusCode).toBe(200);
  expect(await isSignedIn(party, browser)).toBe(false);
});

test('E8 after confirming with client_id and the registered URI: 303 to it; the page lets the form end on any host of its scheme', async () => {
  const { party, browser, clientId } = await givenSignedIn();
  const page = await party.endSession(browser, { client_id: clientId, ...REDIRECT, state: 'a "state"' });
  expect(page.headers['content-security-policy']).toContain("form-action 'self' https:;");
  const response = await confirm(browser, page);
  expect([response.statusCode, answerOf(response)]).toEqual([303, { state: 'a "state"' }]);
  expect(await isSignedIn(party, browser)).toBe(false);
});

test('E8 who declines stays signed in and is not redirected', async () => {
  const { party, browser, clientId, tokens } = await givenSignedIn();
  const page = await party.endSession(browser, { client_id: clientId, ...REDIRECT, state: 's' });
  const decline = /<a href="([^"]+)">Stay signed in<\/a>/.exec(page.body)?.[1] ?? '';
  const account = await browser.get(decline);
  expect([account.statusCode, account.headers.location, headingOf(account.body)]).toEqual([
    200,
    undefined,
    'Your account',
  ]);
  expect((await party.userinfo(tokens.access_token)).statusCode).toBe(200);
  expect(await isSignedIn(party, browser)).toBe(true);
});

test('E9 a URI without client_id and hint is never redirected to', async () => {
  const { party, browser } = await givenSignedIn();
  const page = await party.endSession(browser, REDIRECT);
  const done = await confirm(browser, page);
  const nobody = await party.endSession(party.newBrowser(), REDIRECT);
  expect([done.statusCode, done.headers.location, nobody.statusCode, nobody.headers.location]).toEqual([
    200,
    undefined,
    200,
    undefined,
  ]);
});

test('E10 a client_id that differs from the hint is never redirected and asks first', async () => {
  const { party, browser, idToken } = await givenSignedIn();
  const other = await givenRelyingParty(service(), {}, party.given);
  const page = await party.endSession(browser, {
    id_token_hint: idToken,
    client_id: other.application.clientId,
    ...REDIRECT,
  });
  expect([page.statusCode, page.headers.location]).toEqual([200, undefined]);
  const nobody = await party.endSession(party.newBrowser(), {
    id_token_hint: idToken,
    client_id: 'client_unknown',
    ...REDIRECT,
  });
  expect(nobody.headers.location).toBeUndefined();
  expect(await isSignedIn(party, browser)).toBe(true);
});

test.each([
  `${POST_LOGOUT_REDIRECT_URI}?a=1`,
  `${POST_LOGOUT_REDIRECT_URI}/`,
  `${POST_LOGOUT_REDIRECT_URI}#`,
  'https://WWW.example.test/bye',
  'https://elsewhere.example/',
  'javascript:alert(1)',
])('E11 E14 R-A11 the unregistered %s is not redirected to, and the session ends all the same', async (uri) => {
  const { party, browser, idToken } = await givenSignedIn();
  const response = await party.endSession(browser, {
    id_token_hint: idToken,
    post_logout_redirect_uri: uri,
    state: 's',
  });
  expect([response.statusCode, response.headers.location]).toEqual([200, undefined]);
  expect(response.body).not.toContain('elsewhere.example');
  expect(await isSignedIn(party, browser)).toBe(false);
});

/** Nearly the registered one, as somebody may write it who looks for a gap. */
const NEARLY_REGISTERED = [
  ...['?', '#', '/', '//', '.', '%20', '%00', '%2f', '/..', '/.', ';', '?a=1', '#a', '\\', ' '].map(
    (end) => `${POST_LOGOUT_REDIRECT_URI}${end}`,
  ),
  ...[' ', '\t', '\u0000', '\n'].map((start) => `${start}${POST_LOGOUT_REDIRECT_URI}`),
  ...['http:', 'HTTPS:', 'https', 'ftp:'].map((scheme) => POST_LOGOUT_REDIRECT_URI.replace('https:', scheme)),
  ...[':443', ':8443', '.', '@evil.example', '.evil.example'].map((host) =>
    POST_LOGOUT_REDIRECT_URI.replace('example.test', `example.test${host}`),
  ),
  ...['/Bye', '/by', '/b%79e', '//bye', '/./bye', '/x/../bye'].map((path) =>
    POST_LOGOUT_REDIRECT_URI.replace('/bye', path),
  ),
];

test('E11 R-A11 of three hundred URIs that are not registered none is redirected to, and the registered one is', async () => {
  const { party, idToken } = await givenSignedIn();
  const uris = new Set([...NEARLY_REGISTERED, ...HOSTILE_URLS]);
  expect(uris.size).toBeGreaterThanOrEqual(300);
  const browser = party.newBrowser();
  const ask = (uri: string) =>
    party.endSession(browser, { id_token_hint: idToken, post_logout_redirect_uri: uri, state: 's' });
  for (const uri of uris) {
    const { statusCode, headers, body } = await ask(uri);
    expect(headers, `${uri}`).not.toHaveProperty('location');
    // What is no parameter at all is refused.
    expect([200, 400], `${JSON.stringify(uri)} ${statusCode}`).toContain(statusCode);
    expect(body, `${uri}`).not.toContain('evil.example');
  }
  expect((await ask(POST_LOGOUT_REDIRECT_URI)).headers.location).toBe(`${POST_LOGOUT_REDIRECT_URI}?state=s`);
});

test('E14 the session ends after confirmation, too, where the redirect is refused', async () => {
  const { party, browser, clientId } = await givenSignedIn();
  const page = await party.endSession(browser, {
    client_id: clientId,
    post_logout_redirect_uri: 'https://elsewhere.example/',
  });
  expect((await confirm(browser, page)).headers.location).toBeUndefined();
  expect(await isSignedIn(party, browser)).toBe(false);
});

test('E12 without a URI, or with nothing to do, a page says that the customer is signed out', async () => {
  const { party, browser, idToken } = await givenSignedIn();
  const pages = [
    await party.endSession(browser, { id_token_hint: idToken }),
    await party.endSession(browser, {}),
    await party.endSession(browser, { id_token_hint: idToken }),
  ];
  for (const page of pages) {
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('You are signed out');
  }
});

test.each(['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'])(
  'E13 a repeated %s is a page, without redirect and sign-out',
  async (name) => {
    const { party, browser, idToken, clientId } = await givenSignedIn();
    const values: Record<string, string> = { id_token_hint: idToken, client_id: clientId, ...REDIRECT, state: 's' };
    const response = await browser.get(
      `${party.endSessionPath(values)}&${new URLSearchParams({ [name]: values[name] ?? '' }).toString()}`,
    );
    expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
    expect(await isSignedIn(party, browser)).toBe(true);
  },
);

test('E13 a state longer than 2,048 characters is a page, without redirect and sign-out, and one of 2,048 comes back', async () => {
  const { party, browser, idToken } = await givenSignedIn();
  const request = { id_token_hint: idToken, ...REDIRECT };
  const refused = await party.endSession(browser, { ...request, state: 's'.repeat(2049) });
  expect(refused.statusCode).toBe(400);
  expect(locationOf(refused)).toBe('');
  expect(await isSignedIn(party, browser)).toBe(true);
  const byForm = await browser.post('/oauth/end_session', { state: 's'.repeat(2049) });
  expect(byForm.statusCode).toBe(400);
  expect(answerOf(await party.endSession(browser, { ...request, state: 's'.repeat(2048) }))).toEqual({
    state: 's'.repeat(2048),
  });
  expect(await isSignedIn(party, browser)).toBe(false);
});

test('E13 unknown parameters, logout_hint and ui_locales are ignored', async () => {
  const { party, browser, idToken } = await givenSignedIn();
  const response = await browser.get(
    `${party.endSessionPath({ id_token_hint: idToken, ...REDIRECT, logout_hint: 'x', ui_locales: 'de' })}&x=1&x=2`,
  );
  expect(locationOf(response)).toBe(POST_LOGOUT_REDIRECT_URI);
});

test('E1 a POST of another site becomes the same request by GET with 303', async () => {
  const { party, browser, idToken } = await givenSignedIn();
  const response = await party
    .newBrowser()
    .post('/oauth/end_session', { id_token_hint: idToken, ...REDIRECT }, { 'sec-fetch-site': 'cross-site' });
  expectDocumented('endSessionByPost', response.statusCode, response.headers, response.body);
  expect(response.statusCode).toBe(303);
  expect(locationOf(await browser.follow(response))).toBe(POST_LOGOUT_REDIRECT_URI);
  expect(await isSignedIn(party, browser)).toBe(false);
});

test('E7 HEAD is not served and a prefetch signs nobody out', async () => {
  const { party, browser, idToken } = await givenSignedIn();
  const path = party.endSessionPath({ id_token_hint: idToken });
  expect((await browser.send('HEAD', path, undefined, {})).statusCode).toBe(405);
  expect((await expectFailure(() => browser.get(path, { 'sec-purpose': 'prefetch' }))).statusCode).toBe(503);
  expect(await isSignedIn(party, browser)).toBe(true);
});

test.each([
  [false, 0],
  [true, 1],
])(
  'E14 the back-channel logout is recorded where the application opted in: %s',
  async (backchannelLogoutOnEndSession, count) => {
    const party = await givenRelyingParty(service(), {
      backchannelLogoutUri: 'https://www.example.test/logout',
      backchannelLogoutOnEndSession,
    });
    const { browser, tokens } = await party.signIn();
    await Promise.all([1, 2].map(() => party.endSession(browser, { id_token_hint: tokens.id_token })));
    const recorded = await service()
      .database.knex('deliveries')
      .where({ publicationId: party.given.publication.id, kind: 'backchannel_logout' });
    expect(recorded).toHaveLength(count);
  },
);

test('E17 a refused URI is named for the publisher, with what is wrong and without its value', async () => {
  const { party, browser, idToken, clientId } = await givenSignedIn();
  const refused = { post_logout_redirect_uri: 'https://elsewhere.example/bye' };
  const other = await givenRelyingParty(service(), {}, party.given);
  const pages: readonly (readonly [page: { body: string }, what: string])[] = [
    [await party.endSession(browser, { client_id: clientId, ...refused }), 'is not the address registered'],
    [await party.endSession(browser, refused), 'it is not known which application'],
    [await party.endSession(browser, { client_id: 'client_unknown', ...refused }), 'it is not known which application'],
    [
      await party.endSession(browser, { id_token_hint: idToken, client_id: other.application.clientId, ...REDIRECT }),
      'it is not known which application',
    ],
    [await party.endSession(browser, { id_token_hint: idToken, ...refused }), 'is not the address registered'],
    [await party.endSession(browser, { client_id: clientId, ...refused }), 'is not the address registered'],
  ];
  for (const [{ body }, what] of pages) {
    expect(textOf(body)).toContain('For the publisher');
    expect(textOf(body)).toContain(`The parameter post_logout_redirect_uri`);
    expect(textOf(body)).toContain(what);
    expect(body).not.toContain('elsewhere.example');
  }
});

test('E17 a page says nothing to the publisher where no URI was sent or the registered one was', async () => {
  const { party, browser, idToken, clientId } = await givenSignedIn();
  const pages = [
    await party.endSession(browser, {}),
    await party.endSession(browser, { client_id: clientId, post_logout_redirect_uri: '' }),
    await party.endSession(browser, { client_id: clientId, ...REDIRECT }),
    await party.endSession(browser, { id_token_hint: idToken }),
  ];
  for (const { body } of pages) expect(body).not.toContain('For the publisher');
});

test('E17 each page has the switch of the language, which asks the same again and repeats no refused URI', async () => {
  const { party, browser, clientId } = await givenSignedIn();
  const inOther = ({ body }: { body: string }) =>
    browser.open(linksOf(body).find((link) => link.startsWith('/language/')) ?? '');
  const known = { client_id: clientId, ...REDIRECT, state: 's' };
  const asked = await inOther(await party.endSession(browser, known));
  expect([headingOf(asked.body), hiddenFields(asked.body)]).toEqual(['Abmelden?', expect.objectContaining(known)]);
  const refused = { client_id: clientId, post_logout_redirect_uri: 'https://elsewhere.example/' };
  const page = await party.endSession(browser, refused);
  const inEnglish = await inOther(page);
  expect(headingOf(inEnglish.body)).toBe('Sign out?');
  expect(textOf(inEnglish.body)).toContain('post_logout_redirect_uri is not');
  const done = await confirm(browser, page);
  const signedOut = await inOther(done);
  expect([signedOut.statusCode, headingOf(signedOut.body)]).toEqual([200, 'Sie sind abgemeldet']);
  expect(page.body + inEnglish.body + done.body + signedOut.body).not.toContain('elsewhere.example');
});
