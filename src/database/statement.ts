// A statement is SQL text with a name, prepared once per connection on both databases, for the queries of hot paths.
// Its values are named (:publicationId, any number of times) or positional (?). PostgreSQL gets $1, $2 … for either, SQLite +?.

export type Dialect = 'sqlite' | 'postgres';

/** What can be bound. Dates are stored as milliseconds since 1970, so that both databases return the same number. */
export type Value = string | number | boolean | null | Date;

/** By name, or in the order of the statement's question marks. */
export type Values = Readonly<Record<string, Value>> | readonly Value[];

export interface Statement<Row> {
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
  /** See `queueStatement`. */
  readonly isPlannedEachRun: boolean;
  /** See `ofAllPublications`. */
  readonly reachesAll: boolean;
  /** The names of the bound values, in order; undefined where they are positional. */
  readonly valueNames: Readonly<Record<Dialect, readonly string[] | undefined>>;
  /** Never set: it only carries the row's type. */
  readonly row?: Row;
}

const statements = new Map<string, Statement<unknown>>();

/**
 * A statement for both databases; `text` may differ where their SQL does. Throws when another text has the name, as PostgreSQL caches plans by name.
 */
export function statement<Row>(name: string, text: string | Record<Dialect, string>): Statement<Row> {
  const texts = typeof text === 'string' ? { sqlite: text, postgres: text } : text;
  const [sqlite, postgres] = [toSqlite(name, texts.sqlite), toPostgres(name, texts.postgres)];
  const valueNames = { sqlite: sqlite.names, postgres: postgres.names };
  const made = {
    name,
    sqlite: sqlite.text,
    postgres: postgres.text,
    isPlannedEachRun: false,
    reachesAll: false,
    valueNames,
  };
  const known = statements.get(name);
  if (known !== undefined && known.postgres !== made.postgres) throw new Error(`two statements are called ${name}`);
  statements.set(name, made);
  return made;
}

/**
 * A statement that PostgreSQL plans at each run, for a table used as a queue. A cached plan that was made while the queue was nearly empty
 * would scan the whole queue, however much it has grown, until the table is analyzed.
 */
export function queueStatement<Row>(name: string, text: string | Record<Dialect, string>): Statement<Row> {
  return { ...statement<Row>(name, text), isPlannedEachRun: true };
}

/**
 * A statement that reaches the rows of all publications, for whichever one its caller works: it tells whose something is, or whether anybody has it.
 */
export function ofAllPublications<Row>(made: Statement<Row>): Statement<Row> {
  const reaching = { ...made, reachesAll: true };
  statements.set(made.name, reaching);
  return reaching;
}

interface BoundText {
  readonly text: string;
  readonly names: readonly string[] | undefined;
}

/** The + hides a value from SQLite's planner, which would plan joins and limits anew for each bound value: 20 µs a run. */
function toSqlite(statementName: string, text: string): BoundText {
  const names: string[] = [];
  return replaceValues(statementName, text, names, (name) => {
    if (name !== undefined) names.push(name);
    return '+?';
  });
}

function toPostgres(statementName: string, text: string): BoundText {
  const names: string[] = [];
  let position = 0;
  return replaceValues(statementName, text, names, (name) => {
    if (name === undefined) return `$${(position += 1)}`;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
}

/** A placeholder, ? or :name. Quoted text and casts are skipped. */
const VALUE = /'[^']*'|"[^"]*"|::\w+|\?|:([a-z]\w*)/g;

function replaceValues(
  statementName: string,
  text: string,
  names: readonly string[],
  replace: (name: string | undefined) => string,
): BoundText {
  let hasPositions = false;
  const replaced = text.replace(VALUE, (found: string, name: string | undefined) => {
    hasPositions ||= found === '?';
    return found === '?' || name !== undefined ? replace(name) : found;
  });
  if (hasPositions && names.length > 0) throw new Error(`${statementName} has values by name and by position`);
  return { text: replaced, names: hasPositions ? undefined : names };
}

/** Returns the values to bind, in the order of the text. Throws when a named value is missing, or named values are given by position. */
export function toBindings(
  { name, valueNames }: Statement<unknown>,
  dialect: Dialect,
  values: Values,
): (string | number | null)[] {
  const names = valueNames[dialect] ?? [];
  if (isByPosition(values)) {
    if (names.length > 0) throw new Error(`${name} takes its values by name`);
    return values.map(toBinding);
  }
  return names.map((valueName) => {
    const value = values[valueName];
    if (value === undefined) throw new Error(`${name} lacks a value for :${valueName}`);
    return toBinding(value);
  });
}

function isByPosition(values: Values): values is readonly Value[] {
  return Array.isArray(values);
}

/** Every statement of the loaded modules, for the tests that check plans and tenancy. */
export function allStatements(): readonly Statement<unknown>[] {
  return [...statements.values()];
}

function toBinding(value: Value): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Date ? value.getTime() : value;
}
