// Batch writes: many rows bound as one value, a JSON array of objects, which a statement reads as a table.
import type { Dialect } from './statement.ts';

export type GivenFields = Readonly<Record<string, 'text' | 'integer' | 'bigint' | 'boolean'>>;

/** For the `from` of a statement, with one ? in it: the table `given`, whose columns are the objects' fields by their own names. */
export function givenRows(fields: GivenFields): Record<Dialect, string> {
  const columns = Object.keys(fields).map((name) => `value ->> '${name}' as "${name}"`);
  const typed = Object.entries(fields).map(([name, type]) => `"${name}" ${type}`);
  return {
    sqlite: `(select ${columns.join(', ')} from json_each(?)) given`,
    postgres: `json_to_recordset(?::json) as given (${typed.join(', ')})`,
  };
}
