// Whether a form was sent from our own page (RFC 6749 section 10.12; sign-in rules S3; decisions 28). Two checks, both must pass: what the
// browser says of the sender, and a token in the form that only the holder's own page can have been given.
import type { SecretKeys } from '../database/secrets.ts';
import type { BrowserRequest, Site } from './site.ts';

/** @param holder whom the form is for: the session's id where one is needed, otherwise the value of the browser cookie */
export function csrfTokenFor(secretKeys: SecretKeys, site: Pick<Site, 'id'>, holder: string): string {
  return secretKeys.mac('csrf', `${site.id} ${holder}`);
}

/** False without a token, without a holder, and for the token of another holder or site. */
export function isCsrfTokenValid(
  secretKeys: SecretKeys,
  site: Pick<Site, 'id'>,
  holder: string | undefined,
  csrfToken: string | undefined,
): boolean {
  return holder !== undefined && csrfToken !== undefined && secretKeys.isMac('csrf', `${site.id} ${holder}`, csrfToken);
}

/**
 * Sec-Fetch-Site where the browser sends it, as all do since 2023; otherwise Origin, of which `null` is a stranger. Only where both are
 * missing does the token decide alone. Sec-Fetch-Site comes first, because under Referrer-Policy no-referrer our own forms send Origin null.
 */
export function isOwnPage(site: Pick<Site, 'siteUrl'>, request: Pick<BrowserRequest, 'headers'>): boolean {
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  const { origin } = request.headers;
  return origin === undefined || origin === site.siteUrl;
}
