// openid-client 5, the last version for CommonJS and still the one that most websites run: it takes http issuers without a switch, and always
// checks the signature of the ID token.
import { generators, Issuer, TokenSet } from 'openid-client-5';
import { describeJourney, REQUEST, type Client, type Setting } from './journey.ts';

async function connect({ siteUrl, clientId, clientSecret, redirectUri }: Setting): Promise<Client> {
  const issuer = await Issuer.discover(siteUrl);
  const client = new issuer.Client({
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [redirectUri],
    response_types: ['code'],
  });
  return {
    begin: async (parameters = {}) => {
      const checks = {
        state: generators.state(),
        nonce: generators.nonce(),
        code_verifier: generators.codeVerifier(),
        response_type: 'code',
      };
      const url = client.authorizationUrl({
        ...REQUEST,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: generators.codeChallenge(checks.code_verifier),
        code_challenge_method: 'S256',
        ...parameters,
      });
      const finish = async (answer: URL) => {
        const tokens = await client.callback(redirectUri, client.callbackParams(answer.href), checks);
        return {
          accessToken: tokens.access_token ?? '',
          idToken: tokens.id_token ?? '',
          claims: { ...tokens.claims() },
        };
      };
      return { url: new URL(url), finish };
    },
    // Given the ID token as well, it compares the subjects (Core 5.3.2).
    userinfo: ({ accessToken, idToken }) =>
      client.userinfo(new TokenSet({ access_token: accessToken, id_token: idToken })),
    endSessionUrl: ({ idToken }, parameters) =>
      new URL(client.endSessionUrl({ id_token_hint: idToken, ...parameters })),
  };
}

describeJourney('openid-client 5', connect);
