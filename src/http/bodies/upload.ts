// Reads a form whose files are large: each is kept as it arrives, once the fields before it are found good. So a body that
// nobody may send is not kept, and a file of any size costs the memory of a piece.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { inTime } from './body.ts';
import { MAX_BODY_BYTES, MAX_PARAMETERS, type FormFault, type FormPair, type FormReading } from './form.ts';
import { NOT_UTF_8 } from './multipart.ts';

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

class MalformedForm extends Error {
  override readonly name = 'MalformedForm';
}

interface Reading {
  readonly keeper: FileKeeper;
  readonly pairs: FormPair[];
  readonly faults: FormFault[];
  readonly kept: Record<string, KeptFile | typeof TOO_LARGE>;
}

/** Reads a multipart form. Throws what `admit` and `keep` throw, and HttpRefusal for a body that takes too long to arrive; nothing is kept then. */
export async function readUpload(request: IncomingMessage, keeper: FileKeeper): Promise<UploadBody> {
  // Without a prototype, since names come from outside.
  const reading: Reading = { keeper, kept: Object.create(null), pairs: [], faults: [] };
  try {
    await inTime(readParts(request, reading), keeper.limits.milliseconds);
    const { pairs, faults, kept } = reading;
    return { state: 'form', reading: { pairs, faults }, kept };
  } catch (error) {
    await discardFiles(keeper, reading.kept);
    if (error instanceof TooManyFields) return { state: 'too large' };
    if (error instanceof MalformedForm) return { state: 'cut off' };
    throw error;
  }
}

async function readParts(request: IncomingMessage, reading: Reading): Promise<void> {
  const parser = openParser(request);
  const files: Readable[] = [];
  let failure: Error | undefined;
  const fail = (error: unknown): void => {
    failure ??= error instanceof Error ? error : new Error(String(error));
    parser.destroy(failure);
  };
  // One file after another.
  let keeping = Promise.resolve();
  parser.on('file', (name, file) => {
    file.on('error', () => fail(new MalformedForm('the body ends within a file')));
    files.push(file);
    keeping = keeping.then(() => keepFile(reading, name, file)).catch(fail);
  });
  let size = 0;
  parser.on('field', (name: string | undefined, value, _isNameCut, isCut) => {
    size += value.length;
    if (name === undefined) fail(new MalformedForm('a part has no name'));
    else if (isCut || size > MAX_BODY_BYTES) fail(new TooManyFields());
    else addField(reading, name, value);
  });
  parser.on('partsLimit', () => fail(new TooManyFields()));
  parser.on('error', () => undefined);
  // The connection stays open for the answer.
  await pipeline(request.iterator({ destroyOnReturn: false }), parser).catch((error: unknown) =>
    fail(new MalformedForm('the body is not well-formed', { cause: error })),
  );
  if (failure !== undefined) for (const file of files) file.destroy();
  await keeping;
  if (failure !== undefined) throw failure;
}

/** Throws MalformedForm for a media type without a boundary. */
function openParser({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { fieldSize: MAX_BODY_BYTES, parts: MAX_PARAMETERS, headerPairs: 20, headerSize: 8192 },
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch (error) {
    throw new MalformedForm('the media type has no boundary', { cause: error });
  }
}

function addField({ pairs, faults }: Reading, name: string, value: string): void {
  if (value.includes('\0')) faults.push({ kind: 'NUL', name });
  else if (value.includes(NOT_UTF_8)) faults.push({ kind: 'bad UTF-8', name });
  else pairs.push({ name, value });
}

async function keepFile({ keeper, pairs, faults, kept }: Reading, name: string, file: Readable): Promise<void> {
  const content = file.iterator({ destroyOnReturn: false });
  const first = await content.next();
  // A file field without a choice is sent as an empty file.
  if (first.done === true) return;
  if (!keeper.files.includes(name) || name in kept) throw new MalformedForm('the form has no such file field');
  if (Object.keys(kept).length === 0) keeper.admit({ pairs, faults });
  try {
    kept[name] = await keeper.keep(limited(first.value, content, keeper.limits.bytes));
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error;
    kept[name] = TOO_LARGE;
    // The browser gets its answer once all is sent.
    file.resume();
  }
}

export async function discardFiles({ discard }: Pick<FileKeeper, 'discard'>, kept: KeptFiles): Promise<void> {
  for (const file of Object.values(kept)) if (file !== TOO_LARGE) await discard(file);
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
