// How prompt=login and max_age end (Core 3.1.2.1; sign-in rules A31 and A32): the visitor goes to the sign-in page with a marker that says when
// they were sent there, and a session that began after that moment satisfies the request. Nothing is stored.
import { hash } from 'node:crypto';
import type { Clock } from '../database/clock.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { valueOf, type FormReading } from '../http/form.ts';
import type { LiveSession } from '../models/sign-in/session.ts';

const MARKER = 'signed_in_since';
/** Our choice: an hour to find the e-mailed code; a later return signs in once more. */
const MARKER_LIFETIME_SECONDS = 3600;

type Keys = { readonly secretKeys: SecretKeys; readonly clock: Clock };

/** The path with a marker of now, good for this very request in any browser that signs in after now. */
export function markSentToSignIn({ secretKeys, clock }: Keys, siteUrl: string, path: string): string {
  const sentAt = String(clock.now().getTime());
  return `${path}&${MARKER}=${sentAt}.${secretKeys.mac('sign-in-again', toMarked(siteUrl, path, sentAt))}`;
}

/** Whether this session began after the visitor was sent to the sign-in page for this very request. A forged, foreign or old marker is none. */
export function hasSignedInSince(
  { secretKeys, clock }: Keys,
  siteUrl: string,
  path: string,
  reading: FormReading,
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
