// An export as a folder, for the command line. The manifest comes last and by a rename: a folder without one was cut off, and
// the same command begins it anew.
import { createWriteStream, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../database/clock.ts';
import { ReplicaLost, type Database } from '../database/connection.ts';
import { makeFolder } from '../database/file.ts';
import { Conflict } from '../models/errors.ts';
import { isUnerased, readErasures } from '../models/lifecycle/export-guard.ts';
import { MANIFEST_FILE } from './manifest.ts';
import { EXPORT_FILES, writeExport, type ExportParts, type ExportSink } from './write-export.ts';

const FILE_MODE = 0o600;
const UNFINISHED = `${MANIFEST_FILE}.part`;
/** Our choice: a moment in which nobody is erased comes soon. */
const ATTEMPTS_MAX = 10;

type FolderParts = Omit<ExportParts, 'snapshot' | 'asOf'> & { readonly database: Database; readonly clock: Clock };

/**
 * Writes an export into the folder, which it makes. Throws Conflict for one that holds anything but an export that was cut
 * off.
 */
export async function exportToFolder(parts: FolderParts, folder: string): Promise<{ readonly records: number }> {
  checkFolder(folder);
  makeFolder(folder);
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const written = await writeOnce(parts, folder).catch(toUndefinedWithoutReplica);
    if (written === undefined) continue;
    const { records, erasures } = written;
    const isWhole = await parts.database.transaction((transaction) =>
      isUnerased(parts.publication, transaction, erasures),
    );
    if (!isWhole) continue;
    renameSync(join(folder, UNFINISHED), join(folder, MANIFEST_FILE));
    return { records };
  }
  throw new Conflict('export', 'Somebody was erased each time while the export was written: try again later');
}

/** Without its replica an export is begun anew. */
function toUndefinedWithoutReplica(error: unknown): undefined {
  if (!(error instanceof ReplicaLost)) throw error;
}

async function writeOnce(
  { database, clock, ...parts }: FolderParts,
  folder: string,
): Promise<{ records: number; erasures: number }> {
  const sink: ExportSink = {
    write: (name, content) => {
      const isLast = name === MANIFEST_FILE;
      const file = join(folder, isLast ? UNFINISHED : name);
      // Whether the others reached the disk before a power cut is seen by their hashes.
      return pipeline(Readable.from(content), createWriteStream(file, { mode: FILE_MODE, flush: isLast }));
    },
  };
  return database.replicaSnapshot(async (snapshot) => {
    const erasures = await readErasures(parts.publication, snapshot);
    const { records } = await writeExport({ ...parts, snapshot, asOf: clock.now() }, sink);
    return { records, erasures };
  });
}

function checkFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const found = readdirSync(folder);
  if (found.includes(MANIFEST_FILE))
    throw new Conflict('folder', `${folder} holds an export already: name another folder`);
  const strange = found.find((name) => name !== UNFINISHED && !EXPORT_FILES.includes(name));
  if (strange !== undefined)
    throw new Conflict('folder', `${folder} is not empty: it has ${strange}; name a new folder`);
}
