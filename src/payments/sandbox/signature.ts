// The signature of the sandbox's webhooks, in the form that gateways use: `t=<Unix time>,v1=<HMAC-SHA256 of "t.body">`,
// over the raw bytes. The first secret in SECRET_KEY signs, and every one verifies.
import { toUnixSeconds, type Clock } from '../../database/clock.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { BadSignature } from '../gateway.ts';

export const SIGNATURE_HEADER = 'sandbox-signature';
/** Our choice: a signature more than five minutes older or newer than now is rejected as a replay. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

export function signEvent(secretKeys: SecretKeys, clock: Clock, rawBody: Buffer): string {
  const time = toUnixSeconds(clock.now());
  return `t=${time},v1=${secretKeys.mac('gateway sandbox-event', signedText(time, rawBody))}`;
}

/** Throws BadSignature. */
export function checkSignature(
  secretKeys: SecretKeys,
  clock: Clock,
  rawBody: Buffer,
  header: string | string[] | undefined,
): void {
  const fields = typeof header === 'string' ? header.split(',').map((field) => field.split('=', 2)) : [];
  const time = Number(fields.find(([name]) => name === 't')?.[1] ?? 'none');
  if (!Number.isSafeInteger(time) || Math.abs(toUnixSeconds(clock.now()) - time) > SIGNATURE_TOLERANCE_SECONDS)
    throw new BadSignature('no signature of these five minutes');
  const macs = fields.filter(([name]) => name === 'v1').map(([, mac = '']) => mac);
  if (!macs.some((mac) => secretKeys.isMac('gateway sandbox-event', signedText(time, rawBody), mac)))
    throw new BadSignature('not signed by a secret in use');
}

/** Decodes each byte to one character, so that different bodies give different texts. */
function signedText(time: number, rawBody: Buffer): string {
  return `${time}.${rawBody.toString('latin1')}`;
}
