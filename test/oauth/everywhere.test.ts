// What holds at every endpoint of the provider (sign-in rules X): shapes of failures, silence of the log, tenancy, cost.
import { expect, test } from 'vitest';
import { answerOf, encode, givenRelyingParty } from '../support/relying-party.ts';
import { useService } from '../support/service.ts';

const service = useService();
const TOO_LONG = `code=${'x'.repeat(70_000)}`;

test('X1 a body that is too large, an unknown method and an unknown host fail in the shape of the endpoint', async () => {
  const party = await givenRelyingParty(service());
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const host = party.given.publication.siteHost;
  const send = (url: string, method: 'POST' | 'PATCH', headers: Record<string, string>, payload = '') => service().app.inject({ method, url, headers, payload });
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
  const pages = [await send('/oauth/authorize', 'POST', { host, ...form }, TOO_LONG), await send('/oauth/authorize', 'PATCH', { host }), await send('/oauth/end_session', 'POST', { host, 'content-type': 'application/json' }, '{}')];
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([413, 405, 415]);
  for (const page of pages) expect(page.headers['content-type']).toMatch(/^text\/html/);
});

test('X2 no code, token, secret, hint, state or address is logged, and no answer leaks a Referer', async () => {
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
  for (const canary of ['canary', code, tokens.access_token, tokens.id_token, party.clientSecret, 'Y2FuYXJ5']) expect(log).not.toContain(canary);
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

test('the whole flow of a signed-in customer takes at most 9 statements and 2 commits', async () => {
  const party = await givenRelyingParty(service());
  const { browser } = await party.signIn();
  const { database } = service();
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
  const transaction = database.transaction.bind(database);
  counted(database, ['all', 'first', 'run']);
  database.transaction = (work) => {
    counts.commits += 1;
    return transaction((inner) => {
      const watched = Object.create(inner);
      for (const name of ['all', 'first', 'run'] as const) Reflect.set(watched, name, (...parameters: Parameters<typeof inner.run>) => {
        counts.statements += 1;
        return Reflect.apply(inner[name], inner, parameters);
      });
      return work(watched);
    });
  };
  const code = await party.newCode(browser);
  const { access_token } = (await party.redeem(code)).json<{ access_token: string }>();
  await party.userinfo(access_token);
  for (const name of ['all', 'first', 'run', 'transaction']) Reflect.deleteProperty(database, name);
  expect(counts.statements).toBeLessThanOrEqual(9);
  expect(counts.statements).toBeGreaterThanOrEqual(5);
  expect(counts.commits).toBe(2);
});

test('R-B10 parameters named after object properties do no harm', async () => {
  const party = await givenRelyingParty(service());
  const odd = '__proto__=1&constructor=2&hasOwnProperty=3&toString=4';
  expect((await party.token(odd)).statusCode).toBe(400);
  expect((await party.newBrowser().get(`/oauth/authorize?${odd}&${encode({ client_id: '__proto__', scope: 'constructor' })}`)).statusCode).toBe(400);
  expect({}.toString()).toBe('[object Object]');
});
