// The userinfo endpoint (service.md, Userinfo endpoint and response; sign-in rules U and S5).
import { expect, test } from 'vitest';
import { createSubscription } from '../../src/models/money/subscription.ts';
import { disableOauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { signLogoutToken } from '../../src/tokens/logout-token.ts';
import { hiddenFields } from '../support/browser/browser.ts';
import { headingOf } from '../support/browser/html.ts';
import { answerOf, givenRelyingParty } from '../support/outside/relying-party.ts';
import { basic } from '../support/publications/publication.ts';
import { expectDocumented } from '../support/service/contract.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function givenSignedIn(parameters: Record<string, string> = {}) {
  const party = await givenRelyingParty(service());
  const signedIn = await party.signIn(parameters);
  const send = async (
    method: 'GET' | 'POST' | 'HEAD',
    headers: Record<string, string>,
    { url = '/oauth/userinfo', payload }: { url?: string; payload?: string } = {},
  ) => {
    const type = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const all = { host: party.given.publication.siteHost, ...type, ...headers };
    const response = await service().app.inject({
      method,
      url,
      headers: all,
      ...(payload === undefined ? {} : { payload }),
    });
    if (method !== 'HEAD')
      expectDocumented(
        method === 'GET' ? 'getUserinfo' : 'postUserinfo',
        response.statusCode,
        response.headers,
        response.body,
      );
    return response;
  };
  return { party, ...signedIn, token: signedIn.tokens.access_token, send };
}

test('U1 U8 U10 GET and POST with a Bearer header: 200 JSON with exactly what the scopes allow, never stored', async () => {
  const { send, token, claims, party } = await givenSignedIn();
  for (const method of ['GET', 'POST'] as const) {
    const response = await send(method, { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      sub: claims.sub,
      member_id: claims.sub?.replace('cus_', 'memb_'),
      email: 'ada@example.org',
      email_verified: true,
      plan_slugs: [],
    });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': expect.stringMatching(/^application\/json/),
    });
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
  const { tokens } = await party.signIn({ scope: 'openid' });
  expect((await party.userinfo(tokens.access_token)).json()).toEqual({
    sub: claims.sub,
    member_id: claims.sub?.replace('cus_', 'memb_'),
    plan_slugs: [],
  });
});

test('U10 HEAD has the status of GET and no body', async () => {
  const { send, token } = await givenSignedIn();
  const good = await send('HEAD', { authorization: `Bearer ${token}` });
  const bad = await send('HEAD', { authorization: 'Bearer x' });
  expect([good.statusCode, good.body, bad.statusCode, bad.body]).toEqual([200, '', 401, '']);
});

test('U2 U3 a token in the body or the query alone is none, and in two places it is invalid_request', async () => {
  const { send, token } = await givenSignedIn();
  const inBody = await send('POST', {}, { payload: `access_token=${token}` });
  const inQuery = await send('GET', {}, { url: `/oauth/userinfo?access_token=${token}` });
  expect([inBody.statusCode, inQuery.statusCode]).toEqual([401, 401]);
  const twice = await send('POST', { authorization: `Bearer ${token}` }, { payload: `access_token=${token}` });
  expect([twice.statusCode, twice.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
});

test('U4 U6 without a Bearer token: 401 with a Bearer challenge that names no error', async () => {
  const { send } = await givenSignedIn();
  for (const headers of [{}, { authorization: basic('a', 'b') }, { authorization: 'Digest x' }]) {
    const response = await send('GET', headers);
    expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, 'Bearer realm="Masthead"']);
  }
});

test('U5 U7 a bad token of any kind is 401 with the challenge of service.md, which holds nothing of the request', async () => {
  const { party, browser, send, tokens } = await givenSignedIn();
  const { signingKeys, clock } = service();
  const logoutToken = await signLogoutToken(signingKeys, clock, {
    issuer: party.given.publication.siteUrl,
    audience: party.application.clientId,
    sub: 'cus_x',
    sid: 'sid_x',
  });
  const code = answerOf(await party.authorize(browser))['code'] ?? '';
  const bad = [
    'x',
    '',
    '"x"',
    'a\\b',
    'a b',
    'é',
    tokens.id_token,
    logoutToken,
    code,
    `${tokens.access_token}x`,
    party.given.apiKey,
  ];
  for (const token of bad) {
    const response = await send('GET', { authorization: `Bearer ${token}` });
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toMatch(
      /^Bearer realm="Masthead", error="invalid_token", error_description="[\w ,]+"$/,
    );
  }
});

test('U5 an access token is good for two hours and no longer', async () => {
  const { party, token } = await givenSignedIn();
  service().clock.advance(7199.999);
  expect((await party.userinfo(token)).statusCode).toBe(200);
  service().clock.advance(0.001);
  expect((await party.userinfo(token)).statusCode).toBe(401);
});

test.each(['bearer', 'BEARER', 'Bearer '])('U6 the scheme may be spelled %s', async (scheme) => {
  const { send, token } = await givenSignedIn();
  expect((await send('GET', { authorization: `${scheme} ${token}` })).statusCode).toBe(200);
});

test('U9 values are those of now', async () => {
  const { party, token, claims } = await givenSignedIn();
  const { publication, plan, price } = party.given;
  await service().database.transaction(async (transaction) => {
    await createSubscription(publication, transaction, service().clock, {
      customerId: String(claims.sub),
      planId: plan.id,
      priceId: price.id,
      complimentary: false,
    });
    await transaction.knex('customers').where({ id: claims.sub }).update({ name: 'Ada', email: 'new@example.org' });
  });
  expect((await party.userinfo(token)).json()).toMatchObject({
    name: 'Ada',
    email: 'new@example.org',
    plan: plan.slug,
    plan_slugs: [plan.slug],
  });
});

test('U8 the name is told with scope profile and with no other', async () => {
  const party = await givenRelyingParty(service());
  await party.given.api.post('/customers', { email: 'ada@example.org', name: 'Ada King' });
  const { browser, tokens } = await party.signIn({ scope: 'openid profile' });
  expect((await party.userinfo(tokens.access_token)).json()).toMatchObject({ name: 'Ada King' });
  for (const scope of ['openid', 'openid email']) {
    const { tokens: fewer } = await party.signInOn(browser, { scope });
    expect((await party.userinfo(fewer.access_token)).body).not.toContain('King');
  }
});

test('U11 the access token of a customer whom the publisher erased is 401', async () => {
  const { party, token, claims } = await givenSignedIn();
  expect((await party.given.api.post(`/customers/${claims.sub}/erase`)).statusCode).toBe(200);
  expect((await party.userinfo(token)).statusCode).toBe(401);
});

test('U11 the access token of a customer who erased the account is 401', async () => {
  const { party, browser, token } = await givenSignedIn();
  const codePage = await browser.submit(await browser.open('/erase-account'));
  expect(headingOf((await browser.submit(codePage, { code: await browser.newestCode('ada@example.org') })).body)).toBe(
    'Your account has been deleted',
  );
  expect((await party.userinfo(token)).statusCode).toBe(401);
});

test('U5 disabling an application ends its access tokens at once, and leaves those of another one alone', async () => {
  const { party, browser, token } = await givenSignedIn();
  const other = await givenRelyingParty(service(), {}, party.given);
  const { tokens } = await other.signInOn(browser);
  await service().database.transaction((transaction) =>
    disableOauthApplication(party.given.publication, transaction, service().clock, party.application.id),
  );
  expect((await party.userinfo(token)).statusCode).toBe(401);
  expect((await other.userinfo(tokens.access_token)).statusCode).toBe(200);
});

test('S5 U11 the sign-out on the account page kills access tokens, unredeemed codes and silent checks', async () => {
  const { party, browser, token } = await givenSignedIn();
  const code = await party.newCode(browser);
  const account = await browser.get('/');
  const { csrf_token: csrfToken = '' } = hiddenFields(
    account.body.slice(account.body.indexOf('action="/sign-out"') - 40),
  );
  expect((await browser.post('/sign-out', { csrf_token: csrfToken })).statusCode).toBe(303);
  expect((await party.userinfo(token)).statusCode).toBe(401);
  expect((await party.redeem(code)).json()).toMatchObject({ error: 'invalid_grant' });
  expect(answerOf(await party.authorize(browser, { prompt: 'none' }))).toMatchObject({ error: 'login_required' });
});
