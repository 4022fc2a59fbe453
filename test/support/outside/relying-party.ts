// A relying party: an OAuth application with its secret, which sends browsers to authorize, redeems authorization codes and requests userinfo. Every
// answer is validated against openapi.yaml.
import type { LightMyRequestResponse } from 'fastify';
import { decodeJwt, type JWTPayload } from 'jose';
import type { Knex } from 'knex';
import {
  createOauthApplication,
  type ApplicationSettings,
  type OauthApplication,
} from '../../../src/models/sign-in/oauth-application.ts';
import { Browser, locationOf } from '../browser/browser.ts';
import { basic, givenPublication, type TestPublication } from '../publications/publication.ts';
import { expectDocumented } from '../service/contract.ts';
import type { TestService } from '../service/service.ts';

type Fields = Readonly<Record<string, string | undefined>>;

export const REDIRECT_URI = 'https://www.example.test/callback';
export const POST_LOGOUT_REDIRECT_URI = 'https://www.example.test/bye';

export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly created_at: number;
  readonly id_token: string;
}

export interface SignedIn {
  readonly browser: Browser;
  readonly tokens: TokenResponse;
  readonly claims: JWTPayload;
}

export class RelyingParty {
  readonly service: TestService;
  readonly given: TestPublication;
  readonly application: OauthApplication;
  readonly clientSecret: string;

  constructor(service: TestService, given: TestPublication, application: OauthApplication, clientSecret: string) {
    this.service = service;
    this.given = given;
    this.application = application;
    this.clientSecret = clientSecret;
  }

  get authorization(): string {
    return basic(this.application.clientId, this.clientSecret);
  }

  newBrowser(): Browser {
    return new Browser(this.service, this.given.publication);
  }

  /** The path of an authorization request; undefined removes a parameter. */
  authorizePath(parameters: Fields = {}): string {
    const defaults = {
      response_type: 'code',
      scope: 'openid email profile',
      client_id: this.application.clientId,
      redirect_uri: this.application.redirectUri,
      state: 'a state',
    };
    return `/oauth/authorize?${encode({ ...defaults, ...parameters })}`;
  }

  async authorize(browser: Browser, parameters: Fields = {}): Promise<LightMyRequestResponse> {
    const response = await browser.get(this.authorizePath(parameters));
    expectDocumented('authorize', response.statusCode, response.headers, response.body);
    return response;
  }

  /** The authorization code for a browser that is signed in. */
  async newCode(browser: Browser, parameters: Fields = {}): Promise<string> {
    return answerOf(await this.authorize(browser, parameters))['code'] ?? '';
  }

  async signedInBrowser(email = 'ada@example.org'): Promise<Browser> {
    const browser = this.newBrowser();
    await browser.signIn(email);
    return browser;
  }

  async token(
    form: Fields | string,
    headers: Record<string, string> = { authorization: this.authorization },
  ): Promise<LightMyRequestResponse> {
    const response = await this.service.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        host: this.given.publication.siteHost,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: typeof form === 'string' ? form : encode(form),
    });
    expectDocumented('issueToken', response.statusCode, response.headers, response.body);
    return response;
  }

  /** Redeems with correct parameters, but for those given; undefined removes a parameter. */
  redeem(code: string, form: Fields = {}, headers?: Record<string, string>): Promise<LightMyRequestResponse> {
    return this.token(
      { grant_type: 'authorization_code', code, redirect_uri: this.application.redirectUri, ...form },
      headers,
    );
  }

  async userinfo(accessToken: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const response = await this.service.app.inject({
      method: 'GET',
      url: '/oauth/userinfo',
      headers: { host: this.given.publication.siteHost, authorization: `Bearer ${accessToken}`, ...headers },
    });
    expectDocumented('getUserinfo', response.statusCode, response.headers, response.body);
    return response;
  }

  endSessionPath(parameters: Fields = {}): string {
    return `/oauth/end_session?${encode(parameters)}`;
  }

  async endSession(browser: Browser, parameters: Fields = {}): Promise<LightMyRequestResponse> {
    const response = await browser.get(this.endSessionPath(parameters));
    expectDocumented('endSession', response.statusCode, response.headers, response.body);
    return response;
  }

  /** Runs the whole flow in a new browser: sign-in pages, authorize, token. */
  async signIn({ email = 'ada@example.org', ...parameters }: Fields = {}): Promise<SignedIn> {
    return this.signInOn(await this.signedInBrowser(email), parameters);
  }

  /** Runs authorize and token in a browser that is signed in. */
  async signInOn(browser: Browser, parameters: Fields = {}): Promise<SignedIn> {
    const tokens = tokensOf(await this.redeem(await this.newCode(browser, parameters)));
    return { browser, tokens, claims: decodeJwt(tokens.id_token) };
  }
}

/** An application of the publication, or of a new one. */
export async function givenRelyingParty(
  service: TestService,
  settings: Partial<ApplicationSettings> = {},
  given?: TestPublication,
): Promise<RelyingParty> {
  const owner = given ?? (await givenPublication(service));
  const complete = {
    name: 'The Weekly',
    redirectUri: REDIRECT_URI,
    postLogoutRedirectUri: POST_LOGOUT_REDIRECT_URI,
    ...settings,
  };
  const { application, clientSecret } = await service.database.transaction((transaction) =>
    createOauthApplication(owner.publication, transaction, service.clock, complete, { allowsLoopbackHttp: false }),
  );
  return new RelyingParty(service, owner, application, clientSecret);
}

/** The parameters that a redirect carries; the first of each name. */
export function answerOf(response: LightMyRequestResponse): Record<string, string> {
  const location = locationOf(response);
  return location === ''
    ? {}
    : Object.fromEntries([...new URL(location, 'https://site.invalid').searchParams].toReversed());
}

export function tokensOf(response: LightMyRequestResponse): TokenResponse {
  if (response.statusCode !== 200)
    throw new Error(`the token endpoint answered ${response.statusCode} ${response.body}`);
  return response.json<TokenResponse>();
}

export function encode(fields: Fields): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) given.append(name, value);
  return given.toString();
}

/** Changes records directly in the database, as a fault or an operator would. */
export function changeRecords(service: TestService, change: (knex: Knex) => PromiseLike<unknown>): Promise<void> {
  return service.database.transaction(async ({ knex }) => {
    await change(knex);
  });
}
