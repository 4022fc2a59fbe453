// Reads and writes cookies (RFC 9700 section 4.7; sign-in rules S2): HttpOnly, SameSite=Lax, no Domain, and on https
// sites Secure with the __Host- prefix, so that no other host of the domain can set one.
import { isHttpsSite } from '../views/frame.ts';
import type { BrowserRequest, Site } from './site.ts';

type Origin = Pick<Site, 'siteUrl'>;

export function cookieNameOn(site: Origin, name: string): string {
  return isHttpsSite(site) ? `__Host-${name}` : name;
}

/** The value of the cookie if it has the form of ours: 43 characters of [0-9A-Za-z]. */
export function readCookie(site: Origin, request: Pick<BrowserRequest, 'cookies'>, name: string): string | undefined {
  const value = request.cookies[cookieNameOn(site, name)];
  return value !== undefined && /^[0-9A-Za-z]{43}$/.test(value) ? value : undefined;
}

/** A Set-Cookie header value; `value` must need no escaping, `maxAge` is in seconds. */
export function writeCookie(site: Origin, name: string, value: string, maxAge: number): string {
  const secure = isHttpsSite(site) ? '; Secure' : '';
  return `${cookieNameOn(site, name)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** The Set-Cookie header value that deletes the cookie. */
export function clearCookie(site: Origin, name: string): string {
  return writeCookie(site, name, '', 0);
}
