// Requests that a session alone does not satisfy: prompt=login, max_age and id_token_hint (Core 3.1.2.1; sign-in rules A30 to A33).
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { locationOf, type Browser } from '../support/browser/browser.ts';
import { answerOf, givenRelyingParty, tokensOf, type RelyingParty } from '../support/outside/relying-party.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const EMAIL = 'ada@example.org';

async function givenSignedIn() {
  const party = await givenRelyingParty(service());
  const first = await party.signIn({ email: EMAIL });
  service().clock.advance(10);
  return { party, browser: first.browser, claims: first.claims, tokens: first.tokens };
}

async function claimsAfter(party: RelyingParty, code: string | undefined) {
  return decodeJwt(tokensOf(await party.redeem(code ?? '')).id_token);
}

async function signInAgain(party: RelyingParty, browser: Browser, parameters: Record<string, string>, email = EMAIL) {
  const toSignIn = await party.authorize(browser, parameters);
  expect(locationOf(toSignIn)).toContain('/sign-in?return_to=');
  service().clock.advance(10);
  return browser.signIn(email, locationOf(toSignIn));
}

test.each<[string, Record<string, string>]>([
  ['A31 prompt=login', { prompt: 'login' }],
  ['A32 max_age=0', { max_age: '0' }],
  ['A32 an exceeded max_age', { max_age: '5' }],
])('%s asks for a sign-in despite a session, once, and auth_time moves', async (_what, parameters) => {
  const { party, browser, claims } = await givenSignedIn();
  const back = await signInAgain(party, browser, parameters);
  const again = await claimsAfter(party, answerOf(back)['code']);
  expect(Number(again['auth_time'])).toBe(Number(claims['auth_time']) + 20);
  expect(again['sid']).not.toBe(claims['sid']);
});

test.each<Record<string, string>>([{ prompt: 'login' }, { max_age: '0' }])(
  'A31 A32 a signed-out visitor with %j signs in once',
  async (parameters) => {
    const party = await givenRelyingParty(service());
    expect(answerOf(await signInAgain(party, party.newBrowser(), parameters))).toHaveProperty('code');
  },
);

test('A32 the loop ends even where signing in takes longer than max_age', async () => {
  const { party, browser } = await givenSignedIn();
  const toSignIn = await party.authorize(browser, { max_age: '1' });
  const codePage = await browser.askForCode(EMAIL, locationOf(toSignIn));
  const afterForm = await browser.enterCode(codePage, await browser.newestCode(EMAIL));
  service().clock.advance(60);
  expect(answerOf(await browser.follow(afterForm))).toHaveProperty('code');
});

test('A32 max_age that is not exceeded asks for nothing', async () => {
  const { party, browser } = await givenSignedIn();
  expect(answerOf(await party.authorize(browser, { max_age: '10' }))).toHaveProperty('code');
});

test.each<Record<string, string>>([{ max_age: '5' }, { max_age: '0' }])(
  'A32 %j with prompt=none is login_required',
  async (parameters) => {
    const { party, browser } = await givenSignedIn();
    expect(answerOf(await party.authorize(browser, { prompt: 'none', ...parameters }))).toMatchObject({
      error: 'login_required',
    });
  },
);

test('A31 a visitor who leaves the sign-in page keeps the old session as it was', async () => {
  const { party, browser, claims } = await givenSignedIn();
  await browser.askForCode(EMAIL, locationOf(await party.authorize(browser, { prompt: 'login' })));
  const { claims: later } = await party.signInOn(browser);
  expect([later['sid'], later['auth_time']]).toEqual([claims['sid'], claims['auth_time']]);
});

test('A31 the way back without a new sign-in leads to the sign-in page again', async () => {
  const { party, browser } = await givenSignedIn();
  const returnTo =
    new URL(locationOf(await party.authorize(browser, { prompt: 'login' }))).searchParams.get('return_to') ?? '';
  expect(returnTo).toContain('signed_in_since=');
  expect(locationOf(await browser.get(returnTo))).toContain('/sign-in?');
});

test('A31 a marker that was forged, belongs to another request or is old is none', async () => {
  const { party, browser } = await givenSignedIn();
  const marked = async (state: string): Promise<string> =>
    new URL(locationOf(await party.authorize(browser, { prompt: 'login', state }))).searchParams.get('return_to') ?? '';
  const [one, two] = [await marked('one'), await marked('two')];
  service().clock.advance(1);
  await signInAgain(party, browser, { prompt: 'login' });
  const markerOf = (path: string): string => path.slice(path.indexOf('signed_in_since='));
  const withMarker = (path: string, marker: string): string => path.slice(0, path.indexOf('signed_in_since=')) + marker;
  expect(locationOf(await browser.get(withMarker(one, markerOf(two))))).toContain('/sign-in?');
  expect(locationOf(await browser.get(withMarker(one, 'signed_in_since=1.AAAA')))).toContain('/sign-in?');
  expect(answerOf(await browser.get(one))).toHaveProperty('code');
  service().clock.advance(3600);
  expect(locationOf(await browser.get(one))).toContain('/sign-in?');
});

test('A33 a hint of another customer with prompt=none is login_required; an expired hint of this one is fine', async () => {
  const { party, browser, tokens } = await givenSignedIn();
  const other = await party.signIn({ email: 'eve@example.org' });
  service().clock.advance(7 * 24 * 3600);
  expect(
    answerOf(await party.authorize(browser, { prompt: 'none', id_token_hint: other.tokens.id_token })),
  ).toMatchObject({ error: 'login_required' });
  expect(answerOf(await party.authorize(browser, { prompt: 'none', id_token_hint: tokens.id_token }))).toHaveProperty(
    'code',
  );
});

test('A33 with pages, a hint of another customer asks for a sign-in, and another one who signs in is login_required', async () => {
  const { party, browser } = await givenSignedIn();
  const other = await party.signIn({ email: 'eve@example.org' });
  const hint = { id_token_hint: other.tokens.id_token };
  expect(answerOf(await signInAgain(party, browser, hint, EMAIL))).toMatchObject({ error: 'login_required' });
  expect(answerOf(await signInAgain(party, browser, hint, 'eve@example.org'))).toHaveProperty('code');
});
