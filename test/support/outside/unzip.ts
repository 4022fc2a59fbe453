// Unpacks a zip archive by its central directory, as a publisher's program would.
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const ENTRY_LENGTH = 46;
const LOCAL_HEADER_LENGTH = 30;

/** The files by name. Throws for an archive that was cut off. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end === -1 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('the archive has no end');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [size, nameLength] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const name = archive.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + LOCAL_HEADER_LENGTH + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    files.set(name, inflateRawSync(archive.subarray(start, start + size)));
    at += ENTRY_LENGTH + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
