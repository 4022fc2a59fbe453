// The URIs that an OAuth application may register (RP-Initiated Logout 3.1, RFC 9700 section 2.1). Redirects go to
// these only, so a URI that could lead elsewhere, run a script or be spelled in two ways is refused here.
import { isLoopbackHost } from '../loopback.ts';
import { InvalidValue } from './errors.ts';

/** Plain http is allowed for loopback hosts, in the local demo only. */
export interface RegistrationPolicy {
  readonly allowsLoopbackHttp: boolean;
}

/** The response's own parameters: a redirect URI that has one could pass for a response (decisions 21). */
export const RESPONSE_PARAMETERS: ReadonlySet<string> = new Set([
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
  'session_state',
  'id_token',
  'access_token',
  'token_type',
  'expires_in',
  'response',
]);

const URI_MAX_LENGTH = 2048;
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/** Whether a URI holds %00 to %1f or %7f, at which some parsers cut a text or which they leave out. */
export function hasEncodedControlCharacter(uri: string): boolean {
  return /%(?:[01][0-9a-f]|7f)/i.test(uri);
}

/** Throws InvalidValue. */
export function checkRedirectUri(text: string, policy: RegistrationPolicy): string {
  const uri = checkRegisteredUri('redirect_uri', text, policy);
  const reserved = [...new URL(uri).searchParams.keys()].find((name) => RESPONSE_PARAMETERS.has(name.toLowerCase()));
  if (reserved !== undefined)
    throw new InvalidValue(
      'redirect_uri',
      `redirect_uri must not carry the parameter ${reserved}, which the answer itself may have`,
    );
  return uri;
}

/** Sign-in rules E16 and B11: https, no fragment, no user info, one spelling; a query is kept. Throws InvalidValue. */
export function checkRegisteredUri(field: string, given: string, policy: RegistrationPolicy): string {
  const text = given.trim();
  const refuse = (what: string): never => {
    throw new InvalidValue(field, `${field} ${what}`);
  };
  if (text.length > URI_MAX_LENGTH) refuse(`must be at most ${URI_MAX_LENGTH} characters long`);
  if (!URL.canParse(text)) refuse('must be an address such as https://www.example.org/callback');
  const url = new URL(text);
  const isLoopbackHttp = policy.allowsLoopbackHttp && url.protocol === 'http:' && isLoopbackHost(url.hostname);
  if (url.protocol !== 'https:' && !isLoopbackHttp) refuse('must be an https address');
  if (text.includes('#')) refuse('must not have a fragment');
  if (hasEncodedControlCharacter(text)) refuse('must not have control characters such as %00');
  if (url.username !== '' || url.password !== '') refuse('must not have a user name');
  if (!PRINTABLE_ASCII.test(text) || (url.href !== text && url.href !== `${text}/`))
    refuse(`must be spelled ${url.href}`);
  return text;
}
