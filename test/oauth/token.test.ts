// The token endpoint's answers to redemptions (service.md, Token endpoint; sign-in rules T11 to T28).
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashSecret } from '../../src/database/secrets.ts';
import { revokeAccessTokenOfCode } from '../../src/models/sign-in/access-token.ts';
import { disableOauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { formOf, locationOf, type Browser } from '../support/browser/browser.ts';
import { answerOf, changeRecords, encode, givenRelyingParty, tokensOf } from '../support/outside/relying-party.ts';
import { basic } from '../support/publications/publication.ts';
import { expectFailure } from '../support/service/failures.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = { code_challenge: hash('sha256', VERIFIER, 'base64url'), code_challenge_method: 'S256' };

async function givenCode(parameters: Record<string, string | undefined> = {}) {
  const party = await givenRelyingParty(service());
  const browser = await party.signedInBrowser();
  return { party, browser, code: await party.newCode(browser, parameters) };
}

/** By the account page's button. */
async function signOut(browser: Browser): Promise<void> {
  const form = formOf(await browser.open('/'), '/sign-out');
  expect((await browser.post(form.action, { ...form.fields })).statusCode).toBe(303);
}

const errorOf = (response: { json<T>(): T }): string => response.json<{ error: string }>().error;

test('T25 a code is redeemed for the token response of service.md, without a refresh token', async () => {
  const { party, code } = await givenCode({ scope: 'email openid email' });
  expect(tokensOf(await party.redeem(code))).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 7200,
    scope: 'email openid',
    created_at: Math.floor(service().clock.now().getTime() / 1000),
    id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  });
});

test('T24 T26 T29 every answer is JSON that nobody stores and no script of another site may read', async () => {
  const { party, code } = await givenCode();
  const headers = { authorization: party.authorization, origin: 'https://elsewhere.example' };
  const answers = [
    await party.redeem(code, {}, headers),
    await party.redeem(code, {}, headers),
    await party.redeem(code, {}, {}),
  ];
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 400, 401]);
  for (const answer of answers) {
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('T29 OPTIONS gets no Access-Control headers', async () => {
  const { party } = await givenCode();
  const headers = {
    host: party.given.publication.siteHost,
    origin: 'https://elsewhere.example',
    'access-control-request-method': 'POST',
  };
  const response = await service().app.inject({ method: 'OPTIONS', url: '/oauth/token', headers });
  expect(response.statusCode).toBe(405);
  expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test.each(['GET', 'PUT', 'DELETE', 'HEAD'] as const)(
  'T1 %s is 405 with Allow, in the shape of the endpoint',
  async (method) => {
    const { party } = await givenCode();
    const response = await service().app.inject({
      method,
      url: '/oauth/token',
      headers: { host: party.given.publication.siteHost },
    });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('POST');
    if (method !== 'HEAD') expect(errorOf(response)).toBe('invalid_request');
  },
);

test('T1 credentials in the query string never count', async () => {
  const { party, code } = await givenCode();
  const query = encode({ client_id: party.application.clientId, client_secret: party.clientSecret });
  const response = await service().app.inject({
    method: 'POST',
    url: `/oauth/token?${query}`,
    headers: { host: party.given.publication.siteHost, 'content-type': 'application/x-www-form-urlencoded' },
    payload: encode({ grant_type: 'authorization_code', code, redirect_uri: party.application.redirectUri }),
  });
  expect([response.statusCode, errorOf(response)]).toEqual([401, 'invalid_client']);
});

test.each([
  ['application/json', 400],
  ['multipart/form-data; boundary=x', 400],
  ['text/plain', 400],
  ['application/x-www-form-urlencoded; charset=utf-8', 200],
  ['application/x-www-form-urlencoded;charset=UTF-8', 200],
])('T2 a body of %s answers %d', async (type, status) => {
  const { party, code } = await givenCode();
  const response = await party.redeem(code, {}, { authorization: party.authorization, 'content-type': type });
  expect(response.statusCode).toBe(status);
  if (status === 400) expect(errorOf(response)).toBe('invalid_request');
});

test('T2 no body is invalid_request', async () => {
  const { party } = await givenCode();
  const headers = { host: party.given.publication.siteHost, authorization: party.authorization };
  const response = await service().app.inject({ method: 'POST', url: '/oauth/token', headers });
  expect([response.statusCode, errorOf(response)]).toEqual([400, 'invalid_request']);
});

test.each([
  [undefined, 'invalid_request'],
  ['', 'invalid_request'],
  ['refresh_token', 'unsupported_grant_type'],
  ['password', 'unsupported_grant_type'],
  ['client_credentials', 'unsupported_grant_type'],
  ['anything', 'unsupported_grant_type'],
])('T12 grant_type %s is %s', async (grantType, error) => {
  const { party, code } = await givenCode();
  const response = await party.redeem(code, { grant_type: grantType });
  expect([response.statusCode, errorOf(response)]).toEqual([400, error]);
});

test.each(['grant_type', 'code', 'redirect_uri', 'code_verifier'])(
  'T13 R-B11 %s sent twice, even with equal values, is invalid_request and uses no code up',
  async (name) => {
    const { party, code } = await givenCode();
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: party.application.redirectUri,
    });
    form.append(name, form.get(name) ?? 'x');
    if (name === 'code_verifier') form.append(name, 'x');
    const response = await party.token(form.toString());
    expect([response.statusCode, errorOf(response)]).toEqual([400, 'invalid_request']);
    expect((await party.redeem(code)).statusCode).toBe(200);
  },
);

test('T14 unknown body parameters are ignored, also repeated ones', async () => {
  const { party, code } = await givenCode();
  const form = encode({
    grant_type: 'authorization_code',
    code,
    redirect_uri: party.application.redirectUri,
    scope: 'openid offline_access',
  });
  expect((await party.token(`${form}&resource=a&resource=b&x%5By%5D=1`)).statusCode).toBe(200);
});

test.each([
  ['code', undefined],
  ['code', ''],
  ['redirect_uri', undefined],
  ['redirect_uri', ''],
])('T15 a missing or empty %s is invalid_request', async (name, value) => {
  const { party, code } = await givenCode();
  const response = await party.redeem(code, { [name]: value });
  expect([response.statusCode, errorOf(response)]).toEqual([400, 'invalid_request']);
});

test('T16 redirect_uri must equal that of the authorization request, with its added query, character for character', async () => {
  const party = await givenRelyingParty(service(), { redirectUriExact: false });
  const browser = await party.signedInBrowser();
  const redirectUri = `${party.application.redirectUri}?page=1&q=%C3%A9`;
  const code = await party.newCode(browser, { redirect_uri: redirectUri });
  const wrong = [
    party.application.redirectUri,
    `${party.application.redirectUri}?q=%C3%A9&page=1`,
    `${redirectUri}&`,
    redirectUri.replace('%C3%A9', '%c3%a9'),
  ];
  for (const other of wrong) expect(errorOf(await party.redeem(code, { redirect_uri: other }))).toBe('invalid_grant');
  expect((await party.redeem(code, { redirect_uri: redirectUri })).statusCode).toBe(200);
});

test.each(['unknown', 'x'.repeat(43), '%00', 'é', "' or 1=1 --"])(
  'T17 the code %s is invalid_grant or invalid_request, with 400',
  async (code) => {
    const { party } = await givenCode();
    const response = await party.redeem(code);
    expect([response.statusCode, errorOf(response)]).toEqual([400, 'invalid_grant']);
  },
);

test('T17 a code is good until its sixtieth second and not in it', async () => {
  const early = await givenCode();
  service().clock.advance(59.999);
  expect((await early.party.redeem(early.code)).statusCode).toBe(200);
  const late = await givenCode();
  service().clock.advance(60);
  const response = await late.party.redeem(late.code);
  expect([response.statusCode, errorOf(response)]).toEqual([400, 'invalid_grant']);
});

test('T18 a code of another client is invalid_grant and its owner can still redeem it', async () => {
  const { party, code } = await givenCode();
  const other = await givenRelyingParty(service(), {}, party.given);
  const stolen = await other.redeem(code);
  const unknown = await other.redeem('unknown');
  expect([stolen.statusCode, stolen.body]).toEqual([400, unknown.body]);
  expect((await party.redeem(code)).statusCode).toBe(200);
});

test('T18 another client that replays a redeemed code revokes nothing', async () => {
  const { party, code } = await givenCode();
  const other = await givenRelyingParty(service(), {}, party.given);
  const { access_token } = tokensOf(await party.redeem(code));
  expect(errorOf(await other.redeem(code))).toBe('invalid_grant');
  expect((await party.userinfo(access_token)).statusCode).toBe(200);
});

test('T19 a wrong redirect URI or verifier does not use the code up', async () => {
  const { party, code } = await givenCode(CHALLENGE);
  expect(
    errorOf(await party.redeem(code, { redirect_uri: 'https://www.example.test/other', code_verifier: VERIFIER })),
  ).toBe('invalid_grant');
  expect(errorOf(await party.redeem(code, { code_verifier: 'w'.repeat(43) }))).toBe('invalid_grant');
  expect((await party.redeem(code, { code_verifier: VERIFIER })).statusCode).toBe(200);
});

test('T20 a second redemption is invalid_grant and revokes the access token of the first', async () => {
  const { party, code } = await givenCode();
  const { access_token } = tokensOf(await party.redeem(code));
  expect((await party.userinfo(access_token)).statusCode).toBe(200);
  const replay = await party.redeem(code);
  expect([replay.statusCode, errorOf(replay)]).toEqual([400, 'invalid_grant']);
  expect((await party.userinfo(access_token)).statusCode).toBe(401);
});

test('T21 of twenty redemptions at once exactly one succeeds, and no token is stored for the others', async () => {
  const { party, code } = await givenCode();
  const answers = await Promise.all(Array.from({ length: 20 }, () => party.redeem(code)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode !== 200).map(errorOf)).toEqual(
    Array.from({ length: 19 }, () => 'invalid_grant'),
  );
  const stored = await service()
    .database.knex('access_tokens')
    .where({ authorizationCodeHash: hashSecret(code) });
  expect(stored).toHaveLength(1);
});

test('T22 where the token cannot be stored the code is not used up', async () => {
  const { party, code } = await givenCode();
  const { database } = service();
  const { applicationId, sessionId, publicationId } = await database
    .knex('authorization_codes')
    .where({ hash: hashSecret(code) })
    .first();
  const squatter = {
    hash: 'x'.repeat(64),
    publicationId,
    applicationId,
    sessionId,
    authorizationCodeHash: hashSecret(code),
    scope: 'openid',
    createdAt: 0,
    expiresAt: 0,
  };
  await changeRecords(service(), (knex) => knex('access_tokens').insert(squatter));
  expect((await expectFailure(() => party.redeem(code))).statusCode).toBe(500);
  await changeRecords(service(), (knex) => knex('access_tokens').where({ hash: squatter.hash }).delete());
  expect((await party.redeem(code)).statusCode).toBe(200);
});

test.each([
  ['a missing verifier', CHALLENGE, undefined],
  ['an empty verifier', CHALLENGE, ''],
  ['a wrong verifier', CHALLENGE, 'w'.repeat(43)],
  [
    'a verifier that is too short',
    { code_challenge: hash('sha256', 'short', 'base64url'), code_challenge_method: 'S256' },
    'short',
  ],
  ['a verifier without a challenge', {}, VERIFIER],
])('T23 %s is invalid_grant', async (_what, challenge, verifier) => {
  const { party, code } = await givenCode(challenge);
  const response = await party.redeem(code, { code_verifier: verifier });
  expect([response.statusCode, errorOf(response)]).toEqual([400, 'invalid_grant']);
});

test('T27 after a sign-out between authorize and token the code is invalid_grant', async () => {
  const { party, browser, code } = await givenCode();
  await signOut(browser);
  expect(errorOf(await party.redeem(code))).toBe('invalid_grant');
});

test('T27 a sign-out while the code is being redeemed, after the session was looked at, leaves no token', async () => {
  const { party, browser, code } = await givenCode();
  const { database, walled } = service();
  const begin = walled.transaction;
  // The next transaction is the redemption's own; the sign-out is through before it begins.
  walled.transaction = async (work) => {
    walled.transaction = begin;
    await signOut(browser);
    return begin.call(walled, work) as ReturnType<typeof work>;
  };
  const response = await party.redeem(code);
  expect([response.statusCode, errorOf(response)]).toEqual([400, 'invalid_grant']);
  const { knex } = database;
  expect(
    await knex('authorization_codes')
      .where({ hash: hashSecret(code) })
      .first(),
  ).toMatchObject({ redeemedAt: null });
  expect(await knex('access_tokens').where({ authorizationCodeHash: hashSecret(code) })).toEqual([]);
});

test('T27 after the customer was erased the code is invalid_grant', async () => {
  const { party, code } = await givenCode();
  const [customer] = (await party.given.api.get('/customers')).json<{ objects: { id: string }[] }>().objects;
  expect((await party.given.api.post(`/customers/${customer?.id}/erase`)).statusCode).toBe(200);
  expect(errorOf(await party.redeem(code))).toBe('invalid_grant');
});

test('T28 A36 code and access token are opaque, of 256 bits, in letters that need no escaping, and stored as hashes only', async () => {
  const { party, code } = await givenCode();
  const { access_token } = tokensOf(await party.redeem(code));
  for (const secret of [code, access_token]) expect(secret).toMatch(/^[0-9A-Za-z]{43}$/);
  const { knex } = service().database;
  const stored = JSON.stringify([
    await knex('authorization_codes'),
    await knex('access_tokens'),
    await knex('oauth_applications'),
  ]);
  for (const secret of [code, access_token, party.clientSecret]) {
    expect(stored).not.toContain(secret);
    expect(stored).toContain(hashSecret(secret));
  }
});

test('T26 A43 a disabled application is unauthorized_client, at authorize by redirect', async () => {
  const { party, browser, code } = await givenCode();
  await service().database.transaction((transaction) =>
    disableOauthApplication(party.given.publication, transaction, service().clock, party.application.id),
  );
  const response = await party.redeem(code);
  expect([response.statusCode, errorOf(response)]).toEqual([400, 'unauthorized_client']);
  const redirect = await party.authorize(browser);
  expect(locationOf(redirect)).toMatch(/^https:\/\/www\.example\.test\/callback\?error=unauthorized_client&/);
  expect(answerOf(redirect)).not.toHaveProperty('code');
});

test('revoking the token of a code twice changes nothing more', async () => {
  const { party, code } = await givenCode();
  const { access_token } = tokensOf(await party.redeem(code));
  const { publication } = party.given;
  const revoke = () =>
    service().database.transaction((transaction) =>
      revokeAccessTokenOfCode(publication, transaction, service().clock, hashSecret(code)),
    );
  await revoke();
  await revoke();
  expect((await party.userinfo(access_token)).statusCode).toBe(401);
});

test('T11 failed client authentication neither consumes nor reveals a code', async () => {
  const { party, code } = await givenCode();
  const known = await party.redeem(code, {}, { authorization: basic(party.application.clientId, 'wrong') });
  const unknown = await party.redeem('unknown', {}, { authorization: basic(party.application.clientId, 'wrong') });
  expect([known.statusCode, known.body]).toEqual([401, unknown.body]);
  expect((await party.redeem(code)).statusCode).toBe(200);
});
