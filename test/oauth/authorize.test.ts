// The authorization endpoint: who is redirected where, and with what (service.md, Authorization endpoint; sign-in rules A).
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { locationOf } from '../support/browser/browser.ts';
import { startReceiver } from '../support/outside/receiver.ts';
import {
  answerOf,
  changeRecords,
  encode,
  givenRelyingParty,
  tokensOf,
  type RelyingParty,
} from '../support/outside/relying-party.ts';
import { expectDocumented } from '../support/service/contract.ts';
import { expectFailure } from '../support/service/failures.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const HINT_OF_NOBODY = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.AAAA';

async function givenSignedIn() {
  const party = await givenRelyingParty(service());
  return { party, browser: await party.signedInBrowser() };
}

async function countCodes(party: RelyingParty): Promise<number> {
  return (await service().database.knex('authorization_codes').where({ publicationId: party.given.publication.id }))
    .length;
}

test('A18 A19 A28 prompt=none with a session: at once 302 with exactly code, state and iss', async () => {
  const { party, browser } = await givenSignedIn();
  const response = await party.authorize(browser, { prompt: 'none' });
  expect(response.statusCode).toBe(302);
  expect(locationOf(response).split('?')[0]).toBe(party.application.redirectUri);
  expect(answerOf(response)).toEqual({
    code: expect.stringMatching(/^\w{43}$/),
    state: 'a state',
    iss: party.given.publication.siteUrl,
  });
});

test('A18 A19 A29 prompt=none without a session: 302 with exactly error, description, state and iss', async () => {
  const party = await givenRelyingParty(service());
  const response = await party.authorize(party.newBrowser(), { prompt: 'none' });
  expect(response.statusCode).toBe(302);
  expect(answerOf(response)).toEqual({
    error: 'login_required',
    error_description: expect.any(String),
    state: 'a state',
    iss: party.given.publication.siteUrl,
  });
  expect(await countCodes(party)).toBe(0);
});

test('A19 iss is left out where the application asks for that', async () => {
  const party = await givenRelyingParty(service(), { issParameter: false });
  const browser = await party.signedInBrowser();
  expect(answerOf(await party.authorize(browser))).not.toHaveProperty('iss');
  expect(answerOf(await party.authorize(browser, { scope: undefined }))).not.toHaveProperty('iss');
});

test('A37 a signed-out visitor signs in by the pages, 303 after each form, and comes back with a code', async () => {
  const party = await givenRelyingParty(service());
  const browser = party.newBrowser();
  const toSignIn = await party.authorize(browser);
  expect(toSignIn.statusCode).toBe(302);
  expect(
    locationOf(toSignIn).startsWith(`${party.given.publication.siteUrl}/sign-in?return_to=%2Foauth%2Fauthorize%3F`),
  ).toBe(true);
  expect(await countCodes(party)).toBe(0);
  const codePage = await browser.askForCode('ada@example.org', locationOf(toSignIn));
  const afterForm = await browser.enterCode(codePage, await browser.newestCode('ada@example.org'));
  expect(afterForm.statusCode).toBe(303);
  const back = await browser.follow(afterForm);
  expect(back.statusCode).toBe(302);
  expect(answerOf(back)).toMatchObject({ code: expect.any(String), state: 'a state' });
});

test.each([
  [{ client_id: undefined }, 'client_id'],
  [{ client_id: '' }, 'client_id'],
  [{ client_id: 'client_unknown' }, 'client_id'],
  [{ client_id: '<script>alert(1)</script>' }, 'client_id'],
])('A7 A9 %j: a page that names the parameter, and no Location', async (parameters, name) => {
  const { party, browser } = await givenSignedIn();
  const response = await party.authorize(browser, parameters);
  expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
  expect(response.body).toContain(name);
  expect(response.body).not.toContain('<script>alert');
});

test.each(['client_id', 'redirect_uri'])('A6 R-B11 a repeated %s is a page', async (name) => {
  const { party, browser } = await givenSignedIn();
  const path = party.authorizePath();
  const value = new URL(path, 'https://site.invalid').searchParams.get(name) ?? '';
  const response = await browser.get(`${path}&${encode({ [name]: value })}`);
  expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
});

test('A6 R-B11 a parameter that is sent once in the query and once in the body counts as repeated', async () => {
  const { party, browser } = await givenSignedIn();
  const path = party.authorizePath();
  const names = [...new URL(path, 'https://site.invalid').searchParams.keys()];
  const form = Object.fromEntries(new URL(path, 'https://site.invalid').searchParams);
  const send = async (url: string) => browser.follow(await browser.post(url, form));
  expect(answerOf(await send('/oauth/authorize'))).toHaveProperty('code');
  for (const name of names) {
    const response = await send(`/oauth/authorize?${encode({ [name]: form[name] })}`);
    const isPage = ['client_id', 'redirect_uri'].includes(name);
    expect([response.statusCode, answerOf(response)['error']], `${name}`).toEqual(
      isPage ? [400, undefined] : [302, 'invalid_request'],
    );
  }
});

test('A44 an application that requires PKCE gets invalid_request without a code challenge, and a code with one', async () => {
  const party = await givenRelyingParty(service(), { requirePkce: true });
  const browser = await party.signedInBrowser();
  for (const parameters of [{}, { code_challenge: '' }, { prompt: 'none' }])
    expect(answerOf(await party.authorize(browser, parameters))).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('code_challenge'),
      state: 'a state',
    });
  const signedOut = await party.authorize(party.newBrowser(), {});
  expect(answerOf(signedOut)).toMatchObject({ error: 'invalid_request' });
  const codeVerifier = 'v'.repeat(43);
  const code = await party.newCode(browser, {
    code_challenge: hash('sha256', codeVerifier, 'base64url'),
    code_challenge_method: 'S256',
  });
  expect((await party.redeem(code)).statusCode).toBe(400);
  expect((await party.redeem(code, { code_verifier: codeVerifier })).statusCode).toBe(200);
});

test.each([
  'response_type',
  'scope',
  'state',
  'nonce',
  'prompt',
  'max_age',
  'acr_values',
  'code_challenge',
  'id_token_hint',
])('A6 R-B11 a repeated %s is invalid_request by redirect', async (name) => {
  const { party, browser } = await givenSignedIn();
  const defaults: Record<string, string> = { response_type: 'code', scope: 'openid' };
  const value = defaults[name] ?? 'x';
  const response = await browser.get(`${party.authorizePath({ [name]: value })}&${encode({ [name]: value })}`);
  expect(answerOf(response)).toMatchObject({ error: 'invalid_request' });
  expect('state' in answerOf(response)).toBe(name !== 'state');
});

test('A4 unknown parameters are ignored, also odd and repeated ones', async () => {
  const { party, browser } = await givenSignedIn();
  const extra =
    'x%5By%5D=1&resource=a&resource=b&audience=c&display=page&ui_locales=de&claims_locales=de&acr_values=x+y&login_hint=a%40b.c&__proto__=1&code=2';
  expect(answerOf(await browser.get(`${party.authorizePath()}&${extra}`))).toHaveProperty('code');
});

test.each([
  'prompt',
  'state',
  'nonce',
  'max_age',
  'acr_values',
  'code_challenge',
  'response_mode',
  'request',
  'id_token_hint',
  'login_hint',
])('A5 an empty %s counts as absent', async (name) => {
  const { party, browser } = await givenSignedIn();
  const answer = answerOf(await party.authorize(browser, { [name]: '' }));
  expect(answer).toHaveProperty('code');
  expect('state' in answer).toBe(name !== 'state');
});

// One row for each failing parameter of the request.
const INVALID: readonly (readonly [string, Record<string, string | undefined>, string])[] = [
  ['A22 no response_type', { response_type: undefined }, 'invalid_request'],
  ['A22 token', { response_type: 'token' }, 'unsupported_response_type'],
  ['A22 id_token', { response_type: 'id_token' }, 'unsupported_response_type'],
  ['A22 code id_token', { response_type: 'code id_token' }, 'unsupported_response_type'],
  ['A22 CODE', { response_type: 'CODE' }, 'unsupported_response_type'],
  ['A23 form_post', { response_mode: 'form_post' }, 'invalid_request'],
  ['A23 fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['A24 no scope', { scope: undefined }, 'invalid_request'],
  ['A5 an empty scope', { scope: '' }, 'invalid_request'],
  ['A24 scope without openid', { scope: 'email' }, 'invalid_scope'],
  ['A25 an unknown scope', { scope: 'openid offline_access' }, 'invalid_scope'],
  ['A26 a scope in another case', { scope: 'OpenID' }, 'invalid_scope'],
  ['A26 a tab in scope', { scope: 'openid\temail' }, 'invalid_scope'],
  ['A26 a quote in scope', { scope: 'openid "' }, 'invalid_scope'],
  ['A26 a backslash in scope', { scope: 'openid \\' }, 'invalid_scope'],
  ['A30 none with login', { prompt: 'none login' }, 'invalid_request'],
  ['A30 an unknown prompt', { prompt: 'consent' }, 'invalid_request'],
  ['A32 a negative max_age', { max_age: '-1' }, 'invalid_request'],
  ['A32 a broken max_age', { max_age: '1.5' }, 'invalid_request'],
  ['A32 a max_age of letters', { max_age: 'abc' }, 'invalid_request'],
  ['A34 request', { request: 'x.y.z' }, 'request_not_supported'],
  ['A34 request_uri', { request_uri: 'https://elsewhere.example/r' }, 'request_uri_not_supported'],
  ['A34 registration', { registration: '{}' }, 'registration_not_supported'],
  ['A35 plain', { code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
  ['A35 no method', { code_challenge: 'c'.repeat(43) }, 'invalid_request'],
  [
    'A35 a challenge that is too short',
    { code_challenge: 'c'.repeat(42), code_challenge_method: 'S256' },
    'invalid_request',
  ],
  [
    'A35 a challenge that is too long',
    { code_challenge: 'c'.repeat(129), code_challenge_method: 'S256' },
    'invalid_request',
  ],
  [
    'A35 a challenge of other letters',
    { code_challenge: `${'c'.repeat(42)}+`, code_challenge_method: 'S256' },
    'invalid_request',
  ],
  ['A35 a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
  ['A27 a nonce that is too long', { nonce: 'n'.repeat(2049) }, 'invalid_request'],
  ['A33 a hint that is none of ours', { id_token_hint: HINT_OF_NOBODY }, 'invalid_request'],
];

test.each(INVALID)('%s fails by redirect, signed in', async (_what, parameters, error) => {
  const { party, browser } = await givenSignedIn();
  const response = await party.authorize(browser, parameters);
  expect(response.statusCode).toBe(302);
  expect(answerOf(response)).toMatchObject({ error, state: 'a state' });
  expect(await countCodes(party)).toBe(0);
});

test('A34 nothing that a request names is fetched', async () => {
  const receiver = await startReceiver();
  try {
    const { party, browser } = await givenSignedIn();
    const url = `${receiver.origin}/request`;
    const signedElsewhere = `${Buffer.from(JSON.stringify({ alg: 'RS256', typ: 'JWT', kid: 'x', jku: url, x5u: url })).toString('base64url')}.e30.AAAA`;
    const registration = JSON.stringify({ jwks_uri: url, logo_uri: url, sector_identifier_uri: url });
    const requests = [
      { request_uri: url },
      { request_uri: `${url}#hash` },
      { request: signedElsewhere },
      { registration },
      { id_token_hint: signedElsewhere },
    ];
    for (const parameters of requests)
      expect(answerOf(await party.authorize(browser, parameters))).toHaveProperty('error');
    // What was asked for before this would be there by now.
    await fetch(`${receiver.origin}/last`);
    expect(receiver.requests.map(({ url: path }) => path)).toEqual(['/last']);
  } finally {
    await receiver.close();
  }
});

test('A41 error_description holds only what RFC 6749 allows', async () => {
  const { party, browser } = await givenSignedIn();
  for (const [, parameters] of INVALID) {
    expect(answerOf(await party.authorize(browser, parameters))['error_description']).toMatch(
      /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/,
    );
  }
});

test('A26 the order of scopes is free', async () => {
  const { party, browser } = await givenSignedIn();
  expect(answerOf(await party.authorize(browser, { scope: 'profile  email openid profile' }))).toHaveProperty('code');
});

test('A23 response_mode=query is accepted', async () => {
  const { party, browser } = await givenSignedIn();
  expect(answerOf(await party.authorize(browser, { response_mode: 'query' }))).toHaveProperty('code');
});

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

test.each([
  ['every printable character', PRINTABLE],
  ['2,000 characters', 's'.repeat(2000)],
  ['Unicode', 'zustand-äöü-状態-🗝'],
  ['what looks encoded', '%26%3D+%2B'],
])('A20 state of %s comes back unchanged, with a code and with an error', async (_what, state) => {
  const { party, browser } = await givenSignedIn();
  expect(answerOf(await party.authorize(browser, { state }))['state']).toBe(state);
  expect(answerOf(await party.authorize(browser, { state, scope: undefined }))['state']).toBe(state);
  const signedOut = party.newBrowser();
  const back = await signedOut.signIn('ada@example.org', locationOf(await party.authorize(signedOut, { state })));
  expect(answerOf(back)['state']).toBe(state);
});

test('A20 no state stays no state', async () => {
  const { party, browser } = await givenSignedIn();
  expect(answerOf(await party.authorize(browser, { state: undefined }))).not.toHaveProperty('state');
});

test.each(['%ff', '%c3%28', '%00', '%0a', 'a%0d%0ab', '%zz', '%'])(
  'A21 state=%s is invalid_request, and nothing is echoed',
  async (state) => {
    const { party, browser } = await givenSignedIn();
    const response = await browser.get(`${party.authorizePath({ state: undefined })}&state=${state}`);
    expect(response.statusCode).toBe(302);
    expect(answerOf(response)).toMatchObject({ error: 'invalid_request' });
    expect(answerOf(response)).not.toHaveProperty('state');
  },
);

test('A21 a state of more than 2,048 characters is invalid_request', async () => {
  const { party, browser } = await givenSignedIn();
  expect(answerOf(await party.authorize(browser, { state: 's'.repeat(2049) }))).toMatchObject({
    error: 'invalid_request',
  });
});

test('A3 HEAD is not served and a prefetch issues no code', async () => {
  const { party, browser } = await givenSignedIn();
  const head = await browser.send('HEAD', party.authorizePath(), undefined, {});
  expect([head.statusCode, head.headers.allow]).toEqual([405, 'GET, POST']);
  for (const headers of [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ]) {
    expect((await expectFailure(() => browser.get(party.authorizePath(), headers))).statusCode).toBe(503);
  }
  expect(await countCodes(party)).toBe(0);
});

test('A1 A2 a POST becomes the same request by GET with 303, query and body as one set, without cookies', async () => {
  const { party, browser } = await givenSignedIn();
  const [path = '', query = ''] = party.authorizePath().split('?');
  const parameters = Object.fromEntries(new URLSearchParams(query));
  const { state = '', ...rest } = parameters;
  const response = await party
    .newBrowser()
    .post(`${path}?${encode({ state })}`, rest, { 'sec-fetch-site': 'cross-site' });
  expectDocumented('authorizeByPost', response.statusCode, response.headers, response.body);
  expect(response.statusCode).toBe(303);
  expect(answerOf(await browser.follow(response))).toMatchObject({ code: expect.any(String), state });
});

test('A1 a name in query and body is a repeat', async () => {
  const { party, browser } = await givenSignedIn();
  const response = await browser.follow(await browser.post(party.authorizePath(), { scope: 'openid' }));
  expect(answerOf(response)).toMatchObject({ error: 'invalid_request' });
});

test('A1 an unreadable POST fails with 303 to the redirect URI', async () => {
  const { party, browser } = await givenSignedIn();
  const response = await browser.send('POST', party.authorizePath(), 'nonce=%ff', {});
  expectDocumented('authorizeByPost', response.statusCode, response.headers, response.body);
  expect([response.statusCode, answerOf(response)['error']]).toEqual([303, 'invalid_request']);
});

test('A38 neither redirects nor pages can be framed, stored or read by another site', async () => {
  const { party, browser } = await givenSignedIn();
  const answers = [
    await party.authorize(browser),
    await party.authorize(browser, { scope: undefined }),
    await party.authorize(browser, { client_id: 'x' }),
    await party.authorize(party.newBrowser()),
  ];
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('A39 the way back to a request, opened in another browser, gives no code without a sign-in there', async () => {
  const party = await givenRelyingParty(service());
  const first = party.newBrowser();
  const signInPage = locationOf(await party.authorize(first));
  const returnTo = new URL(signInPage).searchParams.get('return_to') ?? '';
  await first.signIn('ada@example.org', signInPage);
  const other = await party.newBrowser().get(returnTo);
  expect(locationOf(other)).toContain('/sign-in?');
  expect(answerOf(other)).not.toHaveProperty('code');
});

test('A40 two tabs with different states both end with their own', async () => {
  const party = await givenRelyingParty(service());
  const browser = party.newBrowser();
  const [one, two] = [
    await party.authorize(browser, { state: 'one' }),
    await party.authorize(browser, { state: 'two' }),
  ];
  const pageTwo = await browser.askForCode('ada@example.org', locationOf(two));
  const pageOne = await browser.askForCode('ada@example.org', locationOf(one));
  const code = await browser.newestCode('ada@example.org');
  const first = await browser.follow(await browser.enterCode(pageOne, code));
  expect(answerOf(first)).toMatchObject({ state: 'one', code: expect.any(String) });
  expect(answerOf(await browser.follow(await browser.get(pageTwo)))).toMatchObject({
    state: 'two',
    code: expect.any(String),
  });
  expect(answerOf(await party.authorize(browser, { state: 'two' }))).toMatchObject({
    state: 'two',
    code: expect.any(String),
  });
});

test('A40 after a sign-in for another application the back button gives each application its own code, and none to the other', async () => {
  const one = await givenRelyingParty(service(), { redirectUri: 'https://one.example.test/callback' });
  const two = await givenRelyingParty(service(), { redirectUri: 'https://two.example.test/callback' }, one.given);
  const browser = one.newBrowser();
  const signInPage = locationOf(await one.authorize(browser, { state: 'one' }));
  const codePage = await browser.askForCode('ada@example.org', signInPage);
  const atTwo = await browser.signIn('ada@example.org', locationOf(await two.authorize(browser, { state: 'two' })));
  expect(locationOf(atTwo)).toMatch(/^https:\/\/two\.example\.test\/callback\?/);
  const { code: codeOfTwo = '', state } = answerOf(atTwo);
  expect([state, (await one.redeem(codeOfTwo)).json()]).toEqual([
    'two',
    expect.objectContaining({ error: 'invalid_grant' }),
  ]);
  expect(tokensOf(await two.redeem(codeOfTwo)).token_type).toBe('Bearer');
  for (const goBack of [
    async () => browser.follow(await browser.get(codePage)),
    async () => browser.follow(await browser.get(signInPage)),
  ]) {
    const atOne = await goBack();
    expect(locationOf(atOne)).toMatch(/^https:\/\/one\.example\.test\/callback\?/);
    expect(answerOf(atOne)).toMatchObject({ state: 'one' });
    const { code = '' } = answerOf(atOne);
    for (const redirectUri of ['https://one.example.test/callback', 'https://two.example.test/callback']) {
      expect((await two.redeem(code, { redirect_uri: redirectUri })).json()).toMatchObject({ error: 'invalid_grant' });
    }
    expect(tokensOf(await one.redeem(code)).token_type).toBe('Bearer');
  }
});

test('A42 where the code cannot be stored the answer is server_error by redirect, and the cause is logged without secrets', async () => {
  const party = await givenRelyingParty(service());
  const browser = await party.signedInBrowser('canary-a42@example.org');
  const { answer, errors } = await withoutTable('authorization_codes', () =>
    party.authorize(browser, { state: 'canary-state', nonce: 'canary-nonce' }),
  );
  expect(answer.statusCode).toBe(302);
  expect(answerOf(answer)).toEqual({
    error: 'server_error',
    error_description: expect.any(String),
    state: 'canary-state',
    iss: party.given.publication.siteUrl,
  });
  expect(errors).toEqual([expect.stringContaining('authorization_codes')]);
  for (const secret of ['canary', party.clientSecret, party.application.clientId, ...browser.cookies.values()])
    expect(errors.join()).not.toContain(secret);
});

test('A42 where not even client and redirect URI can be known the answer is a 500 page without redirect, and the cause is logged', async () => {
  const { party, browser } = await givenSignedIn();
  const { answer, errors } = await withoutTable('oauth_applications', () =>
    expectFailure(() => party.authorize(browser, { state: 'canary-state' })),
  );
  expect([answer.statusCode, answer.headers['content-type'], answer.headers.location]).toEqual([
    500,
    expect.stringMatching(/^text\/html/),
    undefined,
  ]);
  expect(answer.body).not.toMatch(/canary|oauth_applications|callback/);
  expect(errors).toEqual([expect.stringContaining('oauth_applications')]);
  expect(errors.join()).not.toContain('canary');
});

/** While the table is gone; with what is logged of it as an error. */
async function withoutTable<Answer>(
  table: string,
  run: () => Promise<Answer>,
): Promise<{ answer: Answer; errors: readonly string[] }> {
  const { logLines } = service();
  const before = logLines.length;
  await changeRecords(service(), (knex) => knex.schema.renameTable(table, 'moved'));
  const answer = await run();
  await changeRecords(service(), (knex) => knex.schema.renameTable('moved', table));
  return { answer, errors: logLines.slice(before).filter((line) => line.includes('"level":50')) };
}
