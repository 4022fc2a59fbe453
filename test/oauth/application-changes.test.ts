// Two client secrets of one application while a site changes over (service.md, Authentication 2): both work until one of
// them is ended; and several redirect URIs, each by the rules of one (decisions 39).
import { expect, test } from 'vitest';
import { Conflict, InvalidValue, NotFound } from '../../src/models/errors.ts';
import { addClientSecret, endClientSecret, secretsOf } from '../../src/models/sign-in/client-secret.ts';
import {
  getOauthApplication,
  rotateClientSecret,
  updateOauthApplication,
} from '../../src/models/sign-in/oauth-application.ts';
import { locationOf } from '../support/browser/browser.ts';
import { givenRelyingParty, type RelyingParty } from '../support/outside/relying-party.ts';
import { basic } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const POLICY = { allowsLoopbackHttp: false };

function add({ given, application }: RelyingParty): Promise<string> {
  return service().database.transaction((transaction) =>
    addClientSecret(given.publication, transaction, service().clock, application.id),
  );
}

function end({ given, application }: RelyingParty, secret: string) {
  return service().database.transaction((transaction) =>
    endClientSecret(given.publication, transaction, application.id, secret.slice(-4)),
  );
}

/** The status of a token request that authenticates by the secret. */
async function statusBy(party: RelyingParty, secret: string): Promise<number> {
  const code = await party.newCode(await party.signedInBrowser());
  return (await party.redeem(code, {}, { authorization: basic(party.application.clientId, secret) })).statusCode;
}

async function listed({ given, application }: RelyingParty) {
  return secretsOf(await getOauthApplication(given.publication, service().database, application.id));
}

test.each([
  ['the first', ([first]: readonly [string, string]) => first, [401, 200]],
  ['the second', ([, second]: readonly [string, string]) => second, [200, 401]],
])('both secrets work, until %s is ended', async (_which, choose, expected) => {
  const party = await givenRelyingParty(service());
  const secrets = [party.clientSecret, await add(party)] as const;
  const statuses = async () => [await statusBy(party, secrets[0]), await statusBy(party, secrets[1])];
  expect(await statuses()).toEqual([200, 200]);
  await end(party, choose(secrets));
  expect(await statuses()).toEqual(expected);
});

test('the only secret cannot be ended, a third one not be made, and an unknown one is not found', async () => {
  const party = await givenRelyingParty(service());
  await expect(end(party, party.clientSecret)).rejects.toThrow(Conflict);
  const second = await add(party);
  await expect(add(party)).rejects.toThrow(Conflict);
  await expect(end(party, 'none')).rejects.toThrow(NotFound);
  expect([await statusBy(party, party.clientSecret), await statusBy(party, second)]).toEqual([200, 200]);
});

test('of two that end the two secrets at once, one is refused', async () => {
  const party = await givenRelyingParty(service());
  const second = await add(party);
  const ends = await Promise.allSettled([end(party, party.clientSecret), end(party, second)]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await listed(party)).toHaveLength(1);
});

test('of two second secrets made at once, one is refused', async () => {
  const party = await givenRelyingParty(service());
  const made = await Promise.allSettled([add(party), add(party)]);
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a rotation ends both', async () => {
  const party = await givenRelyingParty(service());
  const second = await add(party);
  const { given, application } = party;
  const rotated = await service().database.transaction((transaction) =>
    rotateClientSecret(given.publication, transaction, service().clock, application.id),
  );
  expect([
    await statusBy(party, party.clientSecret),
    await statusBy(party, second),
    await statusBy(party, rotated),
  ]).toEqual([401, 401, 200]);
});

test('the last use of each secret is known, and the use of a wrong one is none', async () => {
  const party = await givenRelyingParty(service());
  const second = await add(party);
  const used = async () => (await listed(party)).map(({ usedAt }) => usedAt);
  await statusBy(party, 'secret_wrong');
  expect(await used()).toEqual([null, null]);
  const now = service().clock.now().getTime();
  await statusBy(party, second);
  await expect.poll(used).toEqual([null, now]);
  await end(party, party.clientSecret);
  expect(await used()).toEqual([now]);
});

const MORE = ['https://beta.example.test/callback', 'https://www.example.test/de/callback?lang=de'];

async function givenMore(redirectUriExact: boolean): Promise<RelyingParty> {
  const party = await givenRelyingParty(service());
  await service().database.transaction((transaction) =>
    updateOauthApplication(
      party.given.publication,
      transaction,
      party.application.id,
      { moreRedirectUris: MORE, redirectUriExact },
      POLICY,
    ),
  );
  return party;
}

test.each([
  ...MORE.flatMap((uri) => [
    [uri, true, 302] as const,
    [`${uri}${uri.includes('?') ? '&' : '?'}a=1`, false, 302] as const,
    [`${uri}${uri.includes('?') ? '&' : '?'}a=1`, true, 400] as const,
    [`${uri}${uri.includes('?') ? '&' : '?'}code=1`, false, 400] as const,
  ]),
  ['https://www.example.test/de/callback?lang=en', false, 400] as const,
  ['https://beta.example.test/other', false, 400] as const,
  ['https://beta.example.test/callback/x', false, 400] as const,
])('of several redirect URIs, %s with exact %s answers %i', async (asked, isExact, status) => {
  const party = await givenMore(isExact);
  const browser = await party.signedInBrowser();
  const answer = await party.authorize(browser, { redirect_uri: asked });
  expect(answer.statusCode).toBe(status);
  if (status !== 302) return;
  expect(locationOf(answer).startsWith(asked)).toBe(true);
  const code = new URL(locationOf(answer)).searchParams.get('code') ?? '';
  // The token endpoint wants the one of the authorization request, and no other registered one.
  expect((await party.redeem(code)).json()).toMatchObject({ error: 'invalid_grant' });
  expect((await party.redeem(code, { redirect_uri: asked })).statusCode).toBe(200);
});

test('the first one stays good beside the others, and a sign-in may return to each', async () => {
  const party = await givenMore(true);
  expect((await party.authorize(await party.signedInBrowser())).statusCode).toBe(302);
  const browser = party.newBrowser();
  const codePage = await browser.askForCode('bo@example.org', party.authorizePath({ redirect_uri: MORE[0] }));
  const { headers } = await browser.get(codePage);
  expect(headers['content-security-policy']).toContain("form-action 'self' https:;");
  const answer = await browser.follow(await browser.enterCode(codePage, await browser.newestCode('bo@example.org')));
  expect(locationOf(answer).startsWith(`${MORE[0]}?code=`)).toBe(true);
});

test.each([
  ['one that a single one could not be', ['https://www.example.test/#x']],
  ['with a parameter of the answer', ['https://www.example.test/?code=1']],
  ['too many', Array.from({ length: 20 }, (_, index) => `https://www.example.test/${index}`)],
])('further redirect URIs are refused: %s', async (_what, moreRedirectUris) => {
  const party = await givenRelyingParty(service());
  const { given, application } = party;
  const update = service().database.transaction((transaction) =>
    updateOauthApplication(given.publication, transaction, application.id, { moreRedirectUris }, POLICY),
  );
  await expect(update).rejects.toThrow(InvalidValue);
});
