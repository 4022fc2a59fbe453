// The sign-in session as the provider's security rests on it (service.md, ID token `sid`; sign-in rules S1 and S2).
import { expect, test } from 'vitest';
import { locationOf, type Browser } from '../support/browser/browser.ts';
import { answerOf, givenRelyingParty, type RelyingParty } from '../support/outside/relying-party.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const SESSION_COOKIE = '__Host-masthead_session';

async function isSignedInBy(party: RelyingParty, cookie: string): Promise<boolean> {
  const thief = party.newBrowser();
  thief.cookies.set(SESSION_COOKIE, cookie);
  return 'code' in answerOf(await party.authorize(thief, { prompt: 'none' }));
}

const cookieOf = (browser: Browser): string => browser.cookies.get(SESSION_COOKIE) ?? '';

test('S1 R-A7 the cookie changes at each sign-in, and the old value is dead; so it is after the sign-out', async () => {
  const party = await givenRelyingParty(service());
  const browser = await party.signedInBrowser();
  const first = cookieOf(browser);
  const { tokens } = await party.signInOn(browser);
  service().clock.advance(1);
  await browser.signIn('ada@example.org', locationOf(await party.authorize(browser, { prompt: 'login' })));
  const second = cookieOf(browser);
  expect(second).not.toBe(first);
  expect([await isSignedInBy(party, first), await isSignedInBy(party, second)]).toEqual([false, true]);
  expect((await party.userinfo(tokens.access_token)).statusCode).toBe(401);
  const { tokens: later } = await party.signInOn(browser);
  await party.endSession(browser, { id_token_hint: later.id_token });
  expect(await isSignedInBy(party, second)).toBe(false);
});

test('S1 R-A7 a cookie planted before the sign-in is worth nothing after it', async () => {
  const party = await givenRelyingParty(service());
  const planted = 'p'.repeat(43);
  const browser = party.newBrowser();
  browser.cookies.set(SESSION_COOKIE, planted);
  await browser.signIn('ada@example.org', locationOf(await party.authorize(browser)));
  expect(await isSignedInBy(party, planted)).toBe(false);
  expect(await isSignedInBy(party, cookieOf(browser))).toBe(true);
});

test('S2 cookies are HttpOnly, Secure, SameSite=Lax, __Host- and without Domain', async () => {
  const party = await givenRelyingParty(service());
  const browser = party.newBrowser();
  const codePage = await browser.askForCode('ada@example.org');
  const answers = [
    await browser.get('/sign-in'),
    await browser.enterCode(codePage, await browser.newestCode('ada@example.org')),
  ];
  const cookies = answers.flatMap((answer) => answer.headers['set-cookie'] ?? []);
  expect(cookies.length).toBeGreaterThanOrEqual(2);
  for (const cookie of cookies)
    expect(cookie).toMatch(/^__Host-\w+=[\w-]{43,44}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
});
