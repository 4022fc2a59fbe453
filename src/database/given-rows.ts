// Batch inserts and updates: many rows are bound as one value, a JSON array of objects, which the statement reads as a table.
import { toColumn } from './rows.ts';
import type { Dialect } from './statement.ts';

export type GivenFields = Readonly<Record<string, 'text' | 'integer' | 'bigint' | 'boolean'>>;

/** SQL for a `from` clause, with the value :given in it: the table `given`, with a column for each field of the objects. */
export function givenRows(fields: GivenFields): Record<Dialect, string> {
  const columns = (of: (name: string) => string): string =>
    Object.keys(fields)
      .map((name) => `${of(name)} as ${toColumn(name)}`)
      .join(', ');
  const typed = Object.entries(fields).map(([name, type]) => `"${name}" ${type}`);
  return {
    sqlite: `(select ${columns((name) => `value ->> '${name}'`)} from json_each(:given)) given`,
    postgres: `(select ${columns((name) => `"${name}"`)} from json_to_recordset(:given::json) as rows (${typed.join(', ')})) given`,
  };
}
