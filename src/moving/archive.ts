// Reads the zip archive of an export, wherever it is kept: any part of it is read by itself, so that an archive of any size
// costs little memory. What others pack again is read as well: with folders, or stored.
import { Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from 'yauzl';
import { MANIFEST_FILE } from './manifest.ts';
import { NoExport } from './no-export.ts';
import type { ExportFiles } from './read-export.ts';

/** Reads a part of the archive; fewer bytes are an error of its own. */
export type ReadPart = (from: number, until: number) => AsyncIterable<Uint8Array>;

/** Our choice: an export of some ten million people. An archive may claim to unpack to anything. */
const UNPACKED_BYTES_MAX = 16 * 1024 ** 3;
/** Our choice: several times as many files as an export has. */
const ENTRIES_MAX = 1000;

/** Returns the files beside the manifest of the archive. Throws NoExport, and what reading throws. */
export async function openArchive(read: ReadPart, bytes: number): Promise<ExportFiles> {
  const reader = new PartReader(read);
  const zip = await fromRandomAccessReaderPromise(reader, bytes, { lazyEntries: true, autoClose: false }).catch(() => {
    throw reader.failure ?? new NoExport('no-archive', 'the file is no zip archive, or was cut off');
  });
  const entries = await readEntries(zip, reader);
  const manifest = entries.find(({ fileName }) => fileName === MANIFEST_FILE || isInFolder(fileName));
  if (manifest === undefined)
    throw new NoExport('no-manifest', `the archive holds no ${MANIFEST_FILE}: it is no export`);
  const folder = manifest.fileName.slice(0, -MANIFEST_FILE.length);
  const files = new Map(
    entries
      .filter(({ fileName }) => fileName.startsWith(folder))
      .map((entry) => [entry.fileName.slice(folder.length), entry]),
  );
  const unpacked = [...files.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > UNPACKED_BYTES_MAX) throw new NoExport('unpacked-too-large', 'the archive unpacks to too much');
  if ([...files.values()].some((entry) => entry.isEncrypted()))
    throw new NoExport('encrypted', 'the archive is encrypted');
  return {
    has: (name) => files.has(name),
    read: (name) => unpack(zip, reader, files.get(name)),
  };
}

class PartReader extends RandomAccessReader {
  /** What reading a part threw. */
  failure: unknown;
  readonly #read: ReadPart;

  constructor(read: ReadPart) {
    super();
    this.#read = read;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end)).on('error', (error) => {
      this.failure ??= error;
    });
  }
}

/** Folders that some systems add for their own use begin otherwise. */
function isInFolder(name: string): boolean {
  return name.endsWith(`/${MANIFEST_FILE}`) && !name.startsWith('__MACOSX/');
}

async function readEntries(zip: ZipFile, reader: PartReader): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      if (entries.length > ENTRIES_MAX) throw damaged();
    }
  } catch {
    throw reader.failure ?? damaged();
  }
  return entries;
}

async function* unpack(zip: ZipFile, reader: PartReader, entry: Entry | undefined): AsyncGenerator<Uint8Array> {
  if (entry === undefined) throw damaged();
  try {
    yield* await zip.openReadStreamPromise(entry);
  } catch {
    throw reader.failure ?? damaged();
  }
}

function damaged(): NoExport {
  return new NoExport('damaged', 'the archive is damaged, or was packed in a way that is not read');
}
