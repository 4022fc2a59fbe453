// Writes an export: for each kind of record a file of JSON lines, which is exact, and one of CSV for people, then the
// manifest. It reads in slices, so that it needs the same memory for any number of people.
import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import { CSV_MARK, csvText } from '../csv.ts';
import type { Connection } from '../database/connection.ts';
import type { Kind } from '../models/lifecycle/moving/kind.ts';
import { KINDS } from '../models/lifecycle/moving/kinds.ts';
import { readRows, type StoredRow } from '../models/lifecycle/moving/rows.ts';
import { fieldsOf, toCells, toWire } from '../models/lifecycle/moving/wire.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { MANIFEST_FILE, toManifest, type ManifestFile } from './manifest.ts';

/** Where the files go: a folder, or an archive. */
export interface ExportSink {
  write(name: string, content: AsyncIterable<string>): Promise<void>;
}

export interface ExportedNow {
  /** The file that is being written, from 1 to `steps`. */
  readonly step: number;
  readonly steps: number;
  /** Records so far; each stands in two files. */
  readonly records: number;
}

export interface ExportParts {
  readonly config: Pick<Config, 'environment'>;
  readonly publication: PublicationRow;
  /** A snapshot, so that all files are of one moment. */
  readonly snapshot: Connection;
  readonly asOf: Date;
  readonly onProgress?: (now: ExportedNow) => void;
}

type Format = 'jsonl' | 'csv';
const FORMATS: readonly Format[] = ['jsonl', 'csv'];

/** The files of an export, in their order. */
export const EXPORT_FILES: readonly string[] = [
  ...KINDS.flatMap(({ table }) => FORMATS.map((format) => `${table}.${format}`)),
  MANIFEST_FILE,
];

export async function writeExport(parts: ExportParts, sink: ExportSink): Promise<{ readonly records: number }> {
  const { publication, config, asOf } = parts;
  const files: ManifestFile[] = [];
  let records = 0;
  for (const kind of KINDS)
    for (const format of FORMATS) {
      const counted = countedFile(kind, format);
      const onSlice = (rows: number): void => {
        if (format === 'jsonl') records += rows;
        parts.onProgress?.({ step: files.length + 1, steps: EXPORT_FILES.length, records });
      };
      await sink.write(`${kind.table}.${format}`, counted.content(parts, onSlice));
      files.push(counted.entry());
    }
  const manifest = toManifest(config, publication, asOf, files);
  await sink.write(MANIFEST_FILE, once(`${JSON.stringify(manifest, undefined, 2)}\n`));
  return { records };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** A file, and its entry in the manifest once it is written. */
function countedFile(kind: Kind, format: Format) {
  const sha256 = createHash('sha256');
  let [records, bytes] = [0, 0];
  const count = (text: string): string => {
    sha256.update(text);
    bytes += Buffer.byteLength(text);
    return text;
  };
  async function* content(
    { publication, snapshot }: ExportParts,
    onSlice: (rows: number) => void,
  ): AsyncGenerator<string> {
    if (format === 'csv') yield count(CSV_MARK + csvText([fieldsOf(kind)]));
    for await (const rows of readRows(kind, publication, snapshot)) {
      records += rows.length;
      onSlice(rows.length);
      yield count(format === 'csv' ? toCsvRows(kind, rows) : toLines(kind, rows));
    }
  }
  const entry = (): ManifestFile => ({
    name: `${kind.table}.${format}`,
    kind: kind.table,
    records,
    bytes,
    sha256: sha256.digest('hex'),
  });
  return { content, entry };
}

function toLines(kind: Kind, rows: readonly StoredRow[]): string {
  return rows.map((row) => `${JSON.stringify(toWire(kind, row))}\n`).join('');
}

function toCsvRows(kind: Kind, rows: readonly StoredRow[]): string {
  return csvText(rows.map((row) => toCells(kind, toWire(kind, row))));
}
