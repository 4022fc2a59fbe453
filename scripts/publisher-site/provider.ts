// The calls of this website to the service, by the openid-client package: everything about the protocol is in this file.
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
  type UserInfoResponse,
} from 'openid-client';
import type { Attempt, Session } from './sessions.ts';
import type { Settings } from './settings.ts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/;

export class Provider {
  readonly #settings: Settings;
  #configuration: Promise<Configuration> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Endpoints and keys from {site_url}/.well-known/openid-configuration, read once. */
  configuration(): Promise<Configuration> {
    const { site_url, client_id, client_secret } = this.#settings;
    const issuer = new URL(site_url);
    // Plain http is for trying things out on one's own machine, and for nothing else.
    const execute = issuer.protocol === 'http:' && LOOPBACK.test(issuer.hostname) ? [allowInsecureRequests] : [];
    const client = ClientSecretBasic(client_secret);
    this.#configuration ??= discovery(issuer, client_id, undefined, client, { execute }).catch((error: unknown) => {
      this.#configuration = undefined;
      throw error;
    });
    return this.#configuration;
  }

  /** Where to send the browser, and what to remember until it is back. `prompt=none` shows no page: it only tells who is signed in. */
  async begin(isSilent: boolean): Promise<{ url: URL; attempt: Attempt }> {
    const attempt = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier(), isSilent };
    const url = buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: this.#settings.redirect_uri,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await calculatePKCECodeChallenge(attempt.codeVerifier),
      code_challenge_method: 'S256',
      ...(isSilent ? { prompt: 'none' } : {}),
    });
    return { url, attempt };
  }

  /** Redeems the code and checks the ID token: signature, issuer, audience, times, nonce. Throws when anything does not fit. */
  async finish(query: string, { state, nonce, codeVerifier }: Attempt): Promise<Session> {
    const answer = new URL(`${this.#settings.redirect_uri}${query}`);
    const tokens = await authorizationCodeGrant(await this.configuration(), answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
    });
    const claims = tokens.claims();
    if (claims === undefined || tokens.id_token === undefined) throw new Error('the service sent no ID token');
    return { idToken: tokens.id_token, accessToken: tokens.access_token, claims };
  }

  /** The reader as of now; undefined when the access token is no longer good. */
  async userinfo({ accessToken, claims }: Session): Promise<UserInfoResponse | undefined> {
    try {
      return await fetchUserInfo(await this.configuration(), accessToken, claims.sub);
    } catch {
      return undefined;
    }
  }

  /** Where to send the browser to sign out of the service, too; the ID token spares the reader a question. */
  async endSessionUrl({ idToken }: Session): Promise<URL> {
    return buildEndSessionUrl(await this.configuration(), {
      id_token_hint: idToken,
      post_logout_redirect_uri: this.#settings.post_logout_redirect_uri,
    });
  }
}
