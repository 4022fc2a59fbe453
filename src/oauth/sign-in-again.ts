// Re-authentication for prompt=login and max_age (Core 3.1.2.1; sign-in rules A31 and A32). The return address of the
// sign-in page carries a signed timestamp; a session that started after it satisfies the request. Nothing is stored.
import { hash } from 'node:crypto';
import type { Clock } from '../database/clock.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { valueOf, type FormReading } from '../http/bodies/form.ts';
import type { LiveSession } from '../models/sign-in/session.ts';

const MARKER = 'signed_in_since';
/** Our choice: an hour to find the e-mailed code; a visitor who returns later must sign in once more. */
const MARKER_LIFETIME_SECONDS = 3600;

type Keys = { readonly secretKeys: SecretKeys; readonly clock: Clock };

/**
 * Adds a marker with the present time to the path. It is valid for this request only, in any browser that signs in
 * after now.
 */
export function markSentToSignIn({ secretKeys, clock }: Keys, siteUrl: string, path: string): string {
  const sentAt = String(clock.now().getTime());
  return `${path}&${MARKER}=${sentAt}.${secretKeys.mac('sign-in-again', toMarked(siteUrl, path, sentAt))}`;
}

/**
 * Whether the session started after the visitor was sent to the sign-in page for this request. A forged, foreign or
 * expired marker is ignored.
 */
export function hasSignedInSince(
  { secretKeys, clock }: Keys,
  { siteUrl, path, reading }: { readonly siteUrl: string; readonly path: string; readonly reading: FormReading },
  session: LiveSession,
): boolean {
  const [sentAt = '', mac = ''] = valueOf(reading, MARKER)?.split('.') ?? [];
  if (!/^\d{1,15}$/.test(sentAt) || !secretKeys.isMac('sign-in-again', toMarked(siteUrl, path, sentAt), mac))
    return false;
  const age = clock.now().getTime() - Number(sentAt);
  return age <= MARKER_LIFETIME_SECONDS * 1000 && session.authenticatedAt >= Number(sentAt);
}

function toMarked(siteUrl: string, path: string, sentAt: string): string {
  return `${siteUrl} ${sentAt} ${hash('sha256', path, 'hex')}`;
}
