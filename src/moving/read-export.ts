// Reads an export from a folder, and checks it before anything is written: the manifest, each file's hash, each line, and
// that whatever a record refers to is there.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_SHIFT, type Shift } from '../models/lifecycle/moving/ids.ts';
import type { Kind } from '../models/lifecycle/moving/kind.ts';
import { IMPORTED_KINDS } from '../models/lifecycle/moving/kinds.ts';
import { fromWire, WrongLine } from '../models/lifecycle/moving/wire.ts';
import { MANIFEST_FILE, manifestSchema, type Manifest } from './manifest.ts';

/** What is wrong with an export; `line` is 0 for a file as a whole. */
export interface ExportFault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface OpenedExport {
  readonly folder: string;
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

/** Thrown where the folder holds no export that this version reads. */
export class NoExport extends Error {
  override readonly name = 'NoExport';
}

/** Throws NoExport. */
export function openExport(folder: string): OpenedExport {
  const file = join(folder, MANIFEST_FILE);
  if (!existsSync(file))
    throw new NoExport(
      `${folder} holds no ${MANIFEST_FILE}: it is no export, one that was cut off, or an archive that is not unpacked`,
    );
  const bytes = readFileSync(file);
  const parsed = manifestSchema.safeParse(parseJson(bytes.toString('utf8')));
  if (!parsed.success)
    throw new NoExport(
      `${file} is no manifest that this version reads: ${parsed.error.issues[0]?.path.join('.') ?? ''}`,
    );
  return { folder, manifest: parsed.data, digest: createHash('sha256').update(bytes).digest('hex') };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads everything once. */
export async function checkExport(opened: OpenedExport): Promise<CheckedExport> {
  const faults: ExportFault[] = [];
  const records: Record<string, number> = {};
  const known = new Map<string, Set<number>>();
  for (const kind of IMPORTED_KINDS) {
    for await (const fault of checkFile(opened, kind, known, (count) => (records[kind.table] = count))) {
      faults.push(fault);
      if (faults.length >= FAULTS_MAX) return { faults, records };
    }
  }
  return { faults, records };
}

/** @param known the ids of the kinds before, by kind */
async function* checkFile(
  { folder, manifest }: OpenedExport,
  kind: Kind,
  known: Map<string, Set<number>>,
  onCount: (records: number) => void,
): AsyncGenerator<ExportFault> {
  const file = `${kind.table}.jsonl`;
  const entry = manifest.files.find(({ name }) => name === file);
  if (entry === undefined) return yield { file, line: 0, message: 'the manifest does not name it' };
  if (!existsSync(join(folder, file))) return yield { file, line: 0, message: 'it is missing' };
  if ((await hashOf(join(folder, file))) !== entry.sha256)
    return yield { file, line: 0, message: 'it was changed: its SHA-256 is not the one in the manifest' };
  const ids = new Set<number>();
  let [line, last] = [0, ''];
  for await (const text of linesOf(join(folder, file))) {
    line += 1;
    try {
      const row = fromWire(kind, text, NO_SHIFT);
      const id = String(row['id'] ?? '');
      if ('id' in kind.columns && id <= last) throw new WrongLine('its id is not above the one before');
      last = id;
      checkReferences(kind, row, known);
      ids.add(keyOf(id));
    } catch (error) {
      if (!(error instanceof WrongLine)) throw error;
      yield { file, line, message: error.message };
    }
  }
  known.set(kind.table, ids);
  onCount(line);
}

/** Throws WrongLine. */
function checkReferences(kind: Kind, row: Readonly<Record<string, unknown>>, known: Map<string, Set<number>>): void {
  for (const [name, { of }] of Object.entries(kind.columns)) {
    const value = row[name];
    if (of !== undefined && typeof value === 'string' && !known.get(of)?.has(keyOf(value)))
      throw new WrongLine(`there is no record ${value} in ${of}.jsonl, to which ${name} refers`);
  }
}

/** 45 of the random bits of an id, as a number: millions of them fit into memory, and the database checks the whole id. */
function keyOf(id: string): number {
  return Number.parseInt(id.slice(-9), 36);
}

/** Yields slices of rows, those after a line. */
export async function* readSlices(
  { folder }: OpenedExport,
  kind: Kind,
  { after, shift }: { readonly after: number; readonly shift: Shift },
): AsyncGenerator<readonly Record<string, unknown>[]> {
  let [line, rows]: [number, Record<string, unknown>[]] = [0, []];
  for await (const text of linesOf(join(folder, `${kind.table}.jsonl`))) {
    line += 1;
    if (line <= after) continue;
    rows.push(fromWire(kind, text, shift));
    if (rows.length < SLICE_LINES) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function hashOf(file: string): Promise<string> {
  const sha256 = createHash('sha256');
  for await (const piece of createReadStream(file)) sha256.update(piece);
  return sha256.digest('hex');
}

/** By line feeds alone, since a text may hold other separators of lines. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of createReadStream(file, { encoding: 'utf8' })) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
