// Rows with camelCase fields: the column `created_at` is the field `createdAt`, as Objection's mappers have it.

/** The column of a field. */
export function toColumn(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The names of a statement's columns as fields. */
export function toFields(columns: readonly { readonly name: string }[]): string[] {
  return columns.map(({ name }) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));
}

/** @param values of one row, in the order of the fields */
export function toRow(fields: readonly string[], values: readonly unknown[]): object {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < fields.length; at += 1) row[fields[at] ?? ''] = values[at];
  return row;
}
