// Validates an authorization request whose client and redirect URI are valid (service.md, Authorization endpoint; Core
// 3.1.2.1, RFC 6749 section 4.1.1): the checks in order of precedence. Every failure is returned to the application by
// redirect.
import { hasControlCharacter } from '../http/bodies/form.ts';
import type { Client } from '../models/sign-in/client.ts';
import { AuthorizationError } from './errors.ts';
import { parseMaxAge, type AuthorizationParameters } from './parameters.ts';
import { parseScope } from './scope.ts';

/**
 * Our choice: with the marker of sign-in-again.ts it fits into the return_to of the sign-in page
 * (site/destinations.ts).
 */
const REQUEST_MAX_LENGTH = 8000;

/**
 * Our choice: the authentication context class of each sign-in (Core 2, acr), level 1 of ISO/IEC 29115. A code that was
 * e-mailed proves that it is the same person as before, and nothing about who that is.
 */
export const E_MAILED_CODE_ACR = '1';

/** A valid request, which may be answered with an authorization code. */
export interface AcceptedRequest {
  readonly scope: string;
  readonly prompt: 'none' | 'login' | undefined;
  /** Seconds. */
  readonly maxAge: number | undefined;
  readonly nonce: string | null;
  readonly codeChallenge: string | null;
  readonly acr: string | null;
  readonly idTokenHint: string | undefined;
}

type Check = (parameters: AuthorizationParameters, client: Client) => void;

/** In order of precedence; each throws AuthorizationError. */
const CHECKS: readonly Check[] = [
  checkClientEnabled,
  checkReadable,
  checkNotRepeated,
  checkLengths,
  checkState,
  checkRequestObjects,
  checkResponseType,
  checkResponseMode,
  checkPrompt,
  checkCodeChallenge,
];

/** Runs all checks and parses the parameters. Throws AuthorizationError. */
export function acceptRequest(parameters: AuthorizationParameters, client: Client): AcceptedRequest {
  for (const check of CHECKS) check(parameters, client);
  const scope = parseScope(parameters.get('scope'));
  const maxAge = parseMaxAge(parameters.get('max_age'));
  const prompt = parameters.get('prompt');
  return {
    scope,
    maxAge,
    prompt: prompt === 'none' || prompt === 'login' ? prompt : undefined,
    nonce: parameters.get('nonce') ?? null,
    codeChallenge: parameters.get('code_challenge') ?? null,
    // Core 3.1.2.1: acr_values is a wish, so other values than ours are no error; acr says which context it was.
    acr: parameters.get('acr_values') === undefined ? null : E_MAILED_CODE_ACR,
    idTokenHint: parameters.get('id_token_hint'),
  };
}

/** service.md: unauthorized_client, client not allowed to request a code this way. */
function checkClientEnabled(_parameters: AuthorizationParameters, client: Client): void {
  if (client.disabledAt !== null) throw new AuthorizationError('unauthorized_client', 'This application is disabled');
}

/** service.md: invalid_request, malformed request. */
function checkReadable(parameters: AuthorizationParameters): void {
  if (parameters.isMalformed)
    throw new AuthorizationError('invalid_request', 'The request holds text that is not percent-encoded UTF-8');
}

/** service.md: invalid_request, repeated parameter. */
function checkNotRepeated(parameters: AuthorizationParameters): void {
  if (parameters.repeated !== undefined)
    throw new AuthorizationError('invalid_request', `${parameters.repeated} was sent more than once`);
}

/** Decisions 33; the whole request must fit into the return_to of the sign-in page. */
function checkLengths(parameters: AuthorizationParameters): void {
  if (parameters.lengthFault !== undefined) throw new AuthorizationError('invalid_request', parameters.lengthFault);
  if (parameters.toPath().length > REQUEST_MAX_LENGTH)
    throw new AuthorizationError('invalid_request', 'The request is too long');
}

/** RFC 6749 appendix A.5: state is text. */
function checkState(parameters: AuthorizationParameters): void {
  const state = parameters.get('state');
  if (state !== undefined && hasControlCharacter(state))
    throw new AuthorizationError('invalid_request', 'state holds control characters');
}

/** Core 3.1.2.6 and 6.1: request objects are not supported, and no request_uri is fetched. */
function checkRequestObjects(parameters: AuthorizationParameters): void {
  if (parameters.get('request') !== undefined)
    throw new AuthorizationError('request_not_supported', 'request is not supported');
  if (parameters.get('request_uri') !== undefined)
    throw new AuthorizationError('request_uri_not_supported', 'request_uri is not supported');
  if (parameters.get('registration') !== undefined)
    throw new AuthorizationError('registration_not_supported', 'registration is not supported');
}

/** service.md: response_type is required and must be code. */
function checkResponseType(parameters: AuthorizationParameters): void {
  const responseType = parameters.get('response_type');
  if (responseType === undefined) throw new AuthorizationError('invalid_request', 'response_type is required');
  if (responseType !== 'code') throw new AuthorizationError('unsupported_response_type', 'response_type must be code');
}

/** OAuth 2.0 Multiple Response Types 2.1: of the response modes, query alone is supported. */
function checkResponseMode(parameters: AuthorizationParameters): void {
  if (!['query', undefined].includes(parameters.get('response_mode')))
    throw new AuthorizationError('invalid_request', 'response_mode must be query');
}

/** Core 3.1.2.1: the value none must stand alone. service.md defines none; decisions 22 add login. */
function checkPrompt(parameters: AuthorizationParameters): void {
  if (!['none', 'login', undefined].includes(parameters.get('prompt')))
    throw new AuthorizationError('invalid_request', 'prompt must be none or login');
}

/**
 * RFC 7636 section 4.2 to 4.4.1: 43 to 128 unreserved characters; S256 only, as RFC 9700 section 2.1.1 asks. Absent only
 * where the application does not require it.
 */
function checkCodeChallenge(parameters: AuthorizationParameters, { requirePkce }: Client): void {
  const codeChallenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (codeChallenge === undefined && requirePkce)
    throw new AuthorizationError('invalid_request', 'This application must send a code_challenge (PKCE)');
  if (codeChallenge === undefined && method === undefined) return;
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(codeChallenge ?? ''))
    throw new AuthorizationError('invalid_request', 'code_challenge must be 43 to 128 unreserved characters');
  if (method !== 'S256') throw new AuthorizationError('invalid_request', 'code_challenge_method must be S256');
}
