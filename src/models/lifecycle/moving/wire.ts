// A row in the words of an export, and back: exact in JSON lines, where times are ISO 8601 in UTC and money is a whole
// number of minor units.
import { decimalsOf } from '../../amount.ts';
import { shiftIds, type Shift } from './ids.ts';
import type { Column, Kind } from './kind.ts';
import type { StoredRow } from './rows.ts';

type WireRow = Readonly<Record<string, unknown>>;

export const LINE_FAULTS = [
  'not-json',
  'strange-column',
  'missing-column',
  'value',
  'order',
  'reference',
  'too-long',
] as const;
type LineFault = (typeof LINE_FAULTS)[number];

/** What is wrong with a line of an export. */
export class WrongLine extends Error {
  override readonly name = 'WrongLine';
  readonly fault: LineFault;
  /** What the fault is about, by name. */
  readonly words: Readonly<Record<string, string>>;

  constructor(fault: LineFault, message: string, words: Readonly<Record<string, string>> = {}) {
    super(message);
    this.fault = fault;
    this.words = words;
  }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const IDENTIFIER = /^[a-z]{2,6}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The names of a row's fields, in the order of the files. */
export function fieldsOf({ columns, leftOut }: Kind): string[] {
  const flags = Object.values(leftOut).flatMap(({ flag }) => (flag === undefined ? [] : [flag]));
  return [...Object.keys(columns), ...flags];
}

export function toWire(kind: Kind, row: StoredRow): WireRow {
  return Object.fromEntries(
    fieldsOf(kind).map((name) => {
      const column = kind.columns[name];
      return [name, column === undefined ? Boolean(row[name]) : wireValue(column, row[name])];
    }),
  );
}

function wireValue({ type }: Column, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'time') return new Date(Number(value)).toISOString();
  if (type === 'boolean') return Boolean(value);
  if (type === 'json') return JSON.parse(String(value));
  if (type === 'bytes') return Buffer.isBuffer(value) ? value.toString('base64') : null;
  return value;
}

/**
 * The row's cells for people. Money has the decimals of the row's currency; a row without a currency, such as a refund, is
 * in minor units.
 */
export function toCells(kind: Kind, wire: WireRow): (string | number | boolean)[] {
  const { currency } = wire;
  return fieldsOf(kind).map((name) => {
    const value = wire[name];
    if (value === null) return '';
    if (kind.columns[name]?.type === 'money' && typeof currency === 'string' && typeof value === 'number')
      return (value / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));
    if (typeof value === 'number' || typeof value === 'boolean') return value;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

/** Returns what is stored, with the ids moved. Throws WrongLine. */
export function fromWire(kind: Kind, line: string, shift: Shift): Record<string, unknown> {
  const wire = parseLine(line);
  const known = fieldsOf(kind);
  const strange = Object.keys(wire).find((name) => !known.includes(name));
  if (strange !== undefined)
    throw new WrongLine('strange-column', `there is no column ${strange}`, { column: strange });
  const row: Record<string, unknown> = {};
  for (const name of known) {
    const value = wire[name];
    if (value === undefined) throw new WrongLine('missing-column', `the column ${name} is missing`, { column: name });
    const column = kind.columns[name] ?? { type: 'boolean' as const };
    row[name] = value === null ? null : storedValue(name, column, value, shift);
  }
  return row;
}

function parseLine(line: string): WireRow {
  try {
    const parsed: unknown = JSON.parse(line);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // Said below.
  }
  throw new WrongLine('not-json', 'it is no JSON object');
}

function storedValue(name: string, column: Column, value: unknown, shift: Shift): unknown {
  const stored = tryStored(column, value, shift);
  if (stored === undefined) {
    const message = `the value of ${name} is no ${WORDS[column.type]}`;
    throw new WrongLine('value', message, { column: name, type: column.type });
  }
  return stored;
}

const WORDS: Readonly<Record<Column['type'], string>> = {
  id: 'id',
  reference: 'id',
  text: 'text',
  integer: 'whole number',
  money: 'whole number of minor units',
  time: 'time such as 2027-03-01T09:30:00.000Z',
  boolean: 'true or false',
  json: 'object',
  bytes: 'base64 text',
};

/** Returns undefined for a value of another type. */
function tryStored(column: Column, value: unknown, shift: Shift): unknown {
  switch (column.type) {
    case 'json':
      return typeof value === 'object' ? shiftIds(JSON.stringify(value), shift) : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'integer':
    case 'money':
      return Number.isSafeInteger(value) ? value : undefined;
    default:
      return typeof value === 'string' ? storedText(column, value, shift) : undefined;
  }
}

function storedText({ type, of }: Column, value: string, shift: Shift): unknown {
  if (type === 'time') return TIME.test(value) && !Number.isNaN(Date.parse(value)) ? Date.parse(value) : undefined;
  if (type === 'bytes') return BASE64.test(value) ? Buffer.from(value, 'base64').toString('hex') : undefined;
  if (type === 'text') return value;
  if ((type === 'id' || of !== undefined) && !IDENTIFIER.test(value)) return undefined;
  return shiftIds(value, shift);
}
