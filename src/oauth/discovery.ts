// GET /.well-known/openid-configuration and /.well-known/oauth-authorization-server (OpenID Connect Discovery 1.0
// section 3, RFC 8414): an addition to service.md that nearly every client library needs. All URLs are built from the
// publication's site_url, never from the request.
import type { Reply, SignInRequest } from '../http/operation.ts';
import type { Service } from '../service.ts';
import { getPublication } from '../site/publication.ts';
import { SIGNING_ALGORITHM } from '../tokens/signing-keys.ts';
import { SCOPES } from './scope.ts';

/** Metadata is public and the same for everybody; scripts of any origin may read it. */
export const PUBLIC_METADATA = { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' };
const CLAIMS = [
  'iss',
  'sub',
  'aud',
  'exp',
  'iat',
  'auth_time',
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
  const { siteUrl } = await getPublication(service, request);
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
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
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
