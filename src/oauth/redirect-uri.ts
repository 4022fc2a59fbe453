// Compares a redirect URI with the registered ones (service.md, Authorization endpoint: "must equal the registered
// redirect URI; may add extra query parameters not in the registered one"; RFC 9700 section 2.1), and appends the
// answer to it. Strings are compared, not parsed URLs.
import { hasControlCharacter } from '../http/bodies/form.ts';
import { hasEncodedControlCharacter, RESPONSE_PARAMETERS } from '../models/registered-uri.ts';
import type { Client } from '../models/sign-in/client.ts';
import { redirectUrisOf } from '../models/sign-in/oauth-application.ts';

const REDIRECT_URI_MAX_LENGTH = 4096;
/**
 * RFC 3986 section 3.4: what a query may hold; no fragment, quotes, backslash, space, control or non-ASCII character.
 */
const QUERY = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?[\]]|%[0-9A-Fa-f]{2})+$/;

/** Decisions 39: each of the registered URIs follows the same rules. */
export function isRegisteredRedirectUri(
  client: Pick<Client, 'redirectUri' | 'moreRedirectUris' | 'redirectUriExact'>,
  text: string,
): boolean {
  return redirectUrisOf(client).some((registered) => isCoveredBy(registered, client, text));
}

function isCoveredBy(
  registered: string,
  { redirectUriExact }: Pick<Client, 'redirectUriExact'>,
  text: string,
): boolean {
  if (text === registered) return true;
  if (redirectUriExact || text.length > REDIRECT_URI_MAX_LENGTH || !text.startsWith(registered)) return false;
  const separator = registered.includes('?') ? '&' : '?';
  const added = text.slice(registered.length);
  return added.startsWith(separator) && isAdditionAllowed(registered, added.slice(1));
}

/**
 * RFC 6749 section 4.1.2: the answer is appended to the query; the redirect URI itself stays as it is, byte for byte.
 */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const added = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  if (added.length === 0) return uri;
  return `${uri}${separatorAfter(uri)}${added.join('&')}`;
}

function separatorAfter(uri: string): string {
  if (!uri.includes('?')) return '?';
  return uri.endsWith('?') || uri.endsWith('&') ? '' : '&';
}

/** Decisions 21: no parser may read an added parameter as one of the answer, or as one of the registered URI. */
function isAdditionAllowed(registered: string, added: string): boolean {
  if (!QUERY.test(added) || hasEncodedControlCharacter(added)) return false;
  const registeredNames = new Set(namesOf(registered.split('?').slice(1).join('?')).filter((name) => name !== ''));
  return namesOf(added).every(
    (name) => name !== undefined && !RESPONSE_PARAMETERS.has(name) && !registeredNames.has(name),
  );
}

function namesOf(query: string): (string | undefined)[] {
  return query.split(/[&;]/).map((pair) => toComparableName(pair.split('=', 1)[0] ?? ''));
}

/**
 * The canonical form of a name, as the most lenient parser reads it: decoded repeatedly, in lower case, with PHP's
 * underscores for spaces and dots, and cut at a bracket. Undefined for a name that cannot be decoded, or holds a control
 * character when it is.
 */
function toComparableName(encoded: string): string | undefined {
  let name = encoded.replaceAll('+', ' ');
  try {
    while (/%[0-9a-f]{2}/i.test(name)) name = decodeURIComponent(name);
  } catch {
    return undefined;
  }
  if (hasControlCharacter(name)) return undefined;
  return name.trim().toLowerCase().replace(/\[.*$/s, '').replaceAll(/[ .]/g, '_');
}
