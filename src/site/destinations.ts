// Where a browser may be sent: the return after sign-in, and on publications' sites continue_url (service.md, hosted pages rule 1; decisions 27).
// What comes out is written anew by our own URL parser, so that no second reading of the same text can lead elsewhere.
import { isLocalDemo, isLoopbackHost } from '../config.ts';
import { isContinueHost } from '../models/publication/continue-host.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Service } from '../service.ts';

/** Decisions 33. */
const CONTINUE_URL_MAX_LENGTH = 2048;
/** Our choice: an authorization request whose state (2,048 characters) is percent-encoded, and as much again. */
const RETURN_TO_MAX_LENGTH = 8192;
/** What URL parsers drop or read as something else: white space and controls, and before the query backslashes. */
const DROPPED = /[\s\u0000-\u0020\u007f-\u00a0]/;

/** The URL to link to, or undefined: one that is not on the allowlist is dropped silently. */
export async function findContinueUrl(
  service: Pick<Service, 'config' | 'database'>,
  publication: PublicationRow,
  text: string | undefined,
): Promise<string | undefined> {
  const url = text === undefined ? undefined : parseContinueUrl(service, text);
  return url !== undefined && (await isContinueHost(publication, service.database, url.host)) ? url.href : undefined;
}

function parseContinueUrl(service: Pick<Service, 'config'>, text: string): URL | undefined {
  if (
    text.length > CONTINUE_URL_MAX_LENGTH ||
    DROPPED.test(text) ||
    !/^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i.test(text) ||
    !URL.canParse(text)
  )
    return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || (isLocalDemo(service.config) && isLoopbackHost(url.hostname)) ? url : undefined;
}

/** The path to return to after sign-in on a publication's site: the account page or an authorization request, and nothing else. */
export function toReturnPath(text: string | undefined): string | undefined {
  return toOwnPath(text, /^\/(?:oauth\/authorize\?|$)/);
}

/** A path of the site itself, with its query, that `expected` matches; undefined for any other text. */
export function toOwnPath(text: string | undefined, expected: RegExp): string | undefined {
  if (text === undefined || text.length > RETURN_TO_MAX_LENGTH || DROPPED.test(text) || !expected.test(text))
    return undefined;
  const url = new URL(text, 'https://site.invalid');
  const path = url.pathname + url.search;
  return url.origin === 'https://site.invalid' && expected.test(path) ? path : undefined;
}

/** One parameter of the authorization request that sign-in returns to. */
export function authorizationParameter(
  returnPath: string | undefined,
  name: 'client_id' | 'login_hint',
): string | undefined {
  return returnPath === undefined
    ? undefined
    : (new URL(returnPath, 'https://site.invalid').searchParams.get(name) ?? undefined);
}

/** A path of this site with those parameters that have a value. */
export function pathWith(path: string, parameters: Readonly<Record<string, string | null | undefined>>): string {
  const given = Object.entries(parameters).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
