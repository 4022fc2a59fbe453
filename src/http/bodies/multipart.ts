// Reads multipart/form-data (RFC 7578), which browsers send for a form with files. Node's own parser splits the body; what
// is refused here is refused of other forms as well.
import { MAX_BODY_BYTES, MAX_PARAMETERS, type FormReading } from './form.ts';

/** The content of each file that was chosen, by the name of its field. Names that browsers give files are not read. */
export type Uploads = Readonly<Record<string, Uint8Array>>;

export type MultipartReading =
  | { readonly state: 'form'; readonly reading: FormReading; readonly uploads: Uploads }
  | { readonly state: 'too large' }
  | { readonly state: 'cut off' };

/** What parsers put where bytes are not UTF-8. */
export const NOT_UTF_8 = '\ufffd';

/**
 * Reads the text fields as a form, and the files. `cut off` stands for any body that is not well-formed.
 * @param contentType with the boundary
 */
export async function readMultipart(body: Buffer<ArrayBuffer>, contentType: string): Promise<MultipartReading> {
  // Before they are parsed: thousands of parts would take a third of a second.
  if (hasTooManyParts(body, contentType)) return { state: 'too large' };
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData().catch(() => undefined);
  if (form === undefined) return { state: 'cut off' };
  const entries = [...form];
  const texts = entries.flatMap(([name, value]) => (typeof value === 'string' ? [{ name, value }] : []));
  if (texts.reduce((sum, { value }) => sum + value.length, 0) > MAX_BODY_BYTES) return { state: 'too large' };
  // Without a prototype, since names come from outside.
  const uploads: Record<string, Uint8Array> = Object.create(null);
  for (const [name, value] of entries) {
    // A file field without a choice is sent as an empty file.
    if (typeof value === 'string' || value.size === 0) continue;
    if (Object.hasOwn(uploads, name)) return { state: 'cut off' };
    uploads[name] = new Uint8Array(await value.arrayBuffer());
  }
  const isReadable = ({ value }: { value: string }): boolean => !value.includes('\0') && !value.includes(NOT_UTF_8);
  const faults = texts
    .filter((text) => !isReadable(text))
    .map(({ name, value }) => ({ kind: value.includes('\0') ? 'NUL' : 'bad UTF-8', name }) as const);
  return { state: 'form', reading: { pairs: texts.filter(isReadable), faults }, uploads };
}

function hasTooManyParts(body: Buffer, contentType: string): boolean {
  const [, quoted, plain = ''] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? plain}`;
  let count = 0;
  for (let at = body.indexOf(delimiter); at !== -1 && count <= MAX_PARAMETERS; at = body.indexOf(delimiter, at + 1))
    count += 1;
  return count > MAX_PARAMETERS;
}
