// The tenancy matrix of the sign-in provider: for each operation of the contract, what belongs to A tried on the site of B, and the reverse.
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { SignInOperationId } from '../../generated/operation-ids.ts';
import {
  encode,
  POST_LOGOUT_REDIRECT_URI,
  type RelyingParty,
  type SignedIn,
} from '../support/outside/relying-party.ts';
import { expectDocumented } from '../support/service/contract.ts';
import { tracesIn } from './rows.ts';

/** A publication with an application, and a reader who is signed in there. */
export interface World {
  readonly party: RelyingParty;
  readonly reader: SignedIn;
  readonly canary: string;
  /** What would give the other publication away. */
  foreign: readonly string[];
}

export interface Row {
  readonly title: string;
  readonly check: (a: World, b: World) => Promise<void>;
}

type Fields = Readonly<Record<string, string>>;

/** A request to the site of a world, with headers that may be another's. Nothing of the other that was not named is in the answer. */
async function at(
  world: World,
  operationId: SignInOperationId,
  url: string,
  headers: Fields = {},
  form?: Fields,
): Promise<LightMyRequestResponse> {
  const host = { host: world.party.given.publication.siteHost };
  const body = form === undefined ? {} : { payload: encode(form) };
  const type: Fields = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await world.party.service.app.inject({
    method: form === undefined ? 'GET' : 'POST',
    url,
    headers: { ...host, ...type, ...headers },
    ...body,
  });
  expectDocumented(operationId, response.statusCode, response.headers, response.body);
  const asked = [url, JSON.stringify([headers, form])].join(' ');
  const answered = `${response.body} ${JSON.stringify(response.headers)}`;
  expect(
    tracesIn(
      answered,
      world.foreign.filter((trace) => !asked.includes(trace)),
    ),
  ).toEqual([]);
  return response;
}

/** The cookies of A's reader, which a real browser would never send to B. */
function cookiesOf({ reader }: World): Fields {
  return { cookie: [...reader.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
}

function expectPage(response: LightMyRequestResponse, canary: string): void {
  expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
  expect(response.body).not.toContain(canary);
}

function authorizeRows(operationId: 'authorize' | 'authorizeByPost'): readonly Row[] {
  const send = async (world: World, parameters: string, headers: Fields): Promise<LightMyRequestResponse> => {
    if (operationId === 'authorize') return at(world, operationId, `/oauth/authorize?${parameters}`, headers);
    // A POST is answered by the same request by GET, without a look at it.
    const { headers: answer } = await at(
      world,
      operationId,
      '/oauth/authorize',
      headers,
      Object.fromEntries(new URLSearchParams(parameters)),
    );
    return at(world, 'authorize', String(answer.location), headers);
  };
  const parametersOf = ({ party }: World): string => party.authorizePath({ prompt: 'none' }).split('?')[1] ?? '';
  return [
    {
      title: "A's client is unknown on B's site",
      check: async (a, b) => expectPage(await send(b, parametersOf(a), cookiesOf(b)), a.canary),
    },
    {
      title: "A's session is none on B's site",
      check: async (a, b) => {
        const { headers } = await send(b, parametersOf(b), cookiesOf(a));
        expect(new URL(String(headers.location)).searchParams.get('error')).toBe('login_required');
      },
    },
  ];
}

function userinfoRows(operationId: 'getUserinfo' | 'postUserinfo'): readonly Row[] {
  const form = operationId === 'postUserinfo' ? {} : undefined;
  const check = async (a: World, b: World): Promise<void> => {
    const authorization = `Bearer ${a.reader.tokens.access_token}`;
    const response = await at(b, operationId, '/oauth/userinfo', { authorization }, form);
    expect([response.statusCode, response.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ]);
    expect(response.body).not.toContain(a.canary);
    expect((await at(a, operationId, '/oauth/userinfo', { authorization }, form)).statusCode).toBe(200);
  };
  return [{ title: "A's access token is none on B's site", check }];
}

function endSessionRows(operationId: 'endSession' | 'endSessionByPost'): readonly Row[] {
  const check = async (a: World, b: World): Promise<void> => {
    const parameters = { id_token_hint: a.reader.tokens.id_token, post_logout_redirect_uri: POST_LOGOUT_REDIRECT_URI };
    const response =
      operationId === 'endSession'
        ? await at(b, operationId, `/oauth/end_session?${encode(parameters)}`, cookiesOf(b))
        : await at(b, operationId, '/oauth/end_session', cookiesOf(b), parameters);
    expect(response.headers.location ?? '').not.toContain(POST_LOGOUT_REDIRECT_URI);
    for (const { party, reader } of [a, b])
      expect((await party.userinfo(reader.tokens.access_token)).statusCode).toBe(200);
  };
  return [{ title: "A's ID token signs nobody out on B's site", check }];
}

/** Public documents: each site tells of itself alone. */
function documentRows(operationId: SignInOperationId, url: string): readonly Row[] {
  const check = async (a: World, b: World): Promise<void> => {
    const response = await at(b, operationId, url, {
      'x-forwarded-host': a.party.given.publication.siteHost,
      forwarded: `host=${a.party.given.publication.siteHost}`,
    });
    expect(response.statusCode).toBe(200);
    expect(response.body).not.toContain(a.canary);
  };
  return [{ title: "B's document tells nothing of A, whatever the request claims", check }];
}

export const SIGN_IN_ROWS: Record<SignInOperationId, readonly Row[]> = {
  authorize: authorizeRows('authorize'),
  authorizeByPost: authorizeRows('authorizeByPost'),
  issueToken: [
    {
      title: "A's code is none for B's client, and A can still redeem it",
      check: async (a, b) => {
        const code = await a.party.newCode(a.reader.browser);
        const stolen = await b.party.redeem(code);
        expect([stolen.statusCode, stolen.json().error]).toEqual([400, 'invalid_grant']);
        expect((await a.party.redeem(code)).statusCode).toBe(200);
      },
    },
    {
      title: "A's client is unknown on B's site, like one that never was",
      check: async (a, b) => {
        const send = (authorization: string): Promise<LightMyRequestResponse> =>
          b.party.redeem('a-code', {}, { authorization });
        const [known, unknown] = [
          await send(a.party.authorization),
          await send(`Basic ${Buffer.from('client_never:secret_never').toString('base64')}`),
        ];
        expect([known.statusCode, known.body]).toEqual([401, unknown.body]);
      },
    },
  ],
  getUserinfo: userinfoRows('getUserinfo'),
  postUserinfo: userinfoRows('postUserinfo'),
  endSession: endSessionRows('endSession'),
  endSessionByPost: endSessionRows('endSessionByPost'),
  getOpenidConfiguration: documentRows('getOpenidConfiguration', '/.well-known/openid-configuration'),
  getOauthAuthorizationServer: documentRows('getOauthAuthorizationServer', '/.well-known/oauth-authorization-server'),
  getJwks: documentRows('getJwks', '/.well-known/jwks.json'),
  getSigningKeyPem: documentRows('getSigningKeyPem', '/.well-known/signing-key.pem'),
  getSigningKeysPem: documentRows('getSigningKeysPem', '/.well-known/signing-keys.pem'),
};
