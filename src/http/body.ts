// Takes the body of a request off the wire: form-encoded, in UTF-8, uncompressed, at most 64 KiB; everything else is told apart and not kept.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES, readForm, type FormReading } from './form.ts';

const FORM = 'application/x-www-form-urlencoded';
/** Our choice. Many clients write the whole body before they listen: one that is refused is still read this far, so that they hear why. */
const MAX_HEARD_BYTES = 1024 * 1024;

export type Body =
  | { readonly state: 'none' }
  | { readonly state: 'form'; readonly reading: FormReading }
  | { readonly state: 'another media type' }
  | { readonly state: 'too large' }
  | { readonly state: 'cut off' };

const NONE: Body = { state: 'none' };

export async function readBody(request: IncomingMessage): Promise<Body> {
  if (!hasBody(request.headers)) return NONE;
  const isRefused = !isForm(request.headers);
  if (Number(request.headers['content-length'] ?? 0) > MAX_HEARD_BYTES)
    return { state: isRefused ? 'another media type' : 'too large' };
  try {
    const bytes = await readBytes(request, isRefused ? 0 : MAX_BODY_BYTES);
    if (isRefused) return { state: 'another media type' };
    return bytes === undefined ? { state: 'too large' } : { state: 'form', reading: readForm(bytes) };
  } catch {
    return { state: 'cut off' };
  }
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A form in UTF-8 that is not compressed. Other parameters of the media type do not matter. */
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

/** Undefined when there is more than the limit; what is left on the wire then is lost, as the connection is closed after the answer. */
async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('the request was already given an encoding');
    size += chunk.length;
    if (size > MAX_HEARD_BYTES) return undefined;
    if (size <= limit) chunks.push(chunk);
  }
  return size > limit ? undefined : Buffer.concat(chunks);
}
