// GET /.well-known/openid-configuration and /.well-known/oauth-authorization-server (OpenID Connect Discovery 1.0
// section 3, RFC 8414): an addition to service.md that nearly every client library needs. All URLs are built from the
// publication's site_url, never from the request.
import type { Reply, SignInRequest } from '../http/operation.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { hasClientSecretPost } from '../models/sign-in/oauth-application.ts';
import type { Service } from '../service.ts';
import { getPublication } from '../site/publication.ts';
import { SIGNING_ALGORITHM } from '../tokens/signing-keys.ts';
import { E_MAILED_CODE_ACR } from './authorization-request.ts';
import { SCOPES } from './scope.ts';

/** Our choice: so soon no cache on the way hands out a key that was stolen, or settings that were changed. */
const METADATA_MAX_AGE_SECONDS = 300;
/** Metadata is public and the same for everybody; scripts of any origin may read it. */
export const PUBLIC_METADATA = {
  'cache-control': `public, max-age=${METADATA_MAX_AGE_SECONDS}`,
  'access-control-allow-origin': '*',
};
const CLAIMS = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'auth_time',
  'acr',
  'nonce',
  'sid',
  'member_id',
  'email',
  'email_verified',
  'name',
  'plan',
  'plan_slugs',
];

export async function getOpenidConfiguration(
  service: Service,
  request: SignInRequest,
): Promise<Reply<'getOpenidConfiguration'>> {
  const publication = await getPublication(service, request);
  const { siteUrl } = publication;
  const body = {
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
    id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    scopes_supported: [...SCOPES],
    claims_supported: CLAIMS,
    token_endpoint_auth_methods_supported: await authenticationMethods(service, publication),
    acr_values_supported: [E_MAILED_CODE_ACR],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login'],
    claims_parameter_supported: false,
    // Core 6.2 and Discovery 3: request_uri_parameter_supported is true by default, so both are set.
    request_parameter_supported: false as const,
    request_uri_parameter_supported: false as const,
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
  return { status: 200, headers: PUBLIC_METADATA, body };
}

/** Decisions 20: client_secret_post is for applications that allow it, so it is named while there is one. */
async function authenticationMethods({ database }: Service, publication: PublicationRow): Promise<string[]> {
  return (await hasClientSecretPost(publication, database))
    ? ['client_secret_basic', 'client_secret_post']
    : ['client_secret_basic'];
}
