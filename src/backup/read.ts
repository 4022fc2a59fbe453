// Reads the files of a backup, and checks each against the manifest.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BadBackup, type BackupFile, type Manifest } from './manifest.ts';
import type { Row } from './tables.ts';

const BATCH = 500;

/** Yields the rows of a table in batches; the last is followed by the check of the file. Throws BadBackup. */
export async function* readTable(
  folder: string,
  { name, file, rows, sha256 }: BackupFile,
): AsyncGenerator<readonly Row[]> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  let found = 0;
  try {
    let batch: Row[] = [];
    const source = createReadStream(join(folder, file));
    const unzipped = createGunzip();
    source.on('error', (error) => unzipped.destroy(error));
    for await (const line of createInterface({ input: source.pipe(hashing).pipe(unzipped) })) {
      batch.push(JSON.parse(line) as Row);
      if (batch.length < BATCH) continue;
      found += batch.length;
      yield batch;
      batch = [];
    }
    found += batch.length;
    if (batch.length > 0) yield batch;
  } catch (error) {
    throw new BadBackup(`${file} cannot be read: it is damaged or missing`, { cause: error });
  }
  if (hash.digest('hex') !== sha256) throw new BadBackup(`${file} is not as it was written: its SHA-256 differs`);
  if (found !== rows) throw new BadBackup(`${name} has ${found} rows in its file, and ${rows} in the manifest`);
}

/** Reads every file to its end. Throws BadBackup. */
export async function checkFiles(folder: string, { tables }: Manifest): Promise<void> {
  for (const table of tables) for await (const batch of readTable(folder, table)) void batch;
}
