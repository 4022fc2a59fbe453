// Reads the body of a request: a form in UTF-8, uncompressed, at most 64 KiB, and where files are expected, a multipart
// form of at most 1 MiB; larger files are kept as they arrive (upload.ts). Any other body is classified and not read; what is left of it
// is drained before the answer (unread-body.ts).
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { HttpRefusal } from '../refusal.ts';
import { MAX_BODY_BYTES, readForm, type FormReading } from './form.ts';
import { readMultipart, type Uploads } from './multipart.ts';

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
/** Our choice: a form with files; the files' own limits are the models'. */
const MAX_FILES_BYTES = 1024 * 1024;
const BODY_TIMEOUT_MILLISECONDS = 10_000;

export type Body =
  | { readonly state: 'none' }
  | { readonly state: 'form'; readonly reading: FormReading; readonly uploads?: Uploads }
  | { readonly state: 'another media type' }
  | { readonly state: 'too large' }
  | { readonly state: 'cut off' };

const NONE: Body = { state: 'none' };

/**
 * Throws HttpRefusal for a body that takes longer to arrive than ten seconds.
 * @param expected whether the form may bring files
 */
export async function readBody(request: IncomingMessage, expected: 'fields' | 'files' = 'fields'): Promise<Body> {
  if (!hasBody(request.headers)) return NONE;
  const hasFiles = expected === 'files' && isMultipart(request.headers);
  if (!hasFiles && !isForm(request.headers)) return { state: 'another media type' };
  const limit = hasFiles ? MAX_FILES_BYTES : MAX_BODY_BYTES;
  if (Number(request.headers['content-length'] ?? 0) > limit) return { state: 'too large' };
  try {
    const bytes = await inTime(readBytes(request, limit), BODY_TIMEOUT_MILLISECONDS);
    if (bytes === undefined) return { state: 'too large' };
    if (hasFiles) return await readMultipart(bytes, request.headers['content-type'] ?? '');
    return { state: 'form', reading: readForm(bytes) };
  } catch (error) {
    if (error instanceof HttpRefusal) throw error;
    return { state: 'cut off' };
  }
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the body is a form that may have files. */
export function isMultipart(headers: IncomingHttpHeaders): boolean {
  return isOfType(headers, MULTIPART);
}

/** Whether the body is a form in UTF-8 that is not compressed. Other parameters of the media type are ignored. */
function isForm(headers: IncomingHttpHeaders): boolean {
  const charset = /;\s*(charset=[^;]*)/.exec((headers['content-type'] ?? '').toLowerCase())?.[1]?.trim();
  return isOfType(headers, FORM) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

/** Whether the body is of the media type and not compressed. */
function isOfType(headers: IncomingHttpHeaders, type: string): boolean {
  const [mediaType = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  return mediaType.trim() === type && (headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
}

/** The body, or undefined when it exceeds the limit; the rest remains unread. */
async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('the request was already given an encoding');
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Throws HttpRefusal once the time is over. */
export async function inTime<Read>(reading: Promise<Read>, milliseconds: number): Promise<Read> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const refusal = new HttpRefusal(408, 'the body took too long to arrive');
    timer = setTimeout(() => reject(refusal), milliseconds);
  });
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
