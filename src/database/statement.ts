// A statement is SQL text with a name: prepared once per connection on both databases, for the queries that run on every request.
// Text is written with ? for each value; PostgreSQL gets $1, $2 … from it.

export type Dialect = 'sqlite' | 'postgres';

/** What can be bound. Dates are stored as milliseconds since 1970, so that both databases hand back the same number. */
export type Value = string | number | boolean | null | Date;

export interface Statement<Row> {
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
  /** Never set: carries the row's type. */
  readonly row?: Row;
}

/** A statement for both databases; `text` may differ where their SQL does. The name must be unique, as PostgreSQL keys its plans by it. */
export function statement<Row>(name: string, text: string | Record<Dialect, string>): Statement<Row> {
  const texts = typeof text === 'string' ? { sqlite: text, postgres: text } : text;
  let position = 0;
  return { name, sqlite: texts.sqlite, postgres: texts.postgres.replaceAll('?', () => `$${(position += 1)}`) };
}

export function toBinding(value: Value): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? value.getTime() : value;
}
