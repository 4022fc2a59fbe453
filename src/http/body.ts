// Reads the body of a request: a form in UTF-8, uncompressed, at most 64 KiB. Any other body is drained and classified,
// and not kept.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES, readForm, type FormReading } from './form.ts';
import { HttpRefusal } from './refusal.ts';

const FORM = 'application/x-www-form-urlencoded';
/**
 * Our choice. Many clients send the whole body before they read: a refused body is drained up to this size, so that the
 * client gets the answer.
 */
const MAX_DRAINED_BYTES = 1024 * 1024;
const BODY_TIMEOUT_MILLISECONDS = 10_000;

export type Body =
  | { readonly state: 'none' }
  | { readonly state: 'form'; readonly reading: FormReading }
  | { readonly state: 'another media type' }
  | { readonly state: 'too large' }
  | { readonly state: 'cut off' };

const NONE: Body = { state: 'none' };

/** Throws HttpRefusal for a body that takes longer than ten seconds to arrive. */
export async function readBody(request: IncomingMessage): Promise<Body> {
  if (!hasBody(request.headers)) return NONE;
  const isRefused = !isForm(request.headers);
  if (Number(request.headers['content-length'] ?? 0) > MAX_DRAINED_BYTES)
    return { state: isRefused ? 'another media type' : 'too large' };
  try {
    const bytes = await inTime(readBytes(request, isRefused ? 0 : MAX_BODY_BYTES));
    if (isRefused) return { state: 'another media type' };
    return bytes === undefined ? { state: 'too large' } : { state: 'form', reading: readForm(bytes) };
  } catch (error) {
    if (error instanceof HttpRefusal) throw error;
    return { state: 'cut off' };
  }
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the body is a form in UTF-8 that is not compressed. Other parameters of the media type are ignored. */
function isForm(headers: IncomingHttpHeaders): boolean {
  const [mediaType = '', ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const encoding = headers['content-encoding'] ?? 'identity';
  return (
    mediaType === FORM &&
    (charset === undefined || /^charset="?utf-?8"?$/.test(charset)) &&
    encoding.toLowerCase() === 'identity'
  );
}

/**
 * The body, or undefined when it exceeds the limit; what remains unread is lost, because the connection is closed after
 * the answer.
 */
async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('the request was already given an encoding');
    size += chunk.length;
    if (size > MAX_DRAINED_BYTES) return undefined;
    if (size <= limit) chunks.push(chunk);
  }
  return size > limit ? undefined : Buffer.concat(chunks);
}

async function inTime(reading: Promise<Buffer | undefined>): Promise<Buffer | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const refusal = new HttpRefusal(408, 'the body took too long to arrive');
    timer = setTimeout(() => reject(refusal), BODY_TIMEOUT_MILLISECONDS);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
