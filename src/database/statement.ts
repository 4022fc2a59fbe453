// A statement is SQL text with a name: prepared once per connection on both databases, for the queries that run on every request.
// Text is written with ? for each value; PostgreSQL gets $1, $2 … from it, and SQLite +?.

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

const statements = new Map<string, Statement<unknown>>();

/** A statement for both databases; `text` may differ where their SQL does. Throws when the name stands for another text, as PostgreSQL keys its plans by it. */
export function statement<Row>(name: string, text: string | Record<Dialect, string>): Statement<Row> {
  const texts = typeof text === 'string' ? { sqlite: text, postgres: text } : text;
  let position = 0;
  // SQLite plans a join or a limit by the values that are bound, and plans it anew whenever they are bound again: 20 µs a run. A + hides them.
  const sqlite = texts.sqlite.replaceAll('?', '+?');
  const made: Statement<Row> = { name, sqlite, postgres: texts.postgres.replaceAll('?', () => `$${(position += 1)}`) };
  const known = statements.get(name);
  if (known !== undefined && known.postgres !== made.postgres) throw new Error(`two statements are called ${name}`);
  statements.set(name, made);
  return made;
}

/** What connections to SQLite have of their own before their first transaction: temporary views and triggers, by name. */
const temporaryViews = new Map<string, string>();

/**
 * A temporary view of SQLite, and what is done for a row that is inserted into it: several writes by one statement, as PostgreSQL has them by `with`.
 * @param text of the trigger; the row is `new`. Throws when the name stands for another.
 */
export function temporaryView(name: string, table: string, text: string): void {
  const view = `create temp view if not exists ${name} as select * from main.${table}`;
  const sql = `${view}; create temp trigger if not exists ${name}_insert instead of insert on ${name} begin ${text}; end`;
  if ((temporaryViews.get(name) ?? sql) !== sql) throw new Error(`two views are called ${name}`);
  temporaryViews.set(name, sql);
}

export function allTemporaryViews(): ReadonlyMap<string, string> {
  return temporaryViews;
}

/** Every statement of the modules that are loaded, for the test that looks at their plans. */
export function allStatements(): readonly Statement<unknown>[] {
  return [...statements.values()];
}

export function toBinding(value: Value): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? value.getTime() : value;
}
