// Metadata and keys (OpenID Connect Discovery 1.0, RFC 8414; service.md, Authentication 5; sign-in rules D).
import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPublication, updatePublication } from '../../src/models/publication/publication.ts';
import { disableOauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { rotateSigningKey } from '../../src/tokens/signing-keys.ts';
import { locationOf } from '../support/browser/browser.ts';
import { openTestDatabase } from '../support/databases/database.ts';
import { givenRelyingParty, type RelyingParty } from '../support/outside/relying-party.ts';
import { CommandLine, PRODUCTION_SETTINGS } from '../support/processes/command-line.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { expectDocumented } from '../support/service/contract.ts';
import { openService, useService, type TestService } from '../support/service/service.ts';

const service = useService();
const OPERATIONS = {
  '/.well-known/openid-configuration': 'getOpenidConfiguration',
  '/.well-known/oauth-authorization-server': 'getOauthAuthorizationServer',
  '/.well-known/jwks.json': 'getJwks',
  '/.well-known/signing-key.pem': 'getSigningKeyPem',
  '/.well-known/signing-keys.pem': 'getSigningKeysPem',
} as const;
type Path = keyof typeof OPERATIONS;

async function fetchAt(host: string, url: Path, headers: Record<string, string> = {}, from: TestService = service()) {
  const response = await from.app.inject({ url, headers: { host, ...headers } });
  expectDocumented(OPERATIONS[url], response.statusCode, response.headers, response.body);
  return response;
}

interface Jwks {
  readonly keys: readonly { readonly kid: string; readonly n: string; readonly e: string }[];
}

test('D1 D2 D3 D4 D5 D6 the metadata says what this provider does, with one spelling of the issuer', async () => {
  const { publication } = await givenPublication(service());
  const { siteUrl, siteHost } = publication;
  const response = await fetchAt(siteHost, '/.well-known/openid-configuration');
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    200,
    expect.stringMatching(/^application\/json/),
  ]);
  expect(response.json()).toEqual({
    issuer: siteUrl,
    authorization_endpoint: `${siteUrl}/oauth/authorize`,
    token_endpoint: `${siteUrl}/oauth/token`,
    userinfo_endpoint: `${siteUrl}/oauth/userinfo`,
    end_session_endpoint: `${siteUrl}/oauth/end_session`,
    jwks_uri: `${siteUrl}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    claims_supported: expect.arrayContaining(['sub', 'sid', 'email', 'name', 'plan']),
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    acr_values_supported: ['1'],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login'],
    claims_parameter_supported: false,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  });
  expect((await fetchAt(siteHost, '/.well-known/oauth-authorization-server')).json()).toEqual(response.json());
});

test('D4 client_secret_post is named as long as an application of this publication takes it', async () => {
  const own = await givenRelyingParty(service());
  const other = await givenRelyingParty(service(), { clientSecretPost: true });
  const { database, clock } = service();
  const methodsOf = async ({ given }: RelyingParty): Promise<unknown> =>
    (await fetchAt(given.publication.siteHost, '/.well-known/openid-configuration')).json<Record<string, unknown>>()[
      'token_endpoint_auth_methods_supported'
    ];
  const both = ['client_secret_basic', 'client_secret_post'];
  expect([await methodsOf(own), await methodsOf(other)]).toEqual([['client_secret_basic'], both]);
  const { publication } = own.given;
  const second = await givenRelyingParty(service(), { clientSecretPost: true }, own.given);
  expect(await methodsOf(own)).toEqual(both);
  await database.transaction((transaction) =>
    disableOauthApplication(publication, transaction, clock, second.application.id),
  );
  expect(await methodsOf(own)).toEqual(['client_secret_basic']);
});

test('D2 the issuer is the same in metadata, ID token and redirect', async () => {
  const party = await givenRelyingParty(service());
  const { siteUrl, siteHost } = party.given.publication;
  const { browser, claims } = await party.signIn();
  const metadata = await fetchAt(siteHost, '/.well-known/openid-configuration');
  const redirect = new URL(locationOf(await party.authorize(browser)));
  expect([metadata.json<{ issuer: string }>().issuer, claims.iss, redirect.searchParams.get('iss')]).toEqual([
    siteUrl,
    siteUrl,
    siteUrl,
  ]);
});

const NO_ISSUERS = [
  'http://news.example.test',
  'http://localhost.example.test',
  'http://10.0.0.1',
  'ftp://news.example.test',
  'https://news.example.test/members',
  'https://news.example.test//',
  'https://news.example.test?a=1',
  'https://news.example.test/?',
  'https://news.example.test#top',
  'https://news.example.test/#',
  'https://user@news.example.test',
  'https://:password@news.example.test',
  'https://news.example.test\\',
  'news.example.test',
  '',
];

test.each(NO_ISSUERS)(
  'D2 %j is refused as an issuer, which is https and has no path, query, fragment or user',
  async (siteUrl) => {
    const { publication } = await givenPublication(service());
    const { database, clock } = service();
    await expect(
      database.transaction((transaction) => createPublication(transaction, clock, { name: 'Q', siteUrl })),
    ).rejects.toThrow('site_url must be an');
    await expect(
      database.transaction((transaction) => updatePublication(transaction, publication.id, { siteUrl })),
    ).rejects.toThrow('site_url must be an');
  },
);

test('D2 production refuses plain http on every host, a test environment but on loopback hosts', async () => {
  const { url, drop } = await openTestDatabase({ environment: 'production' });
  const production = new CommandLine({ ...PRODUCTION_SETTINGS, DATABASE_URL: url });
  for (const siteUrl of ['http://q.example.test', 'http://localhost:4321', 'http://[::1]:4321'])
    expect(await production.run('publication', 'create', '--name', 'Q', '--site-url', siteUrl)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('site_url must be an https address'),
    });
  await drop();
  const masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl });
  const make = (siteUrl: string) => masthead.run('publication', 'create', '--name', 'Q', '--site-url', siteUrl);
  expect(await make('http://q.example.test')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('site_url must be an https address'),
  });
  for (const siteUrl of ['http://localhost:4321', 'http://[::1]:4321'])
    expect(await make(siteUrl)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(siteUrl) });
});

test('D2 whatever spelling of the address was given, the issuer has one', async () => {
  for (const [index, suffix] of ['', '/', ':443', ':443/'].entries()) {
    const { publication } = await givenPublication(service(), {
      siteUrl: `HTTPS://Spelled-${index}.Example.TEST${suffix}`,
    });
    const metadata = await fetchAt(publication.siteHost, '/.well-known/openid-configuration');
    expect(metadata.json<{ issuer: string }>().issuer).toBe(`https://spelled-${index}.example.test`);
  }
});

test('D7 R-A12 forwarded and unknown hosts change nothing', async () => {
  const party = await givenRelyingParty(service());
  const { siteHost } = party.given.publication;
  const forged = {
    'x-forwarded-host': 'elsewhere.example',
    forwarded: 'host=elsewhere.example',
    'x-host': 'elsewhere.example',
    'x-forwarded-proto': 'http',
  };
  const plain = await fetchAt(siteHost, '/.well-known/openid-configuration');
  expect((await fetchAt(siteHost, '/.well-known/openid-configuration', forged)).body).toBe(plain.body);
  const redirect = await party.newBrowser().get(party.authorizePath(), forged);
  expect(locationOf(redirect).startsWith(`${party.given.publication.siteUrl}/sign-in?`)).toBe(true);
  expect(JSON.stringify(redirect.headers) + redirect.body).not.toContain('elsewhere.example');
  expect((await fetchAt('elsewhere.example', '/.well-known/openid-configuration')).statusCode).toBe(404);
  expect((await fetchAt('elsewhere.example', '/.well-known/jwks.json')).statusCode).toBe(404);
});

const FORGED_HEADERS = [
  'x-forwarded-host',
  'forwarded',
  'x-host',
  'x-original-host',
  'x-forwarded-server',
  'x-http-host-override',
  'x-original-url',
  'x-rewrite-url',
  'x-forwarded-port',
  'x-forwarded-prefix',
];
const FORGED_VALUES = [
  'elsewhere.example',
  'elsewhere.example:8443',
  'host=elsewhere.example;proto=http',
  'for=1.2.3.4;host="elsewhere.example"',
  'https://elsewhere.example/',
  'elsewhere.example, elsewhere.example',
];

test('D7 R-A12 sixty headers that name another host change no address in discovery, a page or a redirect', async () => {
  const party = await givenRelyingParty(service());
  const { siteHost, siteUrl } = party.given.publication;
  const discovery = '/.well-known/openid-configuration';
  const plain = (await fetchAt(siteHost, discovery)).body;
  const forged = FORGED_HEADERS.flatMap((name) => FORGED_VALUES.map((value) => ({ [name]: value })));
  expect(forged).toHaveLength(60);
  for (const headers of forged) {
    const what = JSON.stringify(headers);
    expect((await fetchAt(siteHost, discovery, headers)).body, `${what}`).toBe(plain);
    const browser = party.newBrowser();
    const redirect = await browser.get(party.authorizePath(), headers);
    expect(locationOf(redirect), `${what}`).toMatch(new RegExp(`^(?:${siteUrl})?/sign-in\\?`));
    const page = await browser.get('/sign-in', headers);
    expect(page.statusCode, `${what}`).toBe(200);
    expect(JSON.stringify([redirect.headers, page.headers]) + page.body, `${what}`).not.toContain('elsewhere.example');
  }
});

test('D8 the key set holds public RSA keys only, cacheable and readable by any origin', async () => {
  const { publication } = await givenPublication(service());
  const response = await fetchAt(publication.siteHost, '/.well-known/jwks.json');
  const { keys } = response.json<Jwks>();
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys)
    expect(key).toEqual({
      kty: 'RSA',
      use: 'sig',
      alg: 'RS256',
      kid: expect.any(String),
      n: expect.stringMatching(/^[\w-]{512}$/),
      e: 'AQAB',
    });
  expect(response.headers).toMatchObject({
    'cache-control': expect.stringContaining('max-age='),
    'access-control-allow-origin': '*',
  });
});

test('D8 keys that are published side by side have kids of their own', async () => {
  const own = await openService();
  try {
    const { siteHost } = (await givenPublication(own)).publication;
    await own.signingKeys.current();
    await rotateSigningKey(own.database, own.secretKeys, own.clock, 'planned');
    own.clock.advance(61);
    const { keys } = (await fetchAt(siteHost, '/.well-known/jwks.json', {}, own)).json<Jwks>();
    expect(keys).toHaveLength(2);
    for (const member of ['kid', 'n'] as const) expect(new Set(keys.map((key) => key[member])).size).toBe(2);
  } finally {
    await own.close();
  }
});

test('D10 the PEM block is the key of the key set, and another environment has another', async () => {
  const { publication } = await givenPublication(service());
  const { keys } = (await fetchAt(publication.siteHost, '/.well-known/jwks.json')).json<Jwks>();
  const pem = (await fetchAt(publication.siteHost, '/.well-known/signing-key.pem')).body;
  expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  expect(createPublicKey(pem).export({ format: 'jwk' })).toMatchObject({ n: keys[0]?.n, e: keys[0]?.e });
  const elsewhere = await openService();
  try {
    const other = await givenPublication(elsewhere);
    expect((await fetchAt(other.publication.siteHost, '/.well-known/signing-key.pem', {}, elsewhere)).body).not.toBe(
      pem,
    );
  } finally {
    await elsewhere.close();
  }
});

test('D9 D10 all keys are served as PEM, the one that signs first, so that readers of one block and of many verify', async () => {
  const own = await openService();
  try {
    const { siteHost } = (await givenPublication(own)).publication;
    const fetchPem = async (path: Path) => (await fetchAt(siteHost, path, {}, own)).body;
    const blocksOf = (text: string) => text.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n/g) ?? [];
    const kids = async () => (await fetchAt(siteHost, '/.well-known/jwks.json', {}, own)).json<Jwks>().keys;
    const [first, firstAll] = [
      await fetchPem('/.well-known/signing-key.pem'),
      await fetchPem('/.well-known/signing-keys.pem'),
    ];
    expect(firstAll).toBe(first);
    await rotateSigningKey(own.database, own.secretKeys, own.clock, 'planned');
    own.clock.advance(61);
    const before = await fetchPem('/.well-known/signing-keys.pem');
    expect([blocksOf(before).length, before.startsWith(first), blocksOf(before).join('')]).toEqual([2, true, before]);
    own.clock.advance(24 * 3600);
    const [now, after] = [
      await fetchPem('/.well-known/signing-key.pem'),
      await fetchPem('/.well-known/signing-keys.pem'),
    ];
    expect(blocksOf(after)).toEqual([now, first]);
    expect(blocksOf(before)[1]).toBe(now);
    // Readers that take the first block of several.
    expect(createPublicKey(after).export({ type: 'spki', format: 'pem' })).toBe(now);
    const read = execFileSync('openssl', ['pkey', '-pubin'], { input: after, encoding: 'utf8' });
    expect(read).toBe(now);
    const moduli = blocksOf(after).map((block) => createPublicKey(block).export({ format: 'jwk' }).n);
    expect(moduli.toSorted()).toEqual((await kids()).map(({ n }) => n).toSorted());
    own.clock.advance(24 * 3600);
    expect(await fetchPem('/.well-known/signing-keys.pem')).toBe(now);
  } finally {
    await own.close();
  }
});

test('D9 a new key is published before it signs, and the old one stays published and valid for hints after', async () => {
  const own = await openService();
  try {
    const party = await givenRelyingParty(own);
    const { siteHost } = party.given.publication;
    const kidsNow = async (): Promise<string[]> =>
      (await fetchAt(siteHost, '/.well-known/jwks.json', {}, own)).json<Jwks>().keys.map(({ kid }) => kid);
    const kidOf = (token: string): string =>
      JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
    const { browser, tokens } = await party.signIn();
    const old = kidOf(tokens.id_token);
    const { kid: next } = await rotateSigningKey(own.database, own.secretKeys, own.clock, 'planned');
    own.clock.advance(60);
    expect(await kidsNow()).toEqual([next, old]);
    expect(kidOf((await party.signInOn(browser)).tokens.id_token)).toBe(old);
    own.clock.advance(24 * 3600);
    expect(await kidsNow()).toEqual([next, old]);
    expect(kidOf((await party.signInOn(browser)).tokens.id_token)).toBe(next);
    own.clock.advance(24 * 3600);
    expect(await kidsNow()).toEqual([next]);
    expect(
      (
        await party.endSession(browser, {
          id_token_hint: tokens.id_token,
          post_logout_redirect_uri: party.application.postLogoutRedirectUri ?? '',
        })
      ).statusCode,
    ).toBe(302);
  } finally {
    await own.close();
  }
});
