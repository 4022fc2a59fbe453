// Protection against cross-site request forgery (RFC 6749 section 10.12; sign-in rules S3; decisions 28). Two checks,
// both must pass: the fetch metadata or Origin of the request, and a token in the form that is bound to the holder's
// session or browser cookie.
import type { SecretKeys } from '../database/secrets.ts';
import type { BrowserRequest, Site } from './site.ts';

/**
 * @param holder whom the form is for: the session's id where one is needed, otherwise the value of the browser cookie
 */
export function csrfTokenFor(secretKeys: SecretKeys, site: Pick<Site, 'id'>, holder: string): string {
  return secretKeys.mac('csrf', `${site.id} ${holder}`);
}

/** Whether the token is that of the holder on this site; false where either is missing. */
export function isCsrfTokenValid(
  secretKeys: SecretKeys,
  site: Pick<Site, 'id'>,
  holder: string | undefined,
  csrfToken: string | undefined,
): boolean {
  return holder !== undefined && csrfToken !== undefined && secretKeys.isMac('csrf', `${site.id} ${holder}`, csrfToken);
}

/**
 * Checks Sec-Fetch-Site where the browser sends it, as all do since 2023; otherwise Origin, of which `null` counts as
 * foreign. Where both are missing, the token decides alone. Sec-Fetch-Site comes first, because our own forms send
 * Origin null under Referrer-Policy no-referrer.
 */
export function isOwnPage(site: Pick<Site, 'siteUrl'>, request: Pick<BrowserRequest, 'headers'>): boolean {
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  const { origin } = request.headers;
  return origin === undefined || origin === site.siteUrl;
}
