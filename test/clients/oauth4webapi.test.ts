// oauth4webapi 3, step by step as its own examples go: discovery, the answer's checks (state and iss), the code, the ID token with its
// signature, userinfo. It has no function for end-session, so that address is put together from the metadata.
import * as oauth from 'oauth4webapi';
import { describeJourney, REQUEST, type Client, type Setting, type SignedIn } from './journey.ts';

const INSECURE = { [oauth.allowInsecureRequests]: true };

interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

async function connect(setting: Setting): Promise<Client> {
  const issuer = new URL(setting.siteUrl);
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, INSECURE));
  const client: oauth.Client = { client_id: setting.clientId };
  return {
    begin: async (parameters = {}) => {
      const checks = {
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        codeVerifier: oauth.generateRandomCodeVerifier(),
      };
      const url = new URL(server.authorization_endpoint ?? '');
      const { state, nonce, codeVerifier } = checks;
      const challenge = {
        code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      };
      url.search = new URLSearchParams({
        ...REQUEST,
        client_id: setting.clientId,
        redirect_uri: setting.redirectUri,
        state,
        nonce,
        ...challenge,
        ...parameters,
      }).toString();
      return { url, finish: (answer) => redeem(server, client, setting, answer, checks) };
    },
    userinfo: async ({ accessToken, claims }) =>
      oauth.processUserInfoResponse(
        server,
        client,
        String(claims['sub']),
        await oauth.userInfoRequest(server, client, accessToken, INSECURE),
      ),
    endSessionUrl: ({ idToken }, parameters) => {
      const url = new URL(server.end_session_endpoint ?? '');
      url.search = new URLSearchParams({ id_token_hint: idToken, ...parameters }).toString();
      return url;
    },
  };
}

async function redeem(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  setting: Setting,
  answer: URL,
  { state, nonce, codeVerifier }: Checks,
): Promise<SignedIn> {
  const parameters = oauth.validateAuthResponse(server, client, answer, state);
  const authentication = oauth.ClientSecretBasic(setting.clientSecret);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    setting.redirectUri,
    codeVerifier,
    INSECURE,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  await oauth.validateApplicationLevelSignature(server, response, INSECURE);
  return {
    accessToken: tokens.access_token,
    idToken: tokens.id_token ?? '',
    claims: { ...oauth.getValidatedIdTokenClaims(tokens) },
  };
}

describeJourney('oauth4webapi 3', connect);
