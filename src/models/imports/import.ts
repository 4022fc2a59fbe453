// Imports of people from a file: uploaded, checked as often as the publisher wishes, then run once. Each write is
// conditional on the state that was read, so that of a cancel, a changed mapping and two workers one wins.
import { raw } from 'objection';
import type { Clock } from '../../database/clock.ts';
import { isUniqueViolation, type Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import type { Tenant } from '../record.ts';
import { ROWS_MAX, UnreadableFile } from './file-fault.ts';
import { readRows, type FileRow, type OpenFile } from './file.ts';
import { addBlock, BLOCK_ROWS, emptyBlocks } from './import-block.ts';
import type { ImportParts } from './import-parts.ts';
import {
  getImport,
  ImportRecord,
  type Import,
  type ImportCounts,
  type ImportFault,
  type Invitation,
  type UnknownWords,
} from './import-record.ts';
import { NO_SETTINGS, type ImportSettings } from './import-settings.ts';
import { dropInvitations } from './imported-person.ts';
import { fieldsOf, JOINED_FIELDS, recognizePreset, type Preset } from './presets.ts';

type Parts = Pick<ImportParts, 'database' | 'clock' | 'secretKeys'>;

export const NO_COUNTS: ImportCounts = {
  doneCount: 0,
  createdCount: 0,
  changedCount: 0,
  unchangedCount: 0,
  faultyCount: 0,
};
const FILE_NAME_MAX = 120;
const SUBJECT_MAX = 150;
const TEXT_MAX = 5000;
/** After as many failures in a row of one block, the import is given up: it would fail for ever. */
const FAILURES_MAX = 5;

/**
 * Stores the rows of a file, block by block, and returns the id of the import, which nobody sees before `finishUpload`.
 * Throws UnreadableFile, with nothing left.
 */
export async function storeFile(
  { database, clock, secretKeys }: Parts,
  publication: Tenant,
  { fileName, open }: { readonly fileName: string; readonly open: OpenFile },
): Promise<string> {
  const id = newId('imp', clock.now());
  await database.transaction((transaction) => addImport(publication, transaction, clock, { id, fileName }));
  try {
    const stored = { blocks: 0, rowCount: 0 };
    let header: readonly string[] | undefined;
    let rows: FileRow[] = [];
    const flush = async (): Promise<void> => {
      const block = { importId: id, number: stored.blocks, rows };
      await database.transaction((transaction) => addBlock(publication, transaction, secretKeys, block));
      stored.blocks += 1;
      rows = [];
    };
    for await (const row of readRows(open)) {
      if (header === undefined) header = row.cells;
      else {
        stored.rowCount += 1;
        if (stored.rowCount > ROWS_MAX) throw new UnreadableFile('too-many-rows', row.line);
        if (rows.push(row) === BLOCK_ROWS) await flush();
      }
    }
    if (rows.length > 0) await flush();
    if (header === undefined || stored.rowCount === 0) throw new UnreadableFile('no-rows');
    await keepHeader({ database }, publication, id, { header, ...stored });
    return id;
  } catch (error) {
    await database.transaction((transaction) => removeImport(publication, transaction, id));
    throw error;
  }
}

/** @param source the gateway whose account is read; undefined for a file */
export async function addImport(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { id, fileName, source }: { readonly id: string; readonly fileName: string; readonly source?: string },
): Promise<{ id: string }> {
  await ImportRecord.add(publication, transaction, {
    ...NO_COUNTS,
    id,
    state: source === undefined ? 'uploading' : 'reading',
    ...(source !== undefined && { source }),
    revision: 0,
    fileName: fileName.replaceAll(/[\u0000-\u001f\u007f]/gu, '').slice(0, FILE_NAME_MAX),
    header: '[]',
    settings: '{}',
    blocks: 0,
    rowCount: 0,
    nextBlock: 0,
    unknownWords: '{"plans":[],"newsletters":[]}',
    accountPrices: '[]',
    failures: 0,
    createdAt: clock.now().getTime(),
  });
  return { id };
}

async function keepHeader(
  { database }: Pick<Parts, 'database'>,
  publication: Tenant,
  id: string,
  { header, ...stored }: { readonly header: readonly string[]; readonly blocks: number; readonly rowCount: number },
): Promise<void> {
  const preset = recognizePreset(header) ?? null;
  const settings: ImportSettings = { ...NO_SETTINGS, fields: toFields(header, preset) };
  const kept = { ...stored, preset, header: JSON.stringify(header), settings: JSON.stringify(settings) };
  await database.transaction((transaction) => ImportRecord.in(publication, transaction, { id }).patch(kept).execute());
}

/** What each column means by the preset and by its own name. */
export function toFields(header: readonly string[], preset: Preset | null): ImportSettings['fields'] {
  return fieldsOf(header, preset ?? undefined).map((field) => field ?? null);
}

/** Shows an import whose file has arrived. Throws NotFound where that was done before. */
export async function finishUpload(publication: Tenant, transaction: Transaction, id: string): Promise<void> {
  const shown = ImportRecord.in(publication, transaction, { id, state: 'uploading' });
  if ((await shown.patch({ state: 'uploaded' })) === 0) throw new NotFound(`No such import: ${id}`);
}

/** Removes an import that changed nothing, and what its file said. */
export async function removeImport(publication: Tenant, transaction: Transaction, id: string): Promise<void> {
  await ImportRecord.in(publication, transaction, { id }).whereNotIn('state', ['running', 'done', 'canceled']).delete();
}

/**
 * Has the worker check the file by these settings. Throws NotFound, InvalidValue (`fields`) where no column says who
 * somebody is, or two say the same, and Conflict once the import has begun.
 */
export async function checkImport(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  settings: ImportSettings,
): Promise<void> {
  const { fields } = settings;
  if (!fields.includes('email') && !fields.includes('activation_code'))
    throw new InvalidValue('fields', 'no column is the e-mail address or the activation code');
  const single = fields.filter((field) => field !== null && !JOINED_FIELDS.has(field));
  if (new Set(single).size < single.length)
    throw new InvalidValue('fields', 'two columns have the same meaning', 'twice');
  const { state, revision, header } = await getImport(publication, transaction, id);
  if (fields.length !== header.length) throw new InvalidValue('fields', 'each column of the file needs its meaning');
  const open = ImportRecord.in(publication, transaction, { id, revision, source: null }).whereIn('state', [
    'uploaded',
    'checking',
    'checked',
  ]);
  const next = { ...NO_COUNTS, state: 'checking', revision: revision + 1, nextBlock: 0, failures: 0 } as const;
  if ((await open.patch({ ...next, settings: JSON.stringify(settings) })) === 0) throw tooLate(state);
  transaction.notify('imports');
}

/**
 * Begins the import of what was checked. Throws NotFound, InvalidValue for an invitation without words, and Conflict
 * (`import`) for an import that was not checked by these settings, or while another one of the publication runs.
 */
export async function startImport(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  {
    id,
    revision,
    invitation,
  }: { readonly id: string; readonly revision: number; readonly invitation: Invitation | null },
): Promise<void> {
  if (invitation !== null) checkInvitation(invitation);
  const { state } = await getImport(publication, transaction, id);
  const checked = ImportRecord.in(publication, transaction, { id, state: 'checked', revision });
  const start = {
    ...NO_COUNTS,
    state: 'running',
    nextBlock: 0,
    failures: 0,
    invitation: invitation === null ? null : JSON.stringify(invitation),
    nextInvitationAt: invitation === null ? null : clock.now().getTime(),
  } as const;
  try {
    if ((await transaction.savepoint(async () => checked.patch(start))) === 0) throw tooLate(state);
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Conflict('import', 'Another import of the publication is running', 'running');
    throw error;
  }
  transaction.notify('imports');
}

/**
 * Stops an import that is not done: what it imported stays, the rest is forgotten, and nobody more is invited. Throws
 * NotFound and Conflict (`import`).
 */
export async function cancelImport(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<void> {
  const { state } = await getImport(publication, transaction, id);
  const open = ImportRecord.in(publication, transaction, { id }).whereNotIn('state', ['done', 'canceled', 'failed']);
  const end = { state: 'canceled', endedAt: clock.now().getTime() } as const;
  if ((await open.patch(end)) === 0) throw tooLate(state);
  await emptyBlocks(publication, transaction, id);
  await dropInvitations(publication, transaction, id);
}

/** Counts a block that the worker has taken. */
export interface Step {
  readonly state: 'checking' | 'running';
  readonly number: number;
  readonly revision: number;
  readonly blocks: number;
}

/**
 * Takes the next block of an import; call it first in the transaction that does the block. Returns true for exactly one
 * of several concurrent workers, and false for an import that was canceled or mapped anew.
 */
export async function takeStep(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  { state, number, revision }: Step,
): Promise<boolean> {
  const here = ImportRecord.in(publication, transaction, { id, state, revision, nextBlock: number });
  return (await here.patch({ nextBlock: number + 1, failures: 0 })) === 1;
}

/** Adds what a block has come to; the last one ends the check or the run. */
export async function countStep(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: {
    readonly id: string;
    readonly step: Step;
    readonly counts: ImportCounts;
    readonly unknownWords?: UnknownWords;
    readonly nextInvitationAt?: number | null;
  },
): Promise<void> {
  const { id, step, counts, unknownWords, nextInvitationAt } = given;
  const isLast = step.number + 1 >= step.blocks;
  const end =
    step.state === 'checking'
      ? ({ state: 'checked' } as const)
      : ({ state: 'done', endedAt: clock.now().getTime() } as const);
  await ImportRecord.in(publication, transaction, { id }).patch({
    doneCount: raw('done_count + ?', counts.doneCount),
    createdCount: raw('created_count + ?', counts.createdCount),
    changedCount: raw('changed_count + ?', counts.changedCount),
    unchangedCount: raw('unchanged_count + ?', counts.unchangedCount),
    faultyCount: raw('faulty_count + ?', counts.faultyCount),
    ...(unknownWords !== undefined && { unknownWords: JSON.stringify(unknownWords) }),
    ...(nextInvitationAt !== undefined && { nextInvitationAt }),
    ...(isLast && end),
  });
}

/** Counts a failure of the next block, and gives the import up after several in a row. */
export async function countFailure(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { id, failures, state }: Pick<Import, 'id' | 'failures' | 'state'>,
  kind: 'fault' | 'refused' = 'fault',
): Promise<void> {
  const fault: ImportFault = { kind };
  const isOver = failures + 1 >= FAILURES_MAX;
  const end = { state: 'failed', fault: JSON.stringify(fault), endedAt: clock.now().getTime() } as const;
  await ImportRecord.in(publication, transaction, { id, state }).patch({
    failures: failures + 1,
    ...(isOver && end),
  });
  if (isOver) await emptyBlocks(publication, transaction, id);
}

function checkInvitation({ subject, text }: Invitation): void {
  if (subject.trim() === '' || subject.length > SUBJECT_MAX || /[\r\n]/.test(subject))
    throw new InvalidValue('subject', `the subject must have 1 to ${SUBJECT_MAX} characters`);
  if (text.trim() === '' || text.length > TEXT_MAX)
    throw new InvalidValue('text', `the text must have 1 to ${TEXT_MAX} characters`);
}

export function tooLate(state: Import['state']): Conflict {
  return new Conflict('import', `The import is ${state} by now`, 'over');
}
