// simple-oauth2 5, which knows OAuth only: the website keeps the state itself and checks the ID token with jose, as the publishers' guide
// tells it to. Its two ways to write client credentials into the Basic header must both work (RFC 6749 section 2.3.1).
import { randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { AuthorizationCode, type ModuleOptions } from 'simple-oauth2';
import { describeJourney, REQUEST, type Client, type Setting } from './journey.ts';

/** What an authorization server says no with. */
class Refused extends Error {
  readonly error: string;

  constructor(error: string) {
    super(error);
    this.error = error;
  }
}

function clientOf(
  { siteUrl, clientId, clientSecret }: Setting,
  credentialsEncodingMode: 'strict' | 'loose',
): AuthorizationCode {
  const options: ModuleOptions = {
    client: { id: clientId, secret: clientSecret },
    auth: { tokenHost: siteUrl, tokenPath: '/oauth/token', authorizePath: '/oauth/authorize' },
    options: { authorizationMethod: 'header', credentialsEncodingMode },
  };
  return new AuthorizationCode(options);
}

function connectBy(credentialsEncodingMode: 'strict' | 'loose') {
  return async (setting: Setting): Promise<Client> => {
    const { siteUrl, clientId, redirectUri } = setting;
    const client = clientOf(setting, credentialsEncodingMode);
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', siteUrl));
    return {
      begin: async (parameters = {}) => {
        const [state, nonce] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
        const request = { redirect_uri: redirectUri, scope: REQUEST.scope, state, nonce, ...parameters };
        const finish = async (answer: URL) => {
          const { token } = await client.getToken({ code: codeOf(answer, state), redirect_uri: redirectUri });
          const idToken = String(token['id_token']);
          const { payload } = await jwtVerify(idToken, keys, {
            algorithms: ['RS256'],
            issuer: siteUrl,
            audience: clientId,
          });
          if (payload['nonce'] !== nonce) throw new Error('the ID token is of another attempt');
          return { accessToken: String(token['access_token']), idToken, claims: payload };
        };
        return { url: new URL(client.authorizeURL(request)), finish };
      },
      userinfo: async ({ accessToken }) => askUserinfo(siteUrl, accessToken),
      endSessionUrl: ({ idToken }, parameters) =>
        new URL(
          `/oauth/end_session?${new URLSearchParams({ id_token_hint: idToken, ...parameters }).toString()}`,
          siteUrl,
        ),
    };
  };
}

function codeOf({ searchParams }: URL, state: string): string {
  if (searchParams.get('state') !== state) throw new Error('the answer is to another attempt');
  const error = searchParams.get('error');
  if (error !== null) throw new Refused(error);
  return searchParams.get('code') ?? '';
}

async function askUserinfo(siteUrl: string, accessToken: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${siteUrl}/oauth/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });
  if (!answer.ok) throw new Refused(answer.headers.get('www-authenticate') ?? String(answer.status));
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}

describeJourney('simple-oauth2 5, credentials encoded strictly', connectBy('strict'));
describeJourney('simple-oauth2 5, credentials encoded loosely', connectBy('loose'));
