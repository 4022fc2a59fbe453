// The signature of a pushed event, by the Standard Webhooks specification: HMAC-SHA256 over id, timestamp and the body's very bytes.
import { fromBase64 } from './base64.ts';
import { MastheadError } from './error.ts';

/** The request is not the service's, or too old: answer 400 and do nothing. */
export class EventSignatureError extends MastheadError {
  override name = 'EventSignatureError';
}

/** The request's headers, as a Headers object or as Node gives them, in lower case. */
export type EventHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyEventOptions {
  /** How far `webhook-timestamp` may be from the present, either way. Default: 300. */
  readonly toleranceSeconds?: number;
  /** Default: the present. */
  readonly now?: Date;
}

const SECRET_PREFIX = 'whsec_';
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' };

/**
 * The event in the body, once its signature and its age are right.
 * @param body the request's body exactly as it came: parsing and writing it again changes bytes, and the signature with them.
 * @param secret the endpoint's secret, `whsec_…`; while it is being changed, the old and the new one.
 * Throws EventSignatureError.
 */
export async function verifyEvent<T = unknown>(
  body: string | Uint8Array,
  headers: EventHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyEventOptions = {},
): Promise<T> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(headers, name),
  );
  if (!id || !timestamp || !signatures)
    throw new EventSignatureError('webhook-id, webhook-timestamp and webhook-signature must be there');
  if (!/^\d+$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new EventSignatureError('webhook-timestamp is too far from the present');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSignedByOneOf([secret].flat(), signed, signatures)))
    throw new EventSignatureError('no signature is by this secret');
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as T;
}

/** During a rotation a request carries one signature by each secret, separated by spaces. WebCrypto compares in constant time. */
async function isSignedByOneOf(
  secrets: readonly string[],
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
): Promise<boolean> {
  const given = signatures.split(' ').flatMap((text) => (text.startsWith('v1,') ? (bytesOf(text.slice(3)) ?? []) : []));
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', secretBytes(secret), ALGORITHM, false, ['verify']);
    for (const signature of given) if (await crypto.subtle.verify(ALGORITHM, key, signature, signed)) return true;
  }
  return false;
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (bytes === undefined || bytes.length === 0) throw new MastheadError('the secret is not of the form whsec_…');
  return bytes;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(text);
  } catch {
    return undefined;
  }
}

function header(headers: EventHeaders, name: string): string | undefined {
  const value = isHeaders(headers) ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : undefined;
}

function isHeaders(headers: EventHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
