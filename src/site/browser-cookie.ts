// The browser cookie identifies a signed-out browser, so that an e-mailed code works only where it was requested
// (decisions 26) and a form only where it was shown. It is random, holds nothing about the visitor, and is stored as a
// hash only.
import { randomSecret } from '../database/secrets.ts';
import { readCookie, writeCookie } from './cookie.ts';
import type { BrowserRequest, Site } from './site.ts';

/** Our choice: a day, renewed by each form; longer than a form stays open and longer than an e-mailed code is valid. */
const BROWSER_COOKIE_LIFETIME_SECONDS = 24 * 3600;

type BrowserSite = Pick<Site, 'siteUrl' | 'cookies'>;

export interface BrowserCookie {
  readonly value: string;
  /** The Set-Cookie header value that sets or renews it. */
  readonly setCookie: string;
}

/** The value of the browser cookie; undefined where no form was shown to the browser recently. */
export function findBrowserCookie(site: BrowserSite, request: Pick<BrowserRequest, 'cookies'>): string | undefined {
  return readCookie(site, request, site.cookies.browser);
}

/** The browser cookie, a new one where the browser has none; the answer must carry `setCookie`. */
export function ensureBrowserCookie(site: BrowserSite, request: Pick<BrowserRequest, 'cookies'>): BrowserCookie {
  const value = findBrowserCookie(site, request) ?? randomSecret();
  return { value, setCookie: writeCookie(site, site.cookies.browser, value, BROWSER_COOKIE_LIFETIME_SECONDS) };
}
