// openid-client 6: on plain http by its switch for that, and without any switch on https, by the service's own certificate.
import * as oidc from 'openid-client';
import { Agent, fetch as fetchBy } from 'undici';
import { describeJourney, REQUEST, type Client, type Setting } from './journey.ts';

/** By default it trusts the connection for the ID token; the second one checks the signature as well. */
const SWITCHES = [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks];

async function connect({ siteUrl, clientId, clientSecret, redirectUri, certificate }: Setting): Promise<Client> {
  const options: oidc.DiscoveryRequestOptions =
    certificate === undefined
      ? { execute: SWITCHES }
      : { execute: [oidc.enableNonRepudiationChecks], [oidc.customFetch]: fetchTrusting(certificate) };
  const configuration = await oidc.discovery(
    new URL(siteUrl),
    clientId,
    undefined,
    oidc.ClientSecretBasic(clientSecret),
    options,
  );
  return {
    begin: async (parameters = {}) => {
      const checks = {
        expectedState: oidc.randomState(),
        expectedNonce: oidc.randomNonce(),
        pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(configuration, {
        ...REQUEST,
        redirect_uri: redirectUri,
        state: checks.expectedState,
        nonce: checks.expectedNonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
        code_challenge_method: 'S256',
        ...parameters,
      });
      const finish = async (answer: URL) => {
        const tokens = await oidc.authorizationCodeGrant(configuration, answer, { ...checks, idTokenExpected: true });
        return { accessToken: tokens.access_token, idToken: tokens.id_token ?? '', claims: { ...tokens.claims() } };
      };
      return { url, finish };
    },
    userinfo: ({ accessToken, claims }) => oidc.fetchUserInfo(configuration, accessToken, String(claims['sub'])),
    endSessionUrl: ({ idToken }, parameters) =>
      oidc.buildEndSessionUrl(configuration, { id_token_hint: idToken, ...parameters }),
  };
}

function fetchTrusting(certificate: string): oidc.CustomFetch {
  const dispatcher = new Agent({ connect: { ca: certificate } });
  return async (url, { method, headers, body }) => {
    const answer = await fetchBy(url, {
      method,
      headers,
      dispatcher,
      body: body instanceof URLSearchParams ? body.toString() : null,
    });
    return new Response(await answer.text(), { status: answer.status, headers: [...answer.headers] });
  };
}

describeJourney('openid-client 6 on http', connect);
describeJourney('openid-client 6 on https', connect, { isSecure: true });
