// Makes a backup of the whole database: a folder with a file for each table, all as they were at one moment, whatever is written meanwhile.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Connection, Database } from '../database/connection.ts';
import { MANIFEST_FILE, toManifest, type BackupFile, type Manifest } from './manifest.ts';
import { listMigrations, listTables, readRows, type Table } from './tables.ts';

/** Only who runs the service may read it. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** Our choice: the speed matters more than a tenth of the size. */
const GZIP_LEVEL = 4;

type Facts = Pick<Manifest, 'environment' | 'secret_keys'> & { readonly now: Date };

/** Throws EEXIST where something is at the path already. */
export async function makeBackup(database: Database, folder: string, { now, ...facts }: Facts): Promise<Manifest> {
  await mkdir(folder, { mode: FOLDER_MODE });
  const read = await database.snapshot(async (connection) => {
    const tables: BackupFile[] = [];
    for (const table of await listTables(connection)) tables.push(await writeTable(connection, table, folder));
    return { tables, schema: await listMigrations(connection) };
  });
  const manifest = toManifest({ ...facts, ...read, made_at: now.toISOString(), database: database.dialect });
  await writeWhole(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

async function writeTable(connection: Connection, table: Table, folder: string): Promise<BackupFile> {
  const file = `${table.name}.jsonl.gz`;
  let rows = 0;
  let bytes = 0;
  const lines = async function* () {
    for await (const batch of readRows(connection, table)) {
      rows += batch.length;
      yield batch.map((row) => `${JSON.stringify(row)}\n`).join('');
    }
  };
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: GZIP_LEVEL }),
    hashing,
    createWriteStream(join(folder, file), { mode: FILE_MODE, flags: 'wx', flush: true }),
  );
  return { name: table.name, file, rows, bytes, sha256: hash.digest('hex') };
}

async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'wx', FILE_MODE);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
