// Why a file as a whole cannot be imported.

/** Our choice: more columns than any export has. */
export const COLUMNS_MAX = 120;
/** Our choice: ten times the readers of a large publication. */
export const ROWS_MAX = 1_000_000;

const FILE_FAULTS = [
  'empty',
  'no-header',
  'no-rows',
  'binary',
  'workbook',
  'column-twice',
  'too-many-columns',
  'too-many-rows',
  'row-too-long',
  'quote',
  'quote-open',
  'unreadable',
] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

/** The file cannot be read; nothing of it was imported. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly fault: FileFault;
  /** Undefined where the fault is that of the whole file. */
  readonly line: number | undefined;
  readonly column: string | undefined;

  constructor(fault: FileFault, line?: number, column?: string) {
    const place = line === undefined ? '' : ` in line ${line}`;
    super(`the file cannot be read: ${fault}${place}${column === undefined ? '' : `, column ${column}`}`);
    this.fault = fault;
    this.line = line;
    this.column = column;
  }
}
