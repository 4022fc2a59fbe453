// What holds at every endpoint of the provider (sign-in rules X): shapes of failures, silence of the log, tenancy, cost.
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { locationOf } from '../support/browser/browser.ts';
import { answerOf, encode, givenRelyingParty, tokensOf } from '../support/outside/relying-party.ts';
import { MovableClock } from '../support/service/clock.ts';
import { expectFailure } from '../support/service/failures.ts';
import { partyAt, restart } from '../support/service/restarted.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const TOO_LONG = `code=${'x'.repeat(70_000)}`;

test('X1 a body that is too large, an unknown method and an unknown host fail in the shape of the endpoint', async () => {
  const party = await givenRelyingParty(service());
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const host = party.given.publication.siteHost;
  const send = (url: string, method: 'POST' | 'PATCH', headers: Record<string, string>, payload = '') =>
    service().app.inject({ method, url, headers, payload });
  const answers = [
    await send('/oauth/token', 'POST', { host, ...form }, TOO_LONG),
    await send('/oauth/token', 'PATCH', { host }),
    await send('/oauth/token', 'POST', { host: 'unknown.example', ...form }, 'grant_type=authorization_code'),
    await send('/oauth/userinfo', 'POST', { host, ...form }, TOO_LONG),
    await send('/oauth/userinfo', 'PATCH', { host }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([413, 405, 404, 413, 405]);
  for (const answer of answers) {
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json()).toEqual({ error: 'invalid_request', error_description: expect.any(String) });
  }
  const pages = [
    await send('/oauth/authorize', 'POST', { host, ...form }, TOO_LONG),
    await send('/oauth/authorize', 'PATCH', { host }),
    await send('/oauth/end_session', 'POST', { host, 'content-type': 'application/json' }, '{}'),
  ];
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([413, 405, 415]);
  for (const page of pages) expect(page.headers['content-type']).toMatch(/^text\/html/);
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { 'content-type': 'application/json' };

test('X1 bad percent-encoding, bad UTF-8 and bad JSON fail in the shape of the endpoint', async () => {
  const party = await givenRelyingParty(service());
  const host = party.given.publication.siteHost;
  const code = await party.newCode(await party.signedInBrowser());
  const right = encode({ grant_type: 'authorization_code', code, redirect_uri: party.application.redirectUri });
  const bodies = [
    [FORM, `${right}&x=%zz`],
    [FORM, `${right}&x=%ff`],
    [FORM, `${right}&%`],
    [JSON_BODY, '{'],
    [JSON_BODY, '{}'],
    [{ 'content-type': 'application/json; charset=utf-16' }, '\0{'],
  ] as const;
  for (const [type, payload] of bodies) {
    const send = (url: string, headers: Record<string, string> = {}) =>
      service().app.inject({ method: 'POST', url, headers: { host, ...type, ...headers }, payload });
    const token = await send('/oauth/token', { authorization: party.authorization });
    expect([payload, token.statusCode, token.json()]).toEqual([
      payload,
      400,
      { error: 'invalid_request', error_description: expect.any(String) },
    ]);
    const userinfo = await send('/oauth/userinfo', { authorization: 'Bearer x' });
    expect([payload, userinfo.statusCode, userinfo.json()]).toEqual([
      payload,
      401,
      { error: 'invalid_token', error_description: expect.any(String) },
    ]);
    for (const url of ['/oauth/authorize', '/oauth/end_session']) {
      const page = await send(url);
      expect([payload, page.statusCode, page.headers['content-type']]).toEqual([
        payload,
        type === FORM ? 400 : 415,
        expect.stringMatching(/^text\/html/),
      ]);
    }
  }
  expect((await party.redeem(code)).statusCode).toBe(200);
});

test.each(['%zz', '%ff', '%'])('X1 %s in a query fails in the shape of the endpoint', async (bad) => {
  const party = await givenRelyingParty(service());
  const get = (url: string, headers: Record<string, string> = {}) =>
    service().app.inject({ url, headers: { host: party.given.publication.siteHost, ...headers } });
  const userinfo = await get(`/oauth/userinfo?access_token=${bad}`, { authorization: 'Bearer x' });
  expect([userinfo.statusCode, userinfo.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: expect.any(String) },
  ]);
  for (const url of [
    `/oauth/authorize?client_id=${bad}`,
    `/oauth/end_session?state=${bad}`,
    `/oauth/authorize/${bad}`,
    `/oauth/${bad}`,
  ]) {
    const page = await get(url);
    expect([url, page.statusCode, page.headers['content-type'], page.headers.location]).toEqual([
      url,
      400,
      expect.stringMatching(/^text\/html/),
      undefined,
    ]);
  }
  const redirect = await get(`${party.authorizePath()}&nonce=${bad}`);
  expect([redirect.statusCode, answerOf(redirect)['error']]).toEqual([302, 'invalid_request']);
});

test('X2 whatever a browser is answered on its way, its next request carries no Referer', async () => {
  const party = await givenRelyingParty(service());
  const [browser, nobody] = [party.newBrowser(), party.newBrowser()];
  const toSignIn = await party.authorize(browser);
  const signInPage = await browser.get(locationOf(toSignIn));
  const codePage = await browser.askForCode('ada@example.org', locationOf(toSignIn));
  const showsCode = await browser.get(codePage);
  const missed = await browser.enterCode(codePage, 'slip');
  const confirmed = await browser.enterCode(codePage, await browser.newestCode('ada@example.org'));
  const withCode = await browser.get(locationOf(confirmed));
  const { tokens } = await party.signInOn(browser);
  const hint = { id_token_hint: tokens.id_token };
  const answers = {
    toSignIn,
    signInPage,
    showsCode,
    missed,
    confirmed,
    withCode,
    refusedByRedirect: await party.authorize(browser, { scope: undefined }),
    refusedByPage: await party.authorize(browser, { client_id: 'x' }),
    byPost: await browser.post('/oauth/authorize', { client_id: party.application.clientId }),
    tooLarge: await browser.send('POST', '/oauth/authorize', TOO_LONG, {}),
    wrongMethod: await browser.send('HEAD', '/oauth/authorize', undefined, {}),
    prefetch: await expectFailure(() => browser.get(party.authorizePath(), { 'sec-purpose': 'prefetch' })),
    asks: await party.endSession(browser),
    unreadable: await browser.get('/oauth/end_session?state=%zz'),
    stale: await browser.post('/oauth/end_session', { csrf_token: 'x' }),
    endedByPost: await browser.post('/oauth/end_session', hint),
    account: await browser.get('/'),
    leaves: await party.endSession(browser, {
      ...hint,
      post_logout_redirect_uri: party.application.postLogoutRedirectUri ?? '',
    }),
    signedOut: await party.endSession(nobody, hint),
    nothingThere: await nobody.get('/oauth/nothing'),
  };
  const seen = Object.entries(answers).map(([what, { statusCode, headers }]) => [
    what,
    statusCode,
    headers['referrer-policy'],
    headers['cache-control'],
  ]);
  expect(seen.filter(([, , policy, cache]) => policy !== 'no-referrer' || cache !== 'no-store')).toEqual([]);
  expect(new Set(seen.map(([, status]) => status))).toEqual(
    new Set([200, 302, 303, 400, 403, 404, 405, 413, 422, 503]),
  );
});

test('X2 no code, token, secret, hint, state or address is logged, and the redirect with a code leaks no Referer', async () => {
  const party = await givenRelyingParty(service());
  const browser = await party.signedInBrowser('canary@example.org');
  const response = await party.authorize(browser, { state: 'canary-state', nonce: 'canary-nonce' });
  const code = answerOf(response)['code'] ?? '';
  const tokens = (await party.redeem(code)).json<{ access_token: string; id_token: string }>();
  await party.redeem(code, {}, { authorization: 'Basic Y2FuYXJ5OmNhbmFyeQ==' });
  await party.userinfo(tokens.access_token);
  await party.endSession(browser, { id_token_hint: tokens.id_token });
  const log = service().logLines.join('\n');
  expect(log.length).toBeGreaterThan(0);
  for (const canary of ['canary', code, tokens.access_token, tokens.id_token, party.clientSecret, 'Y2FuYXJ5'])
    expect(log).not.toContain(canary);
  expect(response.headers['referrer-policy']).toBe('no-referrer');
});

test('X4 client, code, token, session and hint of one publication are unknown to another', async () => {
  const one = await givenRelyingParty(service());
  const two = await givenRelyingParty(service());
  const { browser, tokens } = await one.signIn();
  const code = await one.newCode(browser);
  const host = two.given.publication.siteHost;
  const ofOne = { host, authorization: one.authorization };
  expect((await two.redeem(code, {}, ofOne)).statusCode).toBe(401);
  expect((await two.redeem(code)).json()).toEqual((await two.redeem('unknown')).json());
  expect((await two.userinfo(tokens.access_token)).statusCode).toBe(401);
  const visitor = two.newBrowser();
  for (const [name, value] of browser.cookies) visitor.cookies.set(name, value);
  expect(answerOf(await two.authorize(visitor, { prompt: 'none' }))).toMatchObject({ error: 'login_required' });
  expect((await two.authorize(visitor, { client_id: one.application.clientId })).statusCode).toBe(400);
  const own = await two.signedInBrowser();
  expect((await two.endSession(own, { id_token_hint: tokens.id_token })).statusCode).toBe(200);
  expect(answerOf(await two.authorize(own, { prompt: 'none' }))).toHaveProperty('code');
  expect((await one.redeem(code)).statusCode).toBe(200);
});

test('X5 times come from the one clock', async () => {
  service().clock.advance(-3 * 3600);
  const party = await givenRelyingParty(service());
  const { claims, tokens } = await party.signIn();
  const now = Math.floor(service().clock.now().getTime() / 1000);
  expect([claims.iat, claims['auth_time'], tokens.created_at]).toEqual([now, now, now]);
  service().clock.advance(3 * 3600);
});

/** Ahead of another clock by so much; behind it by less than nothing. */
class SkewedClock extends MovableClock {
  readonly #clock: MovableClock;
  readonly #milliseconds: number;

  constructor(clock: MovableClock, milliseconds: number) {
    super();
    this.#clock = clock;
    this.#milliseconds = milliseconds;
  }

  override now(): Date {
    return new Date(this.#clock.now().getTime() + this.#milliseconds);
  }
}

test.each([
  ['an hour behind', -3600, 400],
  ['further behind than a code lives', -60.001, 400],
  ['as far behind as a code lives', -60, 200],
  ['in step', 0, 200],
  ['a millisecond less ahead than a code lives', 59.999, 200],
  ['as far ahead as a code lives', 60, 400],
  ['an hour ahead', 3600, 400],
])(
  'X5 an instance whose clock is %s decides and dates by its own clock, never by another one',
  async (_skew, seconds, status) => {
    const party = await givenRelyingParty(service());
    const browser = await party.signedInBrowser();
    const code = await party.newCode(browser);
    const clock = new SkewedClock(service().clock, seconds * 1000);
    const other = await restart(service(), { SECRET_KEY: service().config.secretKeys.join(',') }, clock);
    const response = await partyAt(other, party).redeem(code);
    await other.close();
    expect(response.statusCode).toBe(status);
    if (status !== 200) return;
    const { id_token: idToken, created_at: createdAt } = tokensOf(response);
    const now = Math.floor(clock.now().getTime() / 1000);
    const signedInAt = Math.floor(service().clock.now().getTime() / 1000);
    expect([createdAt, decodeJwt(idToken)]).toEqual([
      now,
      expect.objectContaining({ iat: now, exp: now + 3600, auth_time: signedInAt }),
    ]);
  },
);

test('X5 max_age and the way back from a sign-in last until their edge, and not a millisecond longer', async () => {
  const party = await givenRelyingParty(service());
  const { clock } = service();
  const browser = await party.signedInBrowser();
  const silently = async (maxAge: string) =>
    answerOf(await party.authorize(browser, { prompt: 'none', max_age: maxAge }));
  clock.advance(100);
  expect(await silently('100')).toHaveProperty('code');
  clock.advance(0.001);
  expect(await silently('100')).toMatchObject({ error: 'login_required' });

  const asked = locationOf(await party.authorize(browser, { prompt: 'login' }));
  const returnTo = new URL(asked).searchParams.get('return_to') ?? '';
  await browser.signIn('ada@example.org', asked);
  clock.advance(3600);
  expect(answerOf(await browser.get(returnTo))).toHaveProperty('code');
  clock.advance(0.001);
  expect(locationOf(await browser.get(returnTo))).toContain('/sign-in?');
});

test('X5 a session is good until ninety days after it was last used, and not in that moment', async () => {
  const party = await givenRelyingParty(service());
  const { clock } = service();
  const [one, two] = [await party.signedInBrowser(), await party.signedInBrowser()];
  clock.advance(90 * 24 * 3600 - 0.001);
  expect(answerOf(await party.authorize(one, { prompt: 'none' }))).toHaveProperty('code');
  clock.advance(0.001);
  expect(answerOf(await party.authorize(two, { prompt: 'none' }))).toMatchObject({ error: 'login_required' });
});

test('the whole flow of a signed-in customer takes at most 9 statements and 2 commits', async () => {
  const party = await givenRelyingParty(service());
  const { browser } = await party.signIn();
  const { database, walled } = service();
  // The use of the secret is recorded once a minute, after the answer; here by the sign-in above.
  const ofSecret = () => database.knex('oauth_applications').where({ id: party.application.id }).first();
  await expect.poll(async () => (await ofSecret()).clientSecretUsedAt).not.toBeNull();
  const counts = { statements: 0, commits: 0 };
  const counted = (connection: object, names: readonly string[]): void => {
    for (const name of names) {
      const original: unknown = Reflect.get(connection, name);
      if (typeof original !== 'function') continue;
      Reflect.set(connection, name, (...parameters: unknown[]) => {
        counts.statements += 1;
        return Reflect.apply(original, connection, parameters);
      });
    }
  };
  const transaction = walled.transaction.bind(walled);
  counted(walled, ['all', 'first', 'run']);
  walled.transaction = (work) => {
    counts.commits += 1;
    return transaction((inner) => {
      const watched = Object.create(inner);
      for (const name of ['all', 'first', 'run'] as const)
        Reflect.set(watched, name, (...parameters: Parameters<typeof inner.run>) => {
          counts.statements += 1;
          return Reflect.apply(inner[name], inner, parameters);
        });
      return work(watched);
    });
  };
  const code = await party.newCode(browser);
  const { access_token } = (await party.redeem(code)).json<{ access_token: string }>();
  await party.userinfo(access_token);
  for (const name of ['all', 'first', 'run', 'transaction']) Reflect.deleteProperty(walled, name);
  expect(counts.statements).toBeLessThanOrEqual(9);
  expect(counts.statements).toBeGreaterThanOrEqual(5);
  expect(counts.commits).toBe(2);
});

test('R-B10 parameters named after object properties do no harm', async () => {
  const party = await givenRelyingParty(service());
  const odd = '__proto__=1&constructor=2&hasOwnProperty=3&toString=4';
  expect((await party.token(odd)).statusCode).toBe(400);
  expect(
    (
      await party
        .newBrowser()
        .get(`/oauth/authorize?${odd}&${encode({ client_id: '__proto__', scope: 'constructor' })}`)
    ).statusCode,
  ).toBe(400);
  expect({}.toString()).toBe('[object Object]');
});
