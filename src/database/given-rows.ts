// Many rows bound as one value: a JSON array of objects, which a statement reads as a table.
import { toBinding, type Dialect, type Value } from './statement.ts';

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

/** As what is bound for `givenRows`. @param rows values in the order of the fields */
export function toGivenRows(fields: GivenFields, rows: readonly (readonly Value[])[]): string {
  const names = Object.keys(fields);
  return JSON.stringify(
    rows.map((values) => Object.fromEntries(names.map((name, index) => [name, toBinding(values[index] ?? null)]))),
  );
}
