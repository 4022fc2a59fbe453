// Reads an export from a folder or an archive, and checks it before anything is written: the manifest, each file's hash, each
// line, and that whatever a record refers to is there.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Config } from '../config.ts';
import { NO_SHIFT, type Shift } from '../models/lifecycle/moving/ids.ts';
import type { Kind } from '../models/lifecycle/moving/kind.ts';
import { IMPORTED_KINDS } from '../models/lifecycle/moving/kinds.ts';
import { fromWire, LINE_FAULTS, WrongLine } from '../models/lifecycle/moving/wire.ts';
import { MANIFEST_FILE, manifestSchema, type Manifest } from './manifest.ts';
import { NoExport } from './no-export.ts';

export const EXPORT_FAULTS = [...LINE_FAULTS, 'not-named', 'missing', 'changed'] as const;

/** What is wrong with an export; `line` is 0 for a file as a whole. */
export interface ExportFault {
  readonly file: string;
  readonly line: number;
  readonly fault: (typeof EXPORT_FAULTS)[number];
  /** What the fault is about, by name. */
  readonly words: Readonly<Record<string, string>>;
  readonly message: string;
}

/** The files of an export, wherever they are. */
export interface ExportFiles {
  has(name: string): boolean;
  /** Throws NoExport where the archive is damaged. */
  read(name: string): AsyncIterable<Uint8Array>;
}

export interface OpenedExport {
  readonly files: ExportFiles;
  readonly manifest: Manifest;
  /** Of the manifest: it names the export. */
  readonly digest: string;
}

export interface CheckedExport {
  readonly faults: readonly ExportFault[];
  /** By kind. */
  readonly records: Readonly<Record<string, number>>;
}

/** Our choice: enough to see what is wrong. */
const FAULTS_MAX = 50;
const SLICE_LINES = 500;
/** Our choice: several times the longest line, which holds a logo. A file without line feeds must not fill the memory. */
const LINE_LENGTH_MAX = 16 * 1024 * 1024;
const MANIFEST_BYTES_MAX = 4 * 1024 * 1024;

/** Throws NoExport. */
export function openExport(folder: string): OpenedExport {
  const file = join(folder, MANIFEST_FILE);
  if (!existsSync(file))
    throw new NoExport(
      'no-manifest',
      `${folder} holds no ${MANIFEST_FILE}: it is no export, one that was cut off, or an archive that is not unpacked`,
    );
  const files: ExportFiles = {
    has: (name) => existsSync(join(folder, name)),
    read: (name) => createReadStream(join(folder, name)),
  };
  return toOpened(files, readFileSync(file), file);
}

/** Throws NoExport. */
export async function openExportFiles(files: ExportFiles): Promise<OpenedExport> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of files.read(MANIFEST_FILE)) {
    size += piece.length;
    if (size > MANIFEST_BYTES_MAX) throw new NoExport('manifest', `${MANIFEST_FILE} is too large`);
    pieces.push(piece);
  }
  return toOpened(files, Buffer.concat(pieces), MANIFEST_FILE);
}

function toOpened(files: ExportFiles, bytes: Buffer, place: string): OpenedExport {
  const parsed = manifestSchema.safeParse(parseJson(bytes.toString('utf8')));
  if (!parsed.success)
    throw new NoExport(
      'manifest',
      `${place} is no manifest that this version reads: ${parsed.error.issues[0]?.path.join('.') ?? ''}`,
    );
  return { files, manifest: parsed.data, digest: createHash('sha256').update(bytes).digest('hex') };
}

/** Throws NoExport for a test environment's export in production. */
export function checkEnvironment({ environment }: Pick<Config, 'environment'>, { manifest }: OpenedExport): void {
  if (environment === 'production' && manifest.environment === 'test')
    throw new NoExport('environment', 'The export is of a test environment: nobody has paid there');
}

/** How many records an import writes, as the manifest has it. */
export function countRecords({ manifest }: OpenedExport): number {
  return IMPORTED_KINDS.reduce((sum, kind) => sum + recordsOf(manifest, kind), 0);
}

export function recordsOf({ files }: Manifest, { table }: Kind): number {
  return files.find(({ name }) => name === `${table}.jsonl`)?.records ?? 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads everything once.
 * @param onLines is called now and then with how many lines were read
 */
export async function checkExport(
  opened: OpenedExport,
  onLines: (lines: number) => Promise<void> = async () => undefined,
): Promise<CheckedExport> {
  let before = 0;
  const faults: ExportFault[] = [];
  const records: Record<string, number> = {};
  const known = new Map<string, Set<number>>();
  for (const kind of IMPORTED_KINDS) {
    const onCount = async (count: number): Promise<void> => {
      records[kind.table] = count;
      await onLines(before + count);
    };
    for await (const fault of checkFile(opened, kind, known, onCount)) {
      faults.push(fault);
      if (faults.length >= FAULTS_MAX) return { faults, records };
    }
    before += records[kind.table] ?? 0;
  }
  return { faults, records };
}

/** @param known the ids of the kinds before, by kind */
async function* checkFile(
  { files, manifest }: OpenedExport,
  kind: Kind,
  known: Map<string, Set<number>>,
  onCount: (records: number) => Promise<void>,
): AsyncGenerator<ExportFault> {
  const file = `${kind.table}.jsonl`;
  const entry = manifest.files.find(({ name }) => name === file);
  const whole = { file, line: 0, words: {} };
  if (entry === undefined) return yield { ...whole, fault: 'not-named', message: 'the manifest does not name it' };
  if (!files.has(file)) return yield { ...whole, fault: 'missing', message: 'it is missing' };
  if ((await hashOf(files.read(file))) !== entry.sha256) {
    const message = 'it was changed: its SHA-256 is not the one in the manifest';
    return yield { ...whole, fault: 'changed', message };
  }
  const ids = new Set<number>();
  let [line, last] = [0, ''];
  try {
    for await (const text of linesOf(files.read(file))) {
      line += 1;
      if (line % SLICE_LINES === 0) await onCount(line);
      try {
        last = checkLine(kind, text, { last, known });
        ids.add(keyOf(last));
      } catch (error) {
        yield toFault(file, line, error);
      }
    }
  } catch (error) {
    yield toFault(file, line + 1, error);
  }
  known.set(kind.table, ids);
  await onCount(line);
}

/** Rethrows what is no WrongLine. */
function toFault(file: string, line: number, error: unknown): ExportFault {
  if (!(error instanceof WrongLine)) throw error;
  const { fault, words, message } = error;
  return { file, line, fault, words, message };
}

/** Returns the id of the line. Throws WrongLine. */
function checkLine(
  kind: Kind,
  text: string,
  { last, known }: { readonly last: string; readonly known: Map<string, Set<number>> },
): string {
  const row = fromWire(kind, text, NO_SHIFT);
  const id = String(row['id'] ?? '');
  if ('id' in kind.columns && id <= last) throw new WrongLine('order', 'its id is not above the one before');
  checkReferences(kind, row, known);
  return id;
}

/** Throws WrongLine. */
function checkReferences(kind: Kind, row: Readonly<Record<string, unknown>>, known: Map<string, Set<number>>): void {
  for (const [name, { of }] of Object.entries(kind.columns)) {
    const value = row[name];
    if (of === undefined || typeof value !== 'string' || known.get(of)?.has(keyOf(value)) === true) continue;
    const message = `there is no record ${value} in ${of}.jsonl, to which ${name} refers`;
    throw new WrongLine('reference', message, { record: value, of, column: name });
  }
}

/** 45 of the random bits of an id, as a number: millions of them fit into memory, and the database checks the whole id. */
function keyOf(id: string): number {
  return Number.parseInt(id.slice(-9), 36);
}

/** Yields slices of rows, those after a line. */
export async function* readSlices(
  { files }: OpenedExport,
  kind: Kind,
  { after, shift }: { readonly after: number; readonly shift: Shift },
): AsyncGenerator<readonly Record<string, unknown>[]> {
  let [line, rows]: [number, Record<string, unknown>[]] = [0, []];
  for await (const text of linesOf(files.read(`${kind.table}.jsonl`))) {
    line += 1;
    if (line <= after) continue;
    rows.push(fromWire(kind, text, shift));
    if (rows.length < SLICE_LINES) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const piece of content) sha256.update(piece);
  return sha256.digest('hex');
}

/** By line feeds alone, since a text may hold other separators of lines. Throws WrongLine for one that is too long. */
async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const piece of content) {
    const lines = (rest + decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_LENGTH_MAX) throw new WrongLine('too-long', 'it is too long');
    yield* lines;
  }
  if (rest !== '') yield rest;
}
