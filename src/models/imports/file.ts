// Reads a CSV file as others write it: UTF-8, UTF-16 or Windows-1252, with comma, semicolon or tab. It is read as a
// stream, so that its size costs no memory.
import { Readable } from 'node:stream';
import { CsvError, parse, type Info } from 'csv-parse';
import { plainText } from '../../csv.ts';
import { COLUMNS_MAX, UnreadableFile, type FileFault } from './file-fault.ts';

/** Opens the file from its beginning; it is read twice. */
export type OpenFile = () => AsyncIterable<Uint8Array>;

export interface FileRow {
  /** The line on which the row begins; the header's is usually 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface Format {
  readonly encoding: string;
  readonly delimiter: string;
}

const DELIMITERS = [',', ';', '\t'];
/** Our choice: longer than any row of an export, and short enough that a quote which is never closed is found soon. */
const ROW_MAX = 200_000;
const LINE_END = /\r\n?/g;
const FAULTS: Readonly<Record<string, FileFault>> = {
  CSV_INVALID_CLOSING_QUOTE: 'quote',
  CSV_QUOTE_NOT_CLOSED: 'quote-open',
  INVALID_OPENING_QUOTE: 'quote',
  CSV_MAX_RECORD_SIZE: 'row-too-long',
};

/** Reads the rows; the first is the header, whose cells are trimmed. Throws UnreadableFile. */
export async function* readRows(open: OpenFile): AsyncGenerator<FileRow> {
  const format = await recognize(open);
  let width = -1;
  try {
    for await (const { record, info } of records(open, format)) {
      const line = info.lines - breaksIn(record);
      if (width === -1) {
        const header = withoutEmptyEnd(record.map((cell) => plainText(cell).trim()));
        checkHeader(header, line);
        width = header.length;
        yield { line, cells: header };
      } else if (record.some((cell) => cell.trim() !== ''))
        // Our choice: of every file, since others make cells harmless in the same way.
        yield { line, cells: withoutEmptyEnd(record.map(plainText), width) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? error['lines'] : undefined;
    throw new UnreadableFile(FAULTS[error.code] ?? 'unreadable', line);
  }
  if (width === -1) throw new UnreadableFile('empty');
}

function records(
  open: OpenFile,
  { encoding, delimiter }: Format,
): AsyncIterable<{ readonly record: string[]; readonly info: Info }> {
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_MAX,
  });
  const text = Readable.from(decoded(open, encoding));
  // A stream that fails does not end the parser by itself.
  text.on('error', (error) => parser.destroy(error));
  return text.pipe(parser);
}

/** Yields the text with each end of line as LF: the parser counts a CR LF within quotes as two lines. */
async function* decoded(open: OpenFile, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let kept = '';
  for await (const bytes of open()) {
    const text = kept + decoder.decode(bytes, { stream: true });
    // Perhaps the first half of a CR LF.
    kept = text.endsWith('\r') ? '\r' : '';
    const whole = text.slice(0, text.length - kept.length);
    if (whole !== '') yield whole.replaceAll(LINE_END, '\n');
  }
  const end = kept + decoder.decode();
  if (end !== '') yield end.replaceAll(LINE_END, '\n');
}

/** Reads the whole file once: only its end shows that it is UTF-8. Throws UnreadableFile. */
async function recognize(open: OpenFile): Promise<Format> {
  let start = Buffer.alloc(0);
  let size = 0;
  let utf8: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of open()) {
    if (start.length < ROW_MAX) start = Buffer.concat([start, bytes.subarray(0, ROW_MAX)]);
    size += bytes.length;
    utf8 = isDecoded(utf8, bytes) ? utf8 : undefined;
  }
  if (size === 0) throw new UnreadableFile('empty');
  const isUtf8 = isDecoded(utf8);
  const encoding = encodingOf(start, isUtf8);
  return { encoding, delimiter: delimiterOf(new TextDecoder(encoding).decode(start)) };
}

function isDecoded(decoder: TextDecoder | undefined, bytes?: Uint8Array): boolean {
  try {
    decoder?.decode(bytes, { stream: bytes !== undefined });
    return decoder !== undefined;
  } catch {
    return false;
  }
}

function encodingOf(start: Buffer, isUtf8: boolean): string {
  if (start.length > 1 && start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start.length > 1 && start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  // How a ZIP archive begins, which a workbook is.
  if (start.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') throw new UnreadableFile('workbook');
  const zeros = [0, 1].map((odd) => start.subarray(0, 200).filter((byte, at) => at % 2 === odd && byte === 0).length);
  const half = Math.min(start.length, 200) / 2;
  // UTF-16 without a mark: every other byte of ordinary text is zero.
  if ((zeros[1] ?? 0) > half * 0.6 && zeros[0] === 0) return 'utf-16le';
  if ((zeros[0] ?? 0) > half * 0.6 && zeros[1] === 0) return 'utf-16be';
  if (start.includes(0)) throw new UnreadableFile('binary');
  return isUtf8 ? 'utf-8' : 'windows-1252';
}

/** The delimiter that stands most often in the first line, outside of quotes. */
function delimiterOf(text: string): string {
  const [first = ''] = text
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/);
  const count = (delimiter: string): number => first.split(delimiter).length;
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

function checkHeader(header: readonly string[], line: number): void {
  if (header.length > COLUMNS_MAX) throw new UnreadableFile('too-many-columns', line);
  const names = header.map((name) => name.toLowerCase()).filter((name) => name !== '');
  if (names.length === 0) throw new UnreadableFile('no-header', line);
  const twice = header.find((name, at) => name !== '' && names.indexOf(name.toLowerCase()) !== namesBefore(header, at));
  if (twice !== undefined) throw new UnreadableFile('column-twice', line, twice);
}

/** The place that a name has among those that are not empty. */
function namesBefore(header: readonly string[], at: number): number {
  return header.slice(0, at).filter((name) => name !== '').length;
}

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);
}

/** Spreadsheets write empty cells behind the last column. */
function withoutEmptyEnd(cells: readonly string[], width = 0): readonly string[] {
  let end = cells.length;
  while (end > width && (cells[end - 1] ?? '').trim() === '') end -= 1;
  return cells.slice(0, end);
}
