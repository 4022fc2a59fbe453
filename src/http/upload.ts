// Reads a form whose files are large: each is kept as it arrives, once the fields before it are found good. So a body that
// nobody may send is not kept, and a file of any size costs the memory of a piece.
import type { IncomingMessage } from 'node:http';
import { inTime } from './body.ts';
import { decodeUtf8, MAX_BODY_BYTES, MAX_PARAMETERS, type FormFault, type FormPair, type FormReading } from './form.ts';
import { MalformedParts, PartReader } from './multipart-parts.ts';

/** What is kept of a file. */
export interface KeptFile {
  readonly id: string;
  readonly bytes: number;
  /** SHA-256, in hexadecimal digits. */
  readonly digest: string;
}

/** A file was chosen that is larger than the form takes. */
const TOO_LARGE = 'too large';

/** By the name of the field. */
export type KeptFiles = Readonly<Record<string, KeptFile | typeof TOO_LARGE>>;

export interface UploadLimits {
  /** Of a file. A larger one is read to its end and not kept, so that the browser gets its answer. */
  readonly bytes: number;
  /** Of the whole form. */
  readonly milliseconds: number;
}

export interface FileKeeper {
  readonly limits: UploadLimits;
  /** The names of the file fields. */
  readonly files: readonly string[];
  /** Called before the first file is kept, with the fields so far. Throws what refuses the form. */
  readonly admit: (fields: FormReading) => void;
  readonly keep: (content: AsyncIterable<Uint8Array>) => Promise<KeptFile>;
  readonly discard: (file: KeptFile) => Promise<void>;
}

export type UploadBody =
  | { readonly state: 'form'; readonly reading: FormReading; readonly kept: KeptFiles }
  | { readonly state: 'too large' }
  | { readonly state: 'cut off' };

class TooManyFields extends Error {
  override readonly name = 'TooManyFields';
}

class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

interface Reading {
  readonly reader: PartReader;
  readonly keeper: FileKeeper;
  readonly pairs: FormPair[];
  readonly faults: FormFault[];
  readonly kept: Record<string, KeptFile | typeof TOO_LARGE>;
}

/** Reads a multipart form. Throws what `admit` throws, and HttpRefusal for a body that takes too long to arrive; nothing is kept then. */
export async function readUpload(request: IncomingMessage, keeper: FileKeeper): Promise<UploadBody> {
  // Without a prototype, since names come from outside.
  const kept: Reading['kept'] = Object.create(null);
  try {
    const body = request.iterator({ destroyOnReturn: false });
    const reader = new PartReader(body, request.headers['content-type'] ?? '');
    const reading: Reading = { reader, keeper, kept, pairs: [], faults: [] };
    await inTime(readParts(reading), keeper.limits.milliseconds);
    const { pairs, faults } = reading;
    return { state: 'form', reading: { pairs, faults }, kept };
  } catch (error) {
    await discardFiles(keeper, kept);
    if (error instanceof TooManyFields) return { state: 'too large' };
    if (error instanceof MalformedParts || isCutOff(error)) return { state: 'cut off' };
    throw error;
  }
}

export async function discardFiles({ discard }: Pick<FileKeeper, 'discard'>, kept: KeptFiles): Promise<void> {
  for (const file of Object.values(kept)) if (file !== TOO_LARGE) await discard(file);
}

/** Whether the browser ended the connection. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

async function readParts(reading: Reading): Promise<void> {
  const { reader, pairs, faults } = reading;
  let [size, count] = [0, 0];
  for (let part = await reader.next(); part !== undefined; part = await reader.next()) {
    if ((count += 1) > MAX_PARAMETERS) throw new TooManyFields();
    const { name } = part;
    if (part.isFile) {
      await keepFile(reading, name);
      continue;
    }
    const bytes: Buffer[] = [];
    for await (const piece of reader.content()) {
      if ((size += piece.length) > MAX_BODY_BYTES) throw new TooManyFields();
      bytes.push(piece);
    }
    const value = decodeUtf8(Buffer.concat(bytes));
    if (value === undefined) faults.push({ kind: 'bad UTF-8', name });
    else if (value.includes('\0')) faults.push({ kind: 'NUL', name });
    else pairs.push({ name, value });
  }
}

async function keepFile({ reader, keeper, pairs, faults, kept }: Reading, name: string): Promise<void> {
  const content = reader.content();
  const first = await content.next();
  // A file field without a choice is sent as an empty file.
  if (first.done === true) return;
  if (!keeper.files.includes(name) || name in kept) throw new MalformedParts('the form has no such file field');
  if (Object.keys(kept).length === 0) keeper.admit({ pairs, faults });
  try {
    kept[name] = await keeper.keep(limited(first.value, content, keeper.limits.bytes));
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    kept[name] = TOO_LARGE;
  }
}

async function* limited(first: Buffer, rest: AsyncIterable<Buffer>, max: number): AsyncGenerator<Buffer> {
  let left = max - first.length;
  if (left < 0) throw new FileTooLarge();
  yield first;
  for await (const piece of rest) {
    left -= piece.length;
    if (left < 0) throw new FileTooLarge();
    yield piece;
  }
}
