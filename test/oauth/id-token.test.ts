// What the ID token says (service.md, ID token content; sign-in rules I).
import { createRemoteJWKSet, customFetch, decodeProtectedHeader, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { createSubscription } from '../../src/models/money/subscription.ts';
import { locationOf } from '../support/browser/browser.ts';
import { givenRelyingParty, type RelyingParty } from '../support/outside/relying-party.ts';
import { expectDocumented } from '../support/service/contract.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

/** Verified as a client does: with the published keys. */
async function verified(party: RelyingParty, idToken: string) {
  const { siteUrl, siteHost } = party.given.publication;
  const keys = createRemoteJWKSet(new URL(`${siteUrl}/.well-known/jwks.json`), {
    [customFetch]: async () => {
      const response = await service().app.inject({ url: '/.well-known/jwks.json', headers: { host: siteHost } });
      return new Response(response.body, { headers: { 'content-type': 'application/json' } });
    },
  });
  return jwtVerify(idToken, keys, {
    issuer: siteUrl,
    audience: party.application.clientId,
    algorithms: ['RS256'],
    typ: 'JWT',
    currentDate: service().clock.now(),
  });
}

test('I1 I2 I4 RS256 by a published key; iss, sub, aud, exp and iat are strings and numbers; no azp', async () => {
  const party = await givenRelyingParty(service());
  const { tokens } = await party.signIn();
  const { payload, protectedHeader } = await verified(party, tokens.id_token);
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.stringMatching(/^kid_/) });
  const now = Math.floor(service().clock.now().getTime() / 1000);
  expect(payload).toMatchObject({
    iss: party.given.publication.siteUrl,
    aud: party.application.clientId,
    iat: now,
    exp: now + 3600,
  });
  expect(payload).not.toHaveProperty('azp');
  expect(payload).not.toHaveProperty('at_hash');
});

test('I9 there is no at_hash that could be wrong', async () => {
  const { claims } = await (await givenRelyingParty(service())).signIn();
  expect(claims).not.toHaveProperty('at_hash');
});

test('I3 sub is short, stable and the same in ID token and userinfo, over all applications', async () => {
  const party = await givenRelyingParty(service());
  const other = await givenRelyingParty(service(), {}, party.given);
  const first = await party.signIn();
  const second = await other.signInOn(first.browser);
  const third = await party.signIn();
  const userinfo = await party.userinfo(first.tokens.access_token);
  const subs = [first.claims.sub, second.claims.sub, third.claims.sub, userinfo.json<{ sub: string }>().sub];
  expect(new Set(subs).size).toBe(1);
  expect(subs[0]).toMatch(/^cus_[0-9a-z]{26}$/);
});

test.each(['n-0S6_WzA2Mj', 'n'.repeat(2048), 'nonce "&=+%; é'])(
  'I5 A27 the nonce %s comes back unchanged',
  async (nonce) => {
    const { claims } = await (await givenRelyingParty(service())).signIn({ nonce });
    expect(claims['nonce']).toBe(nonce);
  },
);

test('I5 no nonce stays no nonce', async () => {
  const { claims } = await (await givenRelyingParty(service())).signIn();
  expect(claims).not.toHaveProperty('nonce');
});

test('I6 S4 sid is equal for two exchanges in one session, different in another, and not the cookie', async () => {
  const party = await givenRelyingParty(service());
  const first = await party.signIn();
  const second = await party.signInOn(first.browser);
  const elsewhere = await party.signIn();
  expect(second.claims['sid']).toBe(first.claims['sid']);
  expect(elsewhere.claims['sid']).not.toBe(first.claims['sid']);
  expect([...first.browser.cookies.values()]).not.toContain(first.claims['sid']);
});

test('I7 auth_time is when the customer signed in, and prompt=none does not move it', async () => {
  const party = await givenRelyingParty(service());
  const signedInAt = Math.floor(service().clock.now().getTime() / 1000);
  const { browser, claims } = await party.signIn();
  service().clock.advance(100);
  const { claims: later } = await party.signInOn(browser, { prompt: 'none' });
  expect([claims['auth_time'], later['auth_time']]).toEqual([signedInAt, signedInAt]);
  expect(later.iat).toBe(signedInAt + 100);
});

test('I8 I10 each scope brings its claims and no others; null values are left out', async () => {
  const party = await givenRelyingParty(service());
  const { browser, claims } = await party.signIn({ scope: 'openid' });
  const own = (all: object): string[] =>
    Object.keys(all).filter((name) => ['email', 'email_verified', 'name', 'plan', 'plan_slugs'].includes(name));
  expect(own(claims)).toEqual([]);
  expect((await party.signInOn(browser, { scope: 'openid email' })).claims).toMatchObject({
    email: 'ada@example.org',
    email_verified: true,
  });
  expect(own((await party.signInOn(browser, { scope: 'openid email' })).claims)).toEqual(['email', 'email_verified']);
  const profile = (await party.signInOn(browser, { scope: 'openid profile' })).claims;
  expect([own(profile), profile['plan_slugs']]).toEqual([['plan_slugs'], []]);
});

test.each(['1', '1 2', 'urn:other phr', '0'])(
  'I12 acr_values=%s brings acr 1, the class of every sign-in',
  async (values) => {
    const party = await givenRelyingParty(service());
    const { browser, claims } = await party.signIn({ acr_values: values });
    expect(claims['acr']).toBe('1');
    for (const without of [undefined, ''])
      expect((await party.signInOn(browser, { acr_values: without })).claims).not.toHaveProperty('acr');
  },
);

test('I12 acr_values survive the sign-in pages', async () => {
  const party = await givenRelyingParty(service());
  const browser = party.newBrowser();
  const signInPage = locationOf(await party.authorize(browser, { acr_values: '1 2' }));
  expect(new URL(signInPage).searchParams.get('return_to')).toContain('acr_values=1%202');
});

test('I11 nothing stands in an ID token that the request did not ask for', async () => {
  const { claims } = await (await givenRelyingParty(service())).signIn({ scope: 'openid' });
  expect(Object.keys(claims).toSorted()).toEqual(['aud', 'auth_time', 'exp', 'iat', 'iss', 'sid', 'sub']);
});

test('I8 the name is told with scope profile and with no other', async () => {
  const party = await givenRelyingParty(service());
  await party.given.api.post('/customers', { email: 'ada@example.org', name: 'Ada King' });
  const { browser, claims } = await party.signIn({ scope: 'openid profile' });
  expect(claims['name']).toBe('Ada King');
  for (const scope of ['openid', 'openid email']) {
    const { claims: fewer } = await party.signInOn(browser, { scope });
    expect(Object.keys(fewer).filter((claim) => ['name', 'plan', 'plan_slugs'].includes(claim))).toEqual([]);
    expect(JSON.stringify(fewer)).not.toContain('King');
  }
});

test('I8 plan is the newest paid one, and plan_slugs are all of them, newest first', async () => {
  const party = await givenRelyingParty(service());
  const { browser, claims } = await party.signIn();
  const { publication, plan, price, otherPlan } = party.given;
  const subscribe = (given: { planId: string; priceId?: string; complimentary: boolean }) =>
    service().database.transaction((transaction) =>
      createSubscription(publication, transaction, service().clock, { customerId: String(claims.sub), ...given }),
    );
  await subscribe({ planId: plan.id, priceId: price.id, complimentary: false });
  await subscribe({ planId: otherPlan.id, complimentary: true });
  const { claims: later } = await party.signInOn(browser);
  expect(later).toMatchObject({ plan: plan.slug, plan_slugs: [otherPlan.slug, plan.slug] });
});

test('I1 no token is signed by a key that is not published', async () => {
  const party = await givenRelyingParty(service());
  const { tokens } = await party.signIn();
  const response = await service().app.inject({
    url: '/.well-known/jwks.json',
    headers: { host: party.given.publication.siteHost },
  });
  expectDocumented('getJwks', response.statusCode, response.headers, response.body);
  const kids = response.json<{ keys: { kid: string }[] }>().keys.map(({ kid }) => kid);
  expect(kids).toContain(decodeProtectedHeader(tokens.id_token).kid);
});
