// The browser cookie: tells one signed-out browser from another, so that an e-mailed code works only where it was asked for
// (decisions 26) and a form only where it was shown. It is random, says nothing of the visitor, and is stored as a hash only.
import { randomSecret } from '../database/secrets.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { readCookie, writeCookie } from './cookie.ts';
import type { BrowserRequest } from './publication.ts';

/** Our choice: a day, renewed by each form; longer than any form is left open and any e-mailed code lives. */
const BROWSER_COOKIE_LIFETIME_SECONDS = 24 * 3600;

export interface BrowserCookie {
  readonly value: string;
  /** The Set-Cookie header value that keeps it. */
  readonly setCookie: string;
}

/** The browser's cookie, or undefined for one that has not been shown a form lately. */
export function findBrowserOf(
  publication: PublicationRow,
  request: Pick<BrowserRequest, 'cookies'>,
): string | undefined {
  return readCookie(publication, request, 'masthead_browser');
}

/** The browser's cookie, new when it has none; the answer must carry `setCookie`. */
export function keepBrowserOf(publication: PublicationRow, request: Pick<BrowserRequest, 'cookies'>): BrowserCookie {
  const value = findBrowserOf(publication, request) ?? randomSecret();
  return { value, setCookie: writeCookie(publication, 'masthead_browser', value, BROWSER_COOKIE_LIFETIME_SECONDS) };
}
