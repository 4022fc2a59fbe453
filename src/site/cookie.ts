// How this service writes cookies (RFC 9700 section 4.7; sign-in rules S2): HttpOnly, SameSite=Lax, no Domain, and on https sites Secure
// with the __Host- prefix, so that no other host of the domain can plant one.
import { isHttpsSite, type PublicationRow } from '../models/publication/publication.ts';
import { type BrowserRequest } from './publication.ts';

type Site = Pick<PublicationRow, 'siteUrl'>;
export type CookieName = 'masthead_session' | 'masthead_browser';

export function cookieNameOn(publication: Site, name: CookieName): string {
  return isHttpsSite(publication) ? `__Host-${name}` : name;
}

/** The cookie's value when it can be one of ours: 43 characters of [0-9A-Za-z]. */
export function readCookie(
  publication: Site,
  request: Pick<BrowserRequest, 'cookies'>,
  name: CookieName,
): string | undefined {
  const value = request.cookies[cookieNameOn(publication, name)];
  return value !== undefined && /^[0-9A-Za-z]{43}$/.test(value) ? value : undefined;
}

/** A Set-Cookie header value; `value` is one that needs no escaping, `maxAge` in seconds. */
export function writeCookie(publication: Site, name: CookieName, value: string, maxAge: number): string {
  const secure = isHttpsSite(publication) ? '; Secure' : '';
  return `${cookieNameOn(publication, name)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The Set-Cookie header value that takes the cookie away. */
export function clearCookie(publication: Site, name: CookieName): string {
  return writeCookie(publication, name, '', 0);
}
