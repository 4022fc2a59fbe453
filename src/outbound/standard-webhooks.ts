// Signs pushed events: Standard Webhooks, https://www.standardwebhooks.com, symmetric signatures (v1).
import { createHmac, createSecretKey } from 'node:crypto';
import { toUnixSeconds } from '../database/clock.ts';

const PREFIX = 'whsec_';

/** The headers of one attempt. Each secret adds a signature, and a receiver that knows one of the secrets can verify. */
export function webhookHeaders(secrets: readonly string[], id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(toUnixSeconds(at));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', createSecretKey(secret.slice(PREFIX.length), 'base64'))
        .update(signed)
        .digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
