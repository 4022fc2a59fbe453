// Where an answer may go (service.md, Authorization endpoint: redirect_uri; sign-in rules A8 and A10 to A17).
import { describe, expect, test } from 'vitest';
import { updateOauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { isRegisteredRedirectUri, withParameters } from '../../src/oauth/redirect-uri.ts';
import { locationOf } from '../support/browser/browser.ts';
import { answerOf, givenRelyingParty, tokensOf, type RelyingParty } from '../support/outside/relying-party.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const POLICY = { allowsLoopbackHttp: false };
const PLAIN = 'https://www.example.test/callback';
const WITH_QUERY = 'https://www.example.test/callback?tenant=a&lang=en';

const isRegistered = (redirectUri: string, text: string, redirectUriExact = false): boolean =>
  isRegisteredRedirectUri({ redirectUri, moreRedirectUris: '[]', redirectUriExact }, text);

/** An application that allows added query parameters. */
async function givenParty(redirectUri = PLAIN): Promise<RelyingParty> {
  return givenRelyingParty(service(), { redirectUri, redirectUriExact: false });
}

test.each([
  [PLAIN, PLAIN],
  [PLAIN, `${PLAIN}?a=1`],
  [PLAIN, `${PLAIN}?a=1&b=%20x+y%C3%A9&c`],
  [WITH_QUERY, WITH_QUERY],
  [WITH_QUERY, `${WITH_QUERY}&a=1`],
])(
  'A10 A11 A17 registered %s, asked %s: accepted, kept byte for byte, and the answer appended',
  async (registered, asked) => {
    const party = await givenParty(registered);
    const response = await party.authorize(await party.signedInBrowser(), { redirect_uri: asked });
    expect(response.statusCode).toBe(302);
    const separator = asked.includes('?') ? '&' : '?';
    expect(locationOf(response).startsWith(`${asked}${separator}code=`)).toBe(true);
    const code = answerOf(response)['code'] ?? '';
    expect(tokensOf(await party.redeem(code, { redirect_uri: asked })).token_type).toBe('Bearer');
  },
);

const REFUSED_PAGES: readonly (readonly [string, string | undefined])[] = [
  ['missing', undefined],
  ['empty', ''],
  ['unregistered', 'https://elsewhere.example/callback'],
  ['a fragment', `${PLAIN}#`],
  ['a reserved name', `${PLAIN}?code=1`],
];

test.each(REFUSED_PAGES)(
  'A8 A9 R-A10 redirect_uri %s: a page without a redirect or a link from the request, whatever else is wrong',
  async (_what, redirectUri) => {
    const party = await givenParty();
    const response = await party.authorize(await party.signedInBrowser(), {
      redirect_uri: redirectUri,
      response_type: 'token',
      scope: 'unknown',
      request: 'x',
    });
    expect(response.statusCode).toBe(400);
    expect(response.headers.location).toBeUndefined();
    expect(response.body).toContain('redirect_uri');
    expect(response.body).not.toContain('elsewhere.example');
  },
);

describe('A12 R-A10 the registered query cannot be changed', () => {
  test.each([
    PLAIN,
    `${PLAIN}?tenant=b&lang=en`,
    `${PLAIN}?lang=en&tenant=a`,
    `${PLAIN}?tenant=a`,
    `${WITH_QUERY}&tenant=b`,
    `${WITH_QUERY}&TENANT=b`,
    `${WITH_QUERY}?a=1`,
    `${WITH_QUERY}x`,
    `${WITH_QUERY}&a=1;tenant=b`,
  ])('%s', (asked) => expect(isRegistered(WITH_QUERY, asked)).toBe(false));
});

describe('A13 R-A10 names of the answer cannot be added', () => {
  const names = [
    'code',
    'state',
    'iss',
    'error',
    'error_description',
    'error_uri',
    'session_state',
    'id_token',
    'access_token',
    'token_type',
    'expires_in',
    'response',
  ];
  const spellings = names.flatMap((name) => [
    name,
    name.toUpperCase(),
    `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
    `%25${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
    `${name}[]`,
    `${name}%5B0%5D`,
    `+${name}`,
    name.replaceAll('_', '.'),
  ]);
  test.each(spellings)('%s', (name) => {
    expect(isRegistered(PLAIN, `${PLAIN}?${name}=1`)).toBe(false);
    expect(isRegistered(PLAIN, `${PLAIN}?a=1&${name}`)).toBe(false);
    expect(isRegistered(PLAIN, `${PLAIN}?a=1;${name}=2`)).toBe(false);
  });
  test('a name that only holds one of them can', () =>
    expect(isRegistered(PLAIN, `${PLAIN}?promo_code=1&estate=2`)).toBe(true));
});

describe('A14 R-A10 no other spelling is the registered URI', () => {
  test.each([
    'http://www.example.test/callback',
    'https://example.test/callback',
    'https://www.example.test:443/callback',
    'https://www.example.test:8443/callback',
    'https://WWW.example.test/callback',
    'https://www.example.test/Callback',
    'https://www.example.test/callback/',
    'https://www.example.test/callback/../callback',
    'https://www.example.test/x/../callback',
    'https://www.example.test/%2e%2e/callback',
    'https://www.example.test/..;/callback',
    'https://www.example.test//callback',
    'https://www.example.test\\callback',
    'https://www.example.test/callback\\@elsewhere.example',
    'https://user@www.example.test/callback',
    'https://www.example.test@elsewhere.example/callback',
    'https://www.example.test.elsewhere.example/callback',
    'https://www.example.test/callback.elsewhere.example',
    'https://www.example.test/callback\t',
    'https://www.example.test/call\r\nback',
    'https://www.example.test/callback%00',
    'https://www.example.test/%63allback',
    ' https://www.example.test/callback',
    'javascript:alert(1)',
    '//www.example.test/callback',
    '/callback',
    'https://www.example.test/callback?a=1\r\nx: y',
    'https://www.example.test/callback?a=\u0000',
    'https://www.example.test/callback?',
  ])('%j', (asked) => expect(isRegistered(PLAIN, asked)).toBe(false));
});

test.each([`${PLAIN}#`, `${PLAIN}#x`, `${PLAIN}?a=1#`, `${PLAIN}?a=1#b`])(
  'A15 %s has a fragment and is refused',
  (asked) => {
    expect(isRegistered(PLAIN, asked)).toBe(false);
  },
);

test.each([`${PLAIN}?q=é`, `${PLAIN}?q=a b`, `${PLAIN}?q=%zz`, `${PLAIN}?q=%`, `${PLAIN}?q="x"`, `${PLAIN}?q=<x>`])(
  'A16 %s is refused by a page',
  async (asked) => {
    const party = await givenParty();
    const response = await party.authorize(await party.signedInBrowser(), { redirect_uri: asked });
    expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
  },
);

describe('A45 no control character can be added, in a name or a value', () => {
  const control = ['%00', '%01', '%09', '%0a', '%0D', '%1f', '%1F', '%7f'];
  test.each(
    control.flatMap((text) => [
      `a=${text}`,
      `a=b${text}c`,
      `a${text}b=1`,
      `${text}a=1`,
      `a=1&${text}`,
      `co${text}de=1`,
    ]),
  )('%s', (added) => {
    expect(isRegistered(PLAIN, `${PLAIN}?${added}`)).toBe(false);
    expect(isRegistered(WITH_QUERY, `${WITH_QUERY}&${added}`)).toBe(false);
  });
  test('nor one that a name holds only when it is decoded twice', () =>
    expect(isRegistered(PLAIN, `${PLAIN}?co%2500de=1`)).toBe(false));
  test('what is printable can', () => expect(isRegistered(PLAIN, `${PLAIN}?a=%20%7e%C3%A9%2500`)).toBe(true));
});

test('A11 a new application takes the exact URI only, and can be set to take more', async () => {
  const party = await givenRelyingParty(service());
  const browser = await party.signedInBrowser();
  const ask = (redirectUri: string) => party.authorize(browser, { redirect_uri: redirectUri });
  expect([(await ask(PLAIN)).statusCode, (await ask(`${PLAIN}?a=1`)).statusCode]).toEqual([302, 400]);
  const { database } = service();
  const { publication } = party.given;
  await database.transaction((transaction) =>
    updateOauthApplication(publication, transaction, party.application.id, { redirectUriExact: false }, POLICY),
  );
  expect((await ask(`${PLAIN}?a=1`)).statusCode).toBe(302);
});

test('A11 an application that took more before keeps to it when its other settings change', async () => {
  const party = await givenParty();
  const changed = await service().database.transaction((transaction) =>
    updateOauthApplication(party.given.publication, transaction, party.application.id, { name: 'New' }, POLICY),
  );
  expect(changed).toMatchObject({ name: 'New', redirectUriExact: false });
});

test.each([
  ['https://a.test/cb', 'https://a.test/cb?code=1'],
  ['https://a.test/cb?x=1', 'https://a.test/cb?x=1&code=1'],
  ['https://a.test/cb?', 'https://a.test/cb?code=1'],
  ['https://a.test/cb?x=1&', 'https://a.test/cb?x=1&code=1'],
])('A17 the answer is appended to %s', (uri, expected) => {
  expect(withParameters(uri, { code: '1', state: undefined })).toBe(expected);
});
