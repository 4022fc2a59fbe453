// docs/presets: the commands and settings of each page, tried with the requests that the plugin sends and the checks that it makes.
// Discourse: discourse-openid-connect on omniauth-oauth2. WordPress: daggerhart-openid-connect-generic 3.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OauthApplicationRecord } from '../../src/models/sign-in/oauth-application.ts';
import { parseKeySet } from '../../src/tokens/key-set.ts';
import { locationOf, type Browser } from '../support/browser/browser.ts';
import { encode, RelyingParty, tokensOf } from '../support/outside/relying-party.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { basic, givenPublication, type TestPublication } from '../support/publications/publication.ts';
import { openService, type TestService } from '../support/service/service.ts';

const SITE_URL = 'https://members.example.org';
let service: TestService;
let given: TestPublication;

beforeAll(async () => {
  service = await openService();
  given = await givenPublication(service, { siteUrl: SITE_URL });
});
afterAll(() => service.close());

interface Preset {
  readonly party: RelyingParty;
  /** The value in code letters, by the name of the setting. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Does what the page says. */
async function follow(page: string): Promise<Preset> {
  const text = readFileSync(new URL(`../../docs/presets/${page}.md`, import.meta.url), 'utf8');
  const [, options = ''] = /^npm run -s masthead -- (application create .*)$/m.exec(text) ?? [];
  const args = [...options.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const made = await new CommandLine({ DATABASE_URL: service.config.databaseUrl }).json<{
    id: string;
    client_secret: string;
  }>(...args);
  const application = await OauthApplicationRecord.get(given.publication, service.database, made.id);
  const rows = [...text.matchAll(/^\| ([^|]+?) +\| `([^`]+)`/gm)].map(([, name = '', value = '']) => [name, value]);
  return {
    party: new RelyingParty(service, given, application, made.client_secret),
    settings: Object.fromEntries(rows),
  };
}

async function getJson(url: string): Promise<Record<string, unknown>> {
  expect(url.startsWith(`${SITE_URL}/`)).toBe(true);
  const response = await service.app.inject({
    url: url.slice(SITE_URL.length),
    headers: { host: 'members.example.org' },
  });
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    200,
    expect.stringContaining('application/json'),
  ]);
  return response.json();
}

/** What came back, after checking that it went to the plugin's address and no other. */
function answerAt(redirectUri: string, location: string): URLSearchParams {
  const prefix = `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}`;
  expect(location.slice(0, prefix.length)).toBe(prefix);
  return new URL(location).searchParams;
}

describe('Discourse', () => {
  let preset: Preset;
  let browser: Browser;
  const setting = (name: string): string => preset.settings[`openid connect ${name}`] ?? '';

  beforeAll(async () => {
    preset = await follow('discourse');
    browser = await preset.party.signedInBrowser();
  });

  /** From the button to the member: everything the strategy does, with parameters of the request on top. */
  async function signIn(extra: Record<string, string> = {}, tokenExtra: Record<string, string> = {}) {
    const { party } = preset;
    const document = await getJson(setting('discovery document'));
    for (const name of ['authorization_endpoint', 'token_endpoint', 'issuer', 'userinfo_endpoint'])
      expect(document[name]).toEqual(expect.any(String));
    expect(document['token_endpoint_auth_methods_supported']).toContain('client_secret_basic');
    const [state, nonce] = [randomBytes(24).toString('hex'), randomBytes(32).toString('hex')];
    const redirectUri = party.application.redirectUri;
    const query = encode({
      client_id: party.application.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: setting('authorize scope'),
      state,
      nonce,
      ...extra,
    });
    const answer = answerAt(
      redirectUri,
      locationOf(await browser.get(`${String(document['authorization_endpoint'])}?${query}`)),
    );
    expect([answer.get('error'), answer.get('state')]).toEqual([null, state]);
    const form = {
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      redirect_uri: redirectUri,
      ...tokenExtra,
    };
    const tokens = tokensOf(
      await party.token(form, { authorization: basic(party.application.clientId, party.clientSecret) }),
    );
    return { tokens, nonce, issuer: document['issuer'] };
  }

  test('I2 I4 I5 signs a member in: issuer, audience, expiry and nonce are what the strategy checks', async () => {
    const { tokens, nonce, issuer } = await signIn();
    const claims = decodeJwt(tokens.id_token);
    expect(claims).toMatchObject({ iss: issuer, aud: preset.party.application.clientId, nonce });
    expect(Number(claims.exp)).toBeGreaterThan(Date.now() / 1000);
  });

  test('I3 U8 gets the same sub at userinfo, the address, and email_verified as a boolean', async () => {
    const { tokens } = await signIn();
    const userinfo = (await preset.party.userinfo(tokens.access_token)).json();
    expect(userinfo).toMatchObject({
      sub: decodeJwt(tokens.id_token).sub,
      email: 'ada@example.org',
      email_verified: true,
    });
  });

  test('A4 A5 T14 may send an empty prompt, claims that are ignored, and scope to the token endpoint', async () => {
    const { tokens } = await signIn({ prompt: '', claims: '{"id_token":{}}' }, { scope: 'openid email' });
    expect(tokens.scope).toBe('openid email profile');
  });

  test('A35 T23 may use PKCE', async () => {
    const verifier = randomBytes(64).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const { tokens } = await signIn(
      { code_challenge: challenge, code_challenge_method: 'S256' },
      { code_verifier: verifier },
    );
    expect(tokens.token_type).toBe('Bearer');
  });

  test('E2 signs a member out and gets the browser back', async () => {
    const { tokens } = await signIn();
    const target = setting('rp initiated logout redirect');
    const document = await getJson(setting('discovery document'));
    const query = encode({ id_token_hint: tokens.id_token, post_logout_redirect_uri: target });
    expect(locationOf(await browser.get(`${String(document['end_session_endpoint'])}?${query}`))).toBe(target);
    expect((await preset.party.userinfo(tokens.access_token)).statusCode).toBe(401);
  });
});

describe('WordPress', () => {
  let preset: Preset;
  let browser: Browser;

  beforeAll(async () => {
    preset = await follow('wordpress');
    browser = await preset.party.signedInBrowser('grace@example.org');
  });

  const endpoint = (name: string): string => preset.settings[name] ?? '';
  const pathOf = (url: string): string => url.replace(SITE_URL, '');

  async function signIn() {
    const { clientId, redirectUri } = preset.party.application;
    const state = createHash('md5').update(randomBytes(8)).digest('hex');
    const parts = [
      'response_type=code',
      `scope=${phpUrlencode(endpoint('OpenID Scope'))}`,
      `client_id=${phpUrlencode(clientId)}`,
      `state=${state}`,
      `redirect_uri=${phpUrlencode(redirectUri)}`,
    ];
    const answer = answerAt(
      redirectUri,
      locationOf(await browser.get(`${endpoint('Login Endpoint URL')}?${parts.join('&')}`)),
    );
    expect([answer.get('action'), answer.get('error'), answer.get('state')]).toEqual([
      'openid-connect-authorize',
      null,
      state,
    ]);
    const body = {
      code: answer.get('code') ?? '',
      client_id: clientId,
      client_secret: preset.party.clientSecret,
      redirect_uri: redirectUri,
      grant_type: 'authorization_code',
      scope: endpoint('OpenID Scope'),
    };
    expect(endpoint('Token Validation Endpoint URL')).toBe(`${SITE_URL}/oauth/token`);
    return tokensOf(await preset.party.token(body, {}));
  }

  test('A11 A17 T14 signs a reader in by a redirect URI with a query and the secret in the body', async () => {
    const tokens = await signIn();
    expect(tokens.token_type).toMatch(/^bearer$/i);
    expect(tokens).not.toHaveProperty('refresh_token');
  });

  test('I1 I3 verifies the ID token by the key set and the issuer of the settings', async () => {
    const { id_token } = await signIn();
    const keySet = parseKeySet(JSON.stringify(await getJson(endpoint('JWKS URI')))) ?? { keys: [] };
    for (const key of keySet.keys) expect(key).toMatchObject({ alg: 'RS256', kid: expect.any(String) });
    const { payload } = await jwtVerify(id_token, createLocalJWKSet(keySet), {
      issuer: endpoint('Issuer'),
      audience: preset.party.application.clientId,
    });
    expect(payload[endpoint('Identity Key')]).toMatch(/^cus_/);
  });

  test.each([
    ['without a body', {}],
    ['with an empty form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ])('U1 asks for userinfo by POST %s and finds the same person', async (_how, headers) => {
    const tokens = await signIn();
    const url = pathOf(endpoint('Userinfo Endpoint URL'));
    const response = await service.app.inject({
      method: 'POST',
      url,
      headers: { host: 'members.example.org', authorization: `Bearer ${tokens.access_token}`, ...headers },
      payload: '',
    });
    const userinfo = response.json();
    expect(userinfo).toMatchObject({ sub: decodeJwt(tokens.id_token).sub, email: 'grace@example.org' });
    expect([userinfo[endpoint('Identity Key')], userinfo[endpoint('Nickname Key')]]).toEqual([
      userinfo.sub,
      userinfo.sub,
    ]);
  });

  test('T9 is refused with the secret in the body where the application does not allow it', async () => {
    const { party } = await follow('discourse');
    const body = {
      code: 'x',
      client_id: party.application.clientId,
      client_secret: party.clientSecret,
      redirect_uri: party.application.redirectUri,
      grant_type: 'authorization_code',
    };
    const response = await party.token(body, {});
    expect([response.statusCode, response.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
  });

  test('E2 signs a reader out and gets the browser back to the page of WordPress', async () => {
    const { id_token } = await signIn();
    const { postLogoutRedirectUri } = preset.party.application;
    const url = `${endpoint('End Session Endpoint URL')}?id_token_hint=${id_token}&post_logout_redirect_uri=${phpUrlencode(postLogoutRedirectUri ?? '')}`;
    expect(locationOf(await browser.get(url))).toBe(postLogoutRedirectUri);
  });
});

/** As PHP's urlencode: a space is a plus, and ~ is escaped. */
function phpUrlencode(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+').replaceAll('~', '%7E').replaceAll("'", '%27');
}
