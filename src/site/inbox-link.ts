// The link in each mail with a code: whoever opens it can read the inbox, so that their browser gets a budget of its own. By it the owner of an address
// signs in on a new browser while strangers use up what all others share; it signs nobody in by itself.
import { addSeconds } from '../database/clock.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { valueOf, type FormReading } from '../http/bodies/form.ts';
import { parseEmailAddress, type EmailAddress } from '../models/email-address.ts';
import type { Service } from '../service.ts';
import { deviceCookie } from './device-cookie.ts';
import type { BrowserRequest, Site } from './site.ts';

/** Our choice: as long as the longest of the limits that it is for. */
const LIFETIME_SECONDS = 24 * 3600;
const PARAMETER = 'inbox';

type InboxSite = Pick<Site, 'id' | 'siteUrl' | 'cookies'>;
type Parts = Pick<Service, 'clock' | 'secretKeys'>;

/** The address of the sign-in page with an encrypted token, which names nobody. */
export function inboxUrl({ clock, secretKeys }: Parts, site: InboxSite, { email }: EmailAddress): string {
  const until = addSeconds(clock.now(), LIFETIME_SECONDS).getTime();
  const token = secretKeys.encrypt('device', [site.id, until, email].join(' '));
  return `${site.siteUrl}/sign-in?${PARAMETER}=${token}`;
}

/**
 * Returns the address of the link and the Set-Cookie header value of its budget; undefined for a link that is over, forged
 * or another site's.
 */
export function openInboxLink(
  { clock, secretKeys }: Parts,
  site: InboxSite,
  request: Pick<BrowserRequest, 'cookies'>,
  query: FormReading,
): { readonly email: string; readonly setCookie: string } | undefined {
  const [siteId, until, email = ''] = decrypted(secretKeys, valueOf(query, PARAMETER) ?? '').split(' ');
  if (siteId !== site.id || Number(until) <= clock.now().getTime()) return undefined;
  const { emailNormalized } = parseEmailAddress(email);
  return { email, setCookie: deviceCookie(secretKeys, site, request, emailNormalized) };
}

/** Empty for text that was not encrypted here. */
function decrypted(secretKeys: SecretKeys, token: string): string {
  try {
    return secretKeys.decrypt('device', token);
  } catch {
    return '';
  }
}
