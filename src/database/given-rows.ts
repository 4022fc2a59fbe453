// Batch inserts and updates: many rows are bound as one value, a JSON array of objects, which the statement reads as a table.
import type { Dialect } from './statement.ts';

export type GivenFields = Readonly<Record<string, 'text' | 'integer' | 'bigint' | 'boolean'>>;

/** SQL for a `from` clause, with one ?: the table `given`, with a column for each field of the objects. */
export function givenRows(fields: GivenFields): Record<Dialect, string> {
  const columns = Object.keys(fields).map((name) => `value ->> '${name}' as "${name}"`);
  const typed = Object.entries(fields).map(([name, type]) => `"${name}" ${type}`);
  return {
    sqlite: `(select ${columns.join(', ')} from json_each(?)) given`,
    postgres: `json_to_recordset(?::json) as given (${typed.join(', ')})`,
  };
}
