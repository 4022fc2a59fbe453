// Makes the exports that owners asked for in the dashboard: a zip archive in pieces, which are kept in the database. An
// export is made from one snapshot, so one that was cut off is begun anew.
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Config } from '../config.ts';
import type { Clock } from '../database/clock.ts';
import { ReplicaLost, type Database } from '../database/connection.ts';
import { inPublication } from '../database/scope.ts';
import { readErasures } from '../models/lifecycle/export-guard.ts';
import {
  addChunk,
  claimExport,
  finishExport,
  releaseExport,
  type ClaimedExport,
  type ExportProgress,
} from '../models/lifecycle/kept-export.ts';
import { getPublication, type Publication } from '../models/publication/publication.ts';
import { EXPORT_FILES, writeExport, type ExportedNow, type ExportSink } from './write-export.ts';

/** Our choice: a write of a few milliseconds on SQLite. */
const CHUNK_BYTES = 256 * 1024;

export interface ExportJobParts {
  readonly config: Pick<Config, 'environment'>;
  readonly database: Database;
  readonly clock: Clock;
}

/** The export is another worker's now, or this one stops. */
class CutOff extends Error {
  override readonly name = 'CutOff';
}

/** Makes one export, if one waits. Resolves with whether there was one. */
export async function makeNextExport(parts: ExportJobParts, isStopped: () => boolean): Promise<boolean> {
  const open = await claimExport(parts.database, parts.clock);
  if (open === undefined) return false;
  return inPublication({ id: open.publicationId }, () => makeClaimed(parts, open, isStopped));
}

async function makeClaimed(
  parts: ExportJobParts,
  open: { readonly publicationId: string; readonly claimed: ClaimedExport },
  isStopped: () => boolean,
): Promise<boolean> {
  const publication = await getPublication(parts.database, open.publicationId);
  try {
    await make(parts, publication, open.claimed, isStopped);
  } catch (error) {
    // Without its replica it is begun anew at once.
    const isReplicaLost = error instanceof ReplicaLost;
    if (!isReplicaLost && !(error instanceof CutOff)) throw error;
    await parts.database.transaction((transaction) => releaseExport(publication, transaction, open.claimed));
    return isReplicaLost;
  }
  return true;
}

async function make(
  { config, database, clock }: ExportJobParts,
  publication: Publication,
  claimed: ClaimedExport,
  isStopped: () => boolean,
): Promise<void> {
  const erasures = await database.replicaSnapshot(async (snapshot) => {
    const zip = new ZipFile();
    // What fails is the stream of a file, and is thrown there.
    zip.on('error', () => undefined);
    const over = new AbortController();
    let now: ExportedNow = { step: 0, steps: EXPORT_FILES.length, records: 0 };
    const storing = store(zip, async (content, { bytes, chunks }) => {
      if (isStopped()) throw new CutOff();
      const progress: ExportProgress = { ...now, bytes, chunks };
      const isOurs = await database.transaction((transaction) =>
        addChunk(publication, transaction, clock, { claimed, progress, content }),
      );
      if (!isOurs) throw new CutOff();
    });
    const onProgress = (reached: ExportedNow): void => void (now = reached);
    const parts = { config, publication, snapshot, asOf: clock.now(), onProgress };
    const writing = writeExport(parts, sinkOf(zip, over.signal)).then(() => zip.end());
    try {
      await Promise.all([writing, storing]);
    } catch (error) {
      // Whichever failed, the other one must not wait for it.
      over.abort();
      await Promise.allSettled([writing]);
      throw error;
    }
    return readErasures(publication, snapshot);
  });
  await database.transaction((transaction) => finishExport(publication, transaction, clock, { claimed, erasures }));
}

function sinkOf(zip: ZipFile, signal: AbortSignal): ExportSink {
  return {
    write: async (name, content) => {
      signal.throwIfAborted();
      const stream = Readable.from(content, { objectMode: false });
      // It is read by nobody once the export is cut off, and must not end the process then.
      stream.on('error', () => undefined);
      signal.addEventListener('abort', () => stream.destroy(), { once: true });
      zip.addReadStream(stream, name);
      await finished(stream, { signal, writable: false });
    },
  };
}

type StoreChunk = (content: Buffer, total: Pick<ExportProgress, 'bytes' | 'chunks'>) => Promise<void>;

/** Stores what comes out of the archive in pieces of one size. The archive waits while a piece is stored. */
async function store(zip: ZipFile, storeChunk: StoreChunk): Promise<void> {
  let [bytes, chunks, size] = [0, 0, 0];
  let waiting: Buffer[] = [];
  const flush = async (): Promise<void> => {
    if (size === 0) return;
    bytes += size;
    chunks += 1;
    await storeChunk(Buffer.concat(waiting), { bytes, chunks });
    [waiting, size] = [[], 0];
  };
  for await (const piece of zip.outputStream) {
    const content = Buffer.from(piece);
    waiting.push(content);
    size += content.length;
    if (size >= CHUNK_BYTES) await flush();
  }
  await flush();
}
