// The browser cookie: tells one signed-out browser from another, so that an e-mailed code works only where it was asked for
// (decisions 26) and a form only where it was shown. It is random, says nothing of the visitor, and is stored as a hash only.
import { randomSecret } from '../database/secrets.ts';
import { readCookie, writeCookie } from './cookie.ts';
import type { BrowserRequest, Site } from './site.ts';

/** Our choice: a day, renewed by each form; longer than any form is left open and any e-mailed code lives. */
const BROWSER_COOKIE_LIFETIME_SECONDS = 24 * 3600;

type BrowserSite = Pick<Site, 'siteUrl' | 'cookies'>;

export interface BrowserCookie {
  readonly value: string;
  /** The Set-Cookie header value that keeps it. */
  readonly setCookie: string;
}

/** The browser's cookie, or undefined for one that has not been shown a form lately. */
export function findBrowserOf(site: BrowserSite, request: Pick<BrowserRequest, 'cookies'>): string | undefined {
  return readCookie(site, request, site.cookies.browser);
}

/** The browser's cookie, new when it has none; the answer must carry `setCookie`. */
export function keepBrowserOf(site: BrowserSite, request: Pick<BrowserRequest, 'cookies'>): BrowserCookie {
  const value = findBrowserOf(site, request) ?? randomSecret();
  return { value, setCookie: writeCookie(site, site.cookies.browser, value, BROWSER_COOKIE_LIFETIME_SECONDS) };
}
