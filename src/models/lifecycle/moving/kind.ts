// What an export holds, as data: a kind of record for each table of a publication, with each of its columns. A table or
// column without a row is refused by test/structure/export.test.ts, so that a later one cannot be forgotten.

/**
 * `money` is in minor units of the row's currency, `time` in milliseconds, `json` holds JSON as text. A `reference` is an id
 * of another record, and becomes the new id of that record when the export is imported.
 */
export type ColumnType = 'id' | 'reference' | 'text' | 'integer' | 'money' | 'time' | 'boolean' | 'json' | 'bytes';

export interface Column {
  readonly type: ColumnType;
  /** The kind that a reference is of; undefined where it may be of several. */
  readonly of?: string;
  readonly isPersonal?: true;
  /** Why it stands in the export for readers alone; an import decides it anew. */
  readonly notImported?: string;
}

/** A column that is in no export, and why. */
export interface LeftOut {
  readonly leftOut: string;
  /** The name under which the export says whether there is a value. */
  readonly flag?: string;
  /** An import leaves it to the default of the column. */
  readonly isDefault?: true;
}

export interface Kind {
  /** The table, and the name of its files. */
  readonly table: string;
  /** In the order of the files. */
  readonly columns: Readonly<Record<string, Column>>;
  readonly leftOut: Readonly<Record<string, LeftOut>>;
  /** The columns by which the rows are ordered, beside the publication. */
  readonly key: readonly string[];
  /** Why the rows stand in the export for readers alone. */
  readonly notImported?: string;
}

export const id: Column = { type: 'id' };
export const text: Column = { type: 'text' };
export const personal: Column = { type: 'text', isPersonal: true };
export const integer: Column = { type: 'integer' };
export const money: Column = { type: 'money' };
export const time: Column = { type: 'time' };
export const boolean: Column = { type: 'boolean' };
export const json: Column = { type: 'json' };
export const bytes: Column = { type: 'bytes' };
export const anyReference: Column = { type: 'reference' };

export function referenceTo(kind: string): Column {
  return { type: 'reference', of: kind };
}

export function leftOut(because: string, flag?: string): LeftOut {
  return flag === undefined ? { leftOut: because } : { leftOut: because, flag };
}

export function leftToDefault(because: string): LeftOut {
  return { leftOut: because, isDefault: true };
}

/** @param key the columns that order the rows, where they are not ordered by id */
export function kindOf(
  table: string,
  given: Readonly<Record<string, Column | LeftOut>>,
  { key = ['id'], notImported }: { readonly key?: readonly string[]; readonly notImported?: string } = {},
): Kind {
  const columns: Record<string, Column> = {};
  const without: Record<string, LeftOut> = {};
  for (const [name, column] of Object.entries(given))
    if ('leftOut' in column) without[name] = column;
    else columns[name] = column;
  return { table, columns, leftOut: without, key, ...(notImported !== undefined && { notImported }) };
}
