// Faults of the sign-in endpoints: authorization codes, tokens, redirects, hints and logout tokens.
import type { Mutant } from '../mutant.ts';
import { sqliteMutant } from '../sqlite-mutant.ts';

const TOKEN_ENDPOINT = 'oauth/token';
const ACCESS_TOKEN = 'models/access-token';
const ID_TOKEN = 'tokens/id-token';
const END_SESSION = 'oauth/end-session';
const REDIRECT_URI = 'oauth/redirect-uri';

export const SIGN_IN_MUTANTS: readonly Mutant[] = [
  sqliteMutant(
    'An authorization code is good for ten minutes',
    'models/authorization-code',
    [
      'addSeconds(now, AUTHORIZATION_CODE_LIFETIME_SECONDS)',
      'addSeconds(now, 10 * AUTHORIZATION_CODE_LIFETIME_SECONDS)',
    ],
    'oauth/token',
  ),
  sqliteMutant(
    'An authorization code can be redeemed many times',
    'models/authorization-code',
    ['hash = ? and redeemed_at is null and', 'hash = ? and'],
    'oauth/token',
  ),
  sqliteMutant(
    'The token endpoint takes any redirect_uri',
    TOKEN_ENDPOINT,
    ['grant.redirectUri === redirectUri ?', "redirectUri !== '' ?"],
    'oauth/token',
  ),
  sqliteMutant(
    'An application can redeem the code of another one',
    TOKEN_ENDPOINT,
    ['grant === undefined || grant.applicationId !== client.id', 'grant === undefined'],
    'oauth/token',
  ),
  sqliteMutant(
    'A code that was bound to a verifier is redeemed without one',
    TOKEN_ENDPOINT,
    ['if (codeChallenge === null) return', 'if (codeChallenge === null || codeVerifier === undefined) return'],
    'oauth/token',
  ),
  sqliteMutant(
    'A code that is used twice leaves its access token good',
    TOKEN_ENDPOINT,
    [
      '  await database.transaction((transaction) => revokeAccessTokenOfCode(publication, transaction, clock, grant.hash));\n',
      '',
    ],
    'oauth/token',
  ),
  sqliteMutant(
    'Any client secret is right',
    'oauth/client-authentication',
    ['const isRightSecret = isEqualSecret(', 'const isRightSecret = client !== undefined || isEqualSecret('],
    'oauth/client-authentication',
  ),
  sqliteMutant(
    'An access token never expires',
    ACCESS_TOKEN,
    ['t.expires_at > ?', '(t.expires_at > ? or true)'],
    'oauth/userinfo',
  ),
  sqliteMutant('A revoked access token stays good', ACCESS_TOKEN, [' and t.revoked_at is null', ''], 'oauth/token'),
  sqliteMutant(
    'An access token is good at every publication',
    ACCESS_TOKEN,
    ['t.publication_id = p0.id and t.hash', 't.hash'],
    'oauth/everywhere',
  ),
  sqliteMutant(
    'The signature of an id_token_hint is not verified',
    ID_TOKEN,
    [
      'await compactVerify(token, key, { algorithms: [SIGNING_ALGORITHM] })',
      "{ payload: Buffer.from(token.split('.')[1] ?? '', 'base64url') }",
    ],
    'oauth/end-session',
  ),
  sqliteMutant(
    'An id_token_hint of any issuer is taken',
    ID_TOKEN,
    ['claims.success && claims.data.iss === issuer ?', 'claims.success ?'],
    'tokens/signing-keys',
  ),
  sqliteMutant(
    "Anybody's ID token signs out whoever uses the browser",
    END_SESSION,
    ['hint?.sid !== session.id', 'hint === undefined'],
    'oauth/end-session',
  ),
  sqliteMutant(
    'After the sign-out, what begins like the registered address is redirected to',
    END_SESSION,
    ['uri === client.postLogoutRedirectUri ? uri', "uri.startsWith(client.postLogoutRedirectUri ?? ' ') ? uri"],
    'oauth/end-session',
  ),
  sqliteMutant(
    "A parameter of the answer's own name may be added to a redirect URI",
    REDIRECT_URI,
    ['!RESPONSE_PARAMETERS.has(name) && ', ''],
    'oauth/redirect-uri',
  ),
  sqliteMutant(
    'What begins like the registered redirect URI is taken for it',
    REDIRECT_URI,
    ['added.startsWith(separator) && ', ''],
    'oauth/redirect-uri',
  ),
  sqliteMutant(
    'A logout token lives for twenty minutes',
    'tokens/logout-token',
    ['LOGOUT_TOKEN_LIFETIME_SECONDS = 120', 'LOGOUT_TOKEN_LIFETIME_SECONDS = 1200'],
    'tokens/logout-token',
  ),
  sqliteMutant(
    'The end-session endpoint tells applications that did not ask for it',
    'models/logout-receiver',
    [' and a.backchannel_logout_on_end_session', ''],
    'outbound/backchannel-logout',
  ),
];
