// Reads the zip archive of an export by its central directory (APPNOTE 6.3), wherever it is kept: any part of it is read by
// itself, so that an archive of any size costs little memory. What others pack again is read as well: with folders, or stored.
import { pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { MANIFEST_FILE } from './manifest.ts';
import { NoExport } from './no-export.ts';
import type { ExportFiles } from './read-export.ts';

/** Reads a part of the archive; fewer bytes are an error of its own. */
export type ReadPart = (from: number, until: number) => AsyncIterable<Uint8Array>;

/** Our choice: an export of some ten million people. An archive may claim to unpack to anything. */
const UNPACKED_BYTES_MAX = 16 * 1024 ** 3;
/** Our choice: several times as much as an export has. */
const DIRECTORY_BYTES_MAX = 1024 * 1024;
const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const END_LENGTH = 22;
const COMMENT_LENGTH_MAX = 65_535;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_LENGTH = 30;
const [STORED, DEFLATED] = [0, 8];

interface Entry {
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Where its local header begins. */
  readonly at: number;
}

/** Returns the files beside the manifest of the archive. Throws NoExport. */
export async function openArchive(read: ReadPart, bytes: number): Promise<ExportFiles> {
  const entries = await readDirectory(read, bytes);
  const manifest = entries.find(({ name }) => name === MANIFEST_FILE || isInFolder(name));
  if (manifest === undefined)
    throw new NoExport('no-manifest', `the archive holds no ${MANIFEST_FILE}: it is no export`);
  const folder = manifest.name.slice(0, -MANIFEST_FILE.length);
  const files = new Map(
    entries.filter(({ name }) => name.startsWith(folder)).map((entry) => [entry.name.slice(folder.length), entry]),
  );
  const unpacked = [...files.values()].reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > UNPACKED_BYTES_MAX) throw new NoExport('unpacked-too-large', 'the archive unpacks to too much');
  if ([...files.values()].some(({ isEncrypted }) => isEncrypted))
    throw new NoExport('encrypted', 'the archive is encrypted');
  return {
    has: (name) => files.has(name),
    read: (name) => {
      const entry = files.get(name);
      if (entry === undefined) throw damaged();
      return unpack(read, bytes, entry);
    },
  };
}

/** Folders that some systems add for their own use begin otherwise. */
function isInFolder(name: string): boolean {
  return name.endsWith(`/${MANIFEST_FILE}`) && !name.startsWith('__MACOSX/');
}

async function readDirectory(read: ReadPart, bytes: number): Promise<Entry[]> {
  const tailAt = Math.max(0, bytes - END_LENGTH - COMMENT_LENGTH_MAX);
  const tail = await collect(read(tailAt, bytes));
  const end = tail.lastIndexOf(END_SIGNATURE);
  if (end === -1 || end + END_LENGTH > tail.length)
    throw new NoExport('no-archive', 'the file is no zip archive, or was cut off');
  const [count, size, at] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (size > DIRECTORY_BYTES_MAX || at + size > tailAt + end) throw damaged();
  const directory = await collect(read(at, at + size));
  const entries: Entry[] = [];
  for (let place = 0; entries.length < count;) {
    if (place + ENTRY_LENGTH > directory.length || directory.readUInt32LE(place) !== ENTRY_SIGNATURE) throw damaged();
    const [nameLength, extraLength] = [directory.readUInt16LE(place + 28), directory.readUInt16LE(place + 30)];
    entries.push({
      name: directory.toString('utf8', place + ENTRY_LENGTH, place + ENTRY_LENGTH + nameLength),
      isEncrypted: (directory.readUInt16LE(place + 8) & 1) === 1,
      method: directory.readUInt16LE(place + 10),
      packed: directory.readUInt32LE(place + 20),
      unpacked: directory.readUInt32LE(place + 24),
      at: directory.readUInt32LE(place + 42),
    });
    place += ENTRY_LENGTH + nameLength + extraLength + directory.readUInt16LE(place + 32);
  }
  return entries;
}

async function* unpack(read: ReadPart, bytes: number, entry: Entry): AsyncGenerator<Uint8Array> {
  const { method, packed, unpacked, at } = entry;
  if (at + LOCAL_LENGTH > bytes || (method !== STORED && method !== DEFLATED)) throw damaged();
  const header = await collect(read(at, at + LOCAL_LENGTH));
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damaged();
  const start = at + LOCAL_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + packed > bytes) throw damaged();
  const content = read(start, start + packed);
  let size = 0;
  for await (const piece of method === STORED ? content : inflated(content)) {
    size += piece.length;
    if (size > unpacked) throw damaged();
    yield piece;
  }
}

async function* inflated(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  // What fails is the stream, and is thrown there.
  pipeline(content, inflate, () => undefined);
  try {
    yield* inflate;
  } catch (error) {
    throw isOfZlib(error) ? damaged() : error;
  }
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

function damaged(): NoExport {
  return new NoExport('damaged', 'the archive is damaged, or was packed in a way that is not read');
}
