// CSV as spreadsheets read it: in UTF-8 with a mark that says so, its lines ended as RFC 4180 has them, and no cell that
// a spreadsheet would run as a formula.
import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';

/** Times are given as ISO 8601 texts, or in milliseconds as a Date. Null is an empty cell. */
type CsvCell = string | number | boolean | Date | null;
export type CsvRow = readonly CsvCell[];

/** The mark at the beginning of a file by which spreadsheets know UTF-8. */
export const CSV_MARK = '\u{feff}';
export const CSV_MEDIA_TYPE = 'text/csv; charset=utf-8';

const FORMULA_STARTS = '=+\\-@\\t\\r\\n\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}';
// Quotes before the character count, too, so that `plainText` gives back exactly what there was.
const RISKY = new RegExp(`^'*[${FORMULA_STARTS}]`, 'u');
const MADE_HARMLESS = new RegExp(`^'+[${FORMULA_STARTS}]`, 'u');

/** Returns the text of rows, each with its end of line. */
export function csvText(rows: readonly CsvRow[]): string {
  return stringify(
    rows.map((row) => row.map(toText)),
    { record_delimiter: 'windows' },
  );
}

/** Returns a whole file, in one piece. */
export function csvFile(heading: CsvRow, rows: readonly CsvRow[]): string {
  return CSV_MARK + csvText([heading, ...rows]);
}

/**
 * Returns a whole file as a stream, written slice by slice as fast as its reader takes it. When reading a slice fails, the
 * stream ends with the error, and a download is seen to be broken off.
 */
export function csvStream(heading: CsvRow, slices: AsyncIterable<readonly CsvRow[]>): Readable {
  return Readable.from(pieces(heading, slices), { objectMode: false });
}

async function* pieces(heading: CsvRow, slices: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<string> {
  yield csvFile(heading, []);
  for await (const rows of slices) if (rows.length > 0) yield csvText(rows);
}

/** Returns the text of a cell as it was before it was written to a file by this module. */
export function plainText(cell: string): string {
  return MADE_HARMLESS.test(cell) ? cell.slice(1) : cell;
}

function toText(cell: CsvCell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  // Numbers of ours are no formulas, though negative ones begin with a minus.
  return typeof cell === 'string' && RISKY.test(cell) ? `'${cell}` : String(cell);
}
