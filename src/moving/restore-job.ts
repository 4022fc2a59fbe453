// Checks and imports the exports that owners uploaded in the dashboard, by the rules of the command line. An import goes on
// where a killed worker left it; a check is begun anew.
import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '../database/connection.ts';
import { inPublication } from '../database/scope.ts';
import { Conflict } from '../models/errors.ts';
import {
  claimRestore,
  failRestore,
  findRestore,
  placeRestore,
  releaseRestore,
  renewRestore,
  settleCheck,
  type ClaimedRestore,
  type RestoreContent,
  type RestoreFault,
} from '../models/lifecycle/moving/restore.ts';
import { getUpload, readUpload } from '../models/lifecycle/upload.ts';
import { openArchive } from './archive.ts';
import { importPrograms, importRecords, RefusedLines, type ImportParts } from './import-export.ts';
import { NoExport } from './no-export.ts';
import { checkEnvironment, checkExport, countRecords, openExportFiles, type OpenedExport } from './read-export.ts';

/** Our choice: the page shows how far it has come, and asks every three seconds. */
const RENEW_MILLISECONDS = 1000;
/** Our choice: after each slice it rests as long as the slice took, so that it takes at most half of SQLite's one writer. */
const REST_MILLISECONDS_MIN = 5;

export type RestoreJobParts = Omit<ImportParts, 'publication' | 'onRecords'>;

/** The restore is another worker's now, or this one stops. */
class CutOff extends Error {
  override readonly name = 'CutOff';
}

/** Takes one restore further, if one waits. Resolves with whether there was one. */
export async function advanceRestores(parts: RestoreJobParts, isStopped: () => boolean): Promise<boolean> {
  const { database, clock } = parts;
  const claimed = await claimRestore(database, clock);
  if (claimed === undefined) return false;
  return inPublication({ id: claimed.publicationId }, () => advanceClaimed(parts, claimed, isStopped));
}

async function advanceClaimed(
  parts: RestoreJobParts,
  claimed: ClaimedRestore,
  isStopped: () => boolean,
): Promise<boolean> {
  const { database, clock } = parts;
  try {
    await advance(parts, claimed, isStopped);
    return true;
  } catch (error) {
    if (error instanceof CutOff) {
      await database.transaction((transaction) => releaseRestore(transaction, claimed));
      return false;
    }
    if (isUnavailable(error)) throw error;
    const fault = faultOf(error);
    await database.transaction((transaction) => failRestore(transaction, clock, claimed, [fault]));
    if (fault.fault === 'fault') throw error;
    return true;
  }
}

async function advance(parts: RestoreJobParts, claimed: ClaimedRestore, isStopped: () => boolean): Promise<void> {
  const { database, clock } = parts;
  const publication = { id: claimed.publicationId };
  const uploadId = (await findRestore(publication, database))?.uploadId;
  if (uploadId === undefined || uploadId === null) throw new CutOff();
  const upload = await getUpload(publication, database, uploadId);
  const files = await openArchive(
    (from, until) => readUpload(parts, publication, upload, { from, until }),
    upload.bytes,
  );
  const opened = await openExportFiles(files);
  const onRecords = progressOf(parts, claimed, countRecords(opened), isStopped);
  if (claimed.state === 'checking') {
    const found = await check(parts, opened, onRecords);
    return database.transaction((transaction) => settleCheck(transaction, claimed, found));
  }
  const programs = await importRecords({ ...parts, publication, onRecords }, opened);
  const isOurs = await database.transaction(async (transaction) => {
    if (!(await placeRestore(transaction, clock, claimed, { programs, uploadId }))) return false;
    if (programs.length === 0) await importPrograms({ ...parts, publication }, transaction, programs);
    return true;
  });
  if (!isOurs) throw new CutOff();
}

async function check(
  { config }: RestoreJobParts,
  opened: OpenedExport,
  onRecords: (records: number) => Promise<void>,
): Promise<{ readonly holds: RestoreContent; readonly faults: readonly RestoreFault[] }> {
  checkEnvironment(config, opened);
  const { faults, records } = await checkExport(opened, onRecords);
  const { publication, as_of: asOf } = opened.manifest;
  return {
    holds: { name: publication.name, siteUrl: publication.site_url, asOf, records },
    faults: faults.map(({ fault, file, line, words }) => ({ fault, file, line, words })),
  };
}

/** Returns what is called between two slices: it rests, renews the lease once a second, and throws CutOff. */
function progressOf(
  { database, clock }: RestoreJobParts,
  claimed: ClaimedRestore,
  total: number,
  isStopped: () => boolean,
): (records: number) => Promise<void> {
  let [begun, renewed] = [performance.now(), -RENEW_MILLISECONDS];
  return async (records) => {
    if (isStopped()) throw new CutOff();
    if (performance.now() - renewed >= RENEW_MILLISECONDS) {
      renewed = performance.now();
      const isOurs = await database.transaction((transaction) =>
        renewRestore(transaction, clock, claimed, { records, total }),
      );
      if (!isOurs) throw new CutOff();
    }
    await pause(Math.max(REST_MILLISECONDS_MIN, performance.now() - begun));
    begun = performance.now();
  };
}

function faultOf(error: unknown): RestoreFault {
  if (error instanceof NoExport) return { fault: error.reason };
  if (error instanceof RefusedLines)
    return { fault: 'refused', file: error.file, line: error.line, words: { code: error.code } };
  if (error instanceof Conflict) return { fault: 'conflict' };
  return { fault: 'fault' };
}
