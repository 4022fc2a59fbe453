// Validates where a browser may be redirected: the return path after sign-in, and continue_url on publications' sites
// (service.md, hosted pages rule 1; decisions 27). The result is re-serialized by our URL parser, so that no other
// parser can read the same text differently.
import { isLocalDemo } from '../config.ts';
import { isLoopbackHost } from '../loopback.ts';
import { isContinueHost } from '../models/publication/continue-host.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Service } from '../service.ts';

/** Decisions 33. */
const CONTINUE_URL_MAX_LENGTH = 2048;
/** Our choice: twice an authorization request with a state of 2,048 percent-encoded characters. */
const RETURN_TO_MAX_LENGTH = 8192;
/** White space and control characters, which URL parsers remove or read differently. */
const DROPPED = /[\s\u0000-\u0020\u007f-\u00a0]/;

/** The URL to link to; undefined for one whose host is not on the allowlist, which is dropped silently. */
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

/** The pages of a reader to which mails link, and which need a sign-in. */
const OWN_PAGES =
  '(?:receipts|gifts)/\\w+$|receipts$|tax-details$|subscriptions/\\w+/(?:cancel|card|pause|read-on)$|upgrade(?:\\?|$)|email-address$|erase-account$';
const RETURN_PATH = new RegExp(`^/(?:oauth/authorize\\?|(?:subscribe|free_offering)\\?continue_url=|${OWN_PAGES}|$)`);

/**
 * The path to return to after sign-in on a publication's site: the account page, a page of the reader's own, an
 * authorization request, or a page that leads a subscriber on to continue_url (decisions 27), and nothing else.
 */
export function toReturnPath(text: string | undefined): string | undefined {
  return toOwnPath(text, RETURN_PATH);
}

/** The page to sign in, from which continue_url is not lost: the page returned to leads a subscriber on to it. */
export function signInPath(page: '/subscribe' | '/free_offering', continueUrl: string | undefined): string {
  const returnTo = continueUrl === undefined ? undefined : pathWith(page, { continue_url: continueUrl });
  return pathWith('/sign-in', { return_to: returnTo });
}

/** The continue_url of such a page. It is checked against the allowlist where it is used. */
export function continueUrlIn(returnPath: string | null): string | undefined {
  if (returnPath === null || !URL.canParse(returnPath, 'https://site.invalid')) return undefined;
  const text = new URL(returnPath, 'https://site.invalid').searchParams.get('continue_url');
  return text !== null && /^https?:/i.test(text) && URL.canParse(text) ? text : undefined;
}

/** A path on the site itself, with its query, that `expected` matches; undefined for any other text. */
export function toOwnPath(text: string | undefined, expected: RegExp): string | undefined {
  if (text === undefined || text.length > RETURN_TO_MAX_LENGTH || DROPPED.test(text) || !expected.test(text))
    return undefined;
  const url = new URL(text, 'https://site.invalid');
  const path = url.pathname + url.search;
  return url.origin === 'https://site.invalid' && expected.test(path) ? path : undefined;
}

/** A parameter of the authorization request that the sign-in returns to. */
export function authorizationParameter(
  returnPath: string | undefined,
  name: 'client_id' | 'login_hint' | 'signed_in_since',
): string | undefined {
  return returnPath === undefined
    ? undefined
    : (new URL(returnPath, 'https://site.invalid').searchParams.get(name) ?? undefined);
}

/** Appends the parameters that have a value to a path of this site, as a query. */
export function pathWith(path: string, parameters: Readonly<Record<string, string | null | undefined>>): string {
  const given = Object.entries(parameters).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
