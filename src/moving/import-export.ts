// Imports an export into an empty publication, in slices that each commit with the place that was reached: whoever was killed
// goes on there, and no record comes twice. Nothing is charged, mailed or sent to endpoints.
import type { Config } from '../config.ts';
import type { Clock } from '../database/clock.ts';
import { isUnavailable, type Database, type Transaction } from '../database/connection.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { Conflict } from '../models/errors.ts';
import type { FreshParts, NewSecret } from '../models/lifecycle/moving/fresh.ts';
import { newShift, NO_SHIFT, type Shift } from '../models/lifecycle/moving/ids.ts';
import {
  beginImport,
  findImport,
  importRows,
  moveImport,
  type ImportPlace,
  type ImportState,
} from '../models/lifecycle/moving/import-state.ts';
import type { Kind } from '../models/lifecycle/moving/kind.ts';
import { IMPORTED_KINDS } from '../models/lifecycle/moving/kinds.ts';
import { isIdTaken } from '../models/lifecycle/moving/rows.ts';
import type { Tenant } from '../models/record.ts';
import { checkEnvironment, readSlices, recordsOf, type OpenedExport } from './read-export.ts';

export interface ImportParts {
  readonly config: Pick<Config, 'environment'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
  readonly publication: Tenant;
  /** Called between two transactions with how many records are imported, for whoever shows it or stops there. */
  readonly onRecords?: (records: number) => Promise<void>;
}

/** The database refuses records of these lines. */
export class RefusedLines extends Error {
  override readonly name = 'RefusedLines';
  readonly file: string;
  /** The first of them. */
  readonly line: number;
  /** The database's own. */
  readonly code: string;

  constructor({ kind, line }: ImportPlace, code: string) {
    const file = `${kind}.jsonl`;
    super(`${file}, from line ${line + 1}: the database refuses what it says (${code})`);
    this.file = file;
    this.line = line + 1;
    this.code = code;
  }
}

/** Those whose secrets are made anew: they come last, in one transaction, so that none is made that nobody is shown. */
const WITH_SECRETS: ReadonlySet<string> = new Set(['oauth_applications', 'api_keys', 'event_endpoints']);
const WITHOUT = IMPORTED_KINDS.filter(({ table }) => !WITH_SECRETS.has(table));
const LAST = IMPORTED_KINDS.filter(({ table }) => WITH_SECRETS.has(table));
const END = 'end';

/** Rows of a kind whose secrets are made anew. */
export interface ProgramRows {
  readonly table: string;
  readonly rows: readonly Record<string, unknown>[];
}

/**
 * Imports an export that was checked, or goes on with it. Throws Conflict for a publication that is not empty, and NoExport
 * for a test environment's export in production.
 * @returns the new secrets of programs, which are shown nowhere again
 */
export async function importExport(parts: ImportParts, opened: OpenedExport): Promise<readonly NewSecret[]> {
  const programs = await importRecords(parts, opened);
  return run(parts, { kind: END, line: 0 }, (transaction) => importPrograms(parts, transaction, programs));
}

/** The same, but for programs: they are returned, for `importPrograms`. */
export async function importRecords(parts: ImportParts, opened: OpenedExport): Promise<readonly ProgramRows[]> {
  checkEnvironment(parts.config, opened);
  const state = await resume(parts, opened);
  const shift = BigInt(state.shift);
  const reached = WITHOUT.findIndex(({ table }) => table === state.kind);
  let before = 0;
  for (const [at, kind] of WITHOUT.entries()) {
    if (reached !== -1 && at >= reached) {
      const after = at === reached ? state.line : 0;
      await importKind(parts, opened, { kind, shift, after, before, next: WITHOUT[at + 1]?.table ?? END });
    }
    before += recordsOf(opened.manifest, kind);
  }
  const programs: ProgramRows[] = [];
  for (const kind of LAST)
    for await (const rows of readSlices(opened, kind, { after: 0, shift })) programs.push({ table: kind.table, rows });
  return programs;
}

/** Ends an import, with programs and their new secrets. Throws Conflict where another process has ended it. */
export async function importPrograms(
  parts: Omit<ImportParts, 'database'>,
  transaction: Transaction,
  programs: readonly ProgramRows[],
): Promise<readonly NewSecret[]> {
  const { clock, publication } = parts;
  await moveImport(publication, transaction, { kind: END, line: 0 }, { endedAt: clock.now().getTime() });
  const secrets: NewSecret[] = [];
  for (const kind of LAST)
    for (const { table, rows } of programs)
      if (table === kind.table) secrets.push(...(await importRows(freshOf(parts, transaction), kind, rows)));
  return secrets;
}

/** Returns where to begin, or to go on. */
async function resume(parts: ImportParts, opened: OpenedExport): Promise<ImportState> {
  const { database, clock, publication } = parts;
  const { digest } = opened;
  const known = await findImport(publication, database);
  if (known !== undefined && known.endedAt === null && known.digest !== digest)
    throw new Conflict('publication', 'The import of another export into this publication is under way');
  if (known !== undefined && known.endedAt === null) return known;
  const shift = await shiftFor(parts, opened);
  const kind = WITHOUT[0]?.table ?? END;
  await database.transaction((transaction) =>
    beginImport(publication, transaction, clock, { digest, shift: String(shift), kind }),
  );
  return { publicationId: publication.id, digest, shift: String(shift), kind, line: 0, startedAt: 0, endedAt: null };
}

/**
 * Our choice: ids stay, since websites know people by them; all are moved where the deployment has one of them already, as
 * where a publication is copied beside itself. The first record of each kind is asked for.
 */
async function shiftFor({ database, publication }: ImportParts, opened: OpenedExport): Promise<Shift> {
  for (const kind of IMPORTED_KINDS.filter(
    ({ columns }) => 'id' in columns && columns['id']?.notImported === undefined,
  ))
    for await (const rows of readSlices(opened, kind, { after: 0, shift: NO_SHIFT })) {
      if (await isIdTaken(kind, publication, database, String(rows[0]?.['id']))) return newShift();
      break;
    }
  return NO_SHIFT;
}

interface KindOfImport {
  readonly kind: Kind;
  readonly shift: Shift;
  /** The lines that are imported already. */
  readonly after: number;
  /** The records of the kinds before it. */
  readonly before: number;
  /** The kind after it. */
  readonly next: string;
}

async function importKind(
  parts: ImportParts,
  opened: OpenedExport,
  { kind, shift, after, before, next }: KindOfImport,
): Promise<void> {
  const { publication } = parts;
  let at: ImportPlace = { kind: kind.table, line: after };
  for await (const rows of readSlices(opened, kind, { after, shift })) {
    const until = { ...at, line: at.line + rows.length };
    await run(parts, at, async (transaction) => {
      await moveImport(publication, transaction, at, until);
      await importRows(freshOf(parts, transaction), kind, rows);
    });
    at = until;
    await parts.onRecords?.(before + at.line);
  }
  await run(parts, at, (transaction) => moveImport(publication, transaction, at, { kind: next, line: 0 }));
}

function freshOf(
  { config, clock, secretKeys, publication }: Omit<ImportParts, 'database'>,
  transaction: Transaction,
): FreshParts {
  return { publication, transaction, clock, secretKeys, environment: config.environment };
}

/** Throws RefusedLines, which names the lines, for what the database refuses. */
async function run<T>(
  { database }: ImportParts,
  at: ImportPlace,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(work);
  } catch (error) {
    const isOfDatabase = error instanceof Error && 'code' in error && typeof error.code === 'string';
    if (!isOfDatabase || isUnavailable(error)) throw error;
    throw new RefusedLines(at, String(error.code));
  }
}
