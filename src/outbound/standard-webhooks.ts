// Standard Webhooks, https://www.standardwebhooks.com, with symmetric signatures (v1): signs pushed events, and verifies
// what mail services report.
import { createHmac, createSecretKey } from 'node:crypto';
import { toUnixSeconds } from '../database/clock.ts';
import { isEqualSecret } from '../database/secrets.ts';

const PREFIX = 'whsec_';
/** How far a timestamp may be from our clock, so that a captured webhook is soon of no use. */
const TOLERANCE_SECONDS = 300;

/** The headers of one attempt. Each secret adds a signature, and a receiver that knows one of the secrets can verify. */
export function webhookHeaders(secrets: readonly string[], id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(toUnixSeconds(at));
  const signed = `${id}.${timestamp}.${body}`;
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, signed)).join(' '),
  };
}

/** Returns whether one of the secrets signed these bytes, at a time near `now`. */
export function isSignedWebhook(
  secrets: readonly string[],
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
  now: Date,
): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  );
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!isNear(timestamp, now)) return false;
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const expected = secrets.map((secret) => signatureOf(secret, signed));
  return signatures.split(' ').some((given) => expected.some((signature) => isEqualSecret(signature, given)));
}

/** @param timestamp seconds since 1970, as text */
export function isNear(timestamp: string, now: Date): boolean {
  return /^\d{1,12}$/.test(timestamp) && Math.abs(toUnixSeconds(now) - Number(timestamp)) <= TOLERANCE_SECONDS;
}

function signatureOf(secret: string, signed: string | Buffer): string {
  const key = createSecretKey(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
