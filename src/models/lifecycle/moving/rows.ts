// Reads the rows of a kind in slices, in the order of their key, and inserts rows of an export.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection, Transaction } from '../../../database/connection.ts';
import { toColumn } from '../../../database/rows.ts';
import { ofAllPublications, statement, type Dialect, type Statement, type Value } from '../../../database/statement.ts';
import type { Tenant } from '../../record.ts';
import type { ColumnType, Kind } from './kind.ts';
import { KINDS } from './kinds.ts';

/** By column. Bytes are a Buffer when they are read, and hexadecimal digits when they are written. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Our choice: a slice takes a few milliseconds, in which SQLite serves nobody else. */
const SLICE_ROWS = 500;

const SQL_TYPES: Readonly<Record<ColumnType, 'text' | 'bigint' | 'boolean'>> = {
  id: 'text',
  reference: 'text',
  text: 'text',
  integer: 'bigint',
  money: 'bigint',
  time: 'bigint',
  boolean: 'boolean',
  json: 'text',
  bytes: 'text',
};

interface Statements {
  readonly page: Statement<StoredRow>;
  readonly any: Statement<unknown>;
  /** Undefined for the publication's own row, which is there. */
  readonly insert: Statement<unknown> | undefined;
  /** Undefined for records without an id. */
  readonly isTaken: Statement<unknown> | undefined;
}

const made = new Map(KINDS.map((kind) => [kind.table, statementsOf(kind)]));

function statementsOf(kind: Kind): Statements {
  const { table, key } = kind;
  const owner = ownerOf(kind);
  const names = [...Object.keys(kind.columns), ...key.filter((name) => !(name in kind.columns))].map(
    (name) => `t."${name}"`,
  );
  const flags = Object.entries(kind.leftOut).flatMap(([name, { flag }]) =>
    flag === undefined ? [] : [`t."${name}" is not null as "${flag}"`],
  );
  const order = key.map((name) => `t."${name}"`).join(', ');
  const after = key.map((_, at) => `:after${at}`).join(', ');
  // By the key, so that PostgreSQL does not scan the rows of all publications for one that has none.
  const fromKey = `from ${table} t where t.${owner} = :publicationId and (${order}) > (${after}) order by ${order}`;
  return {
    page: statement(
      `export_rows_of_${table}`,
      `select ${[...names, ...flags].join(', ')} ${fromKey} limit ${SLICE_ROWS}`,
    ),
    any: statement(`any_row_of_${table}`, `select 1 as found ${fromKey} limit 1`),
    insert: table === 'publications' ? undefined : statement(`insert_moved_${table}`, insertText(kind)),
    isTaken:
      kind.columns['id'] === undefined
        ? undefined
        : ofAllPublications(
            statement(
              `taken_id_of_${table}`,
              `select 1 as found from publications p join ${table} t on t.${owner} = p.id where p.id <> :publicationId and t.id = :id limit 1`,
            ),
          ),
  };
}

/** The column that says whose a row is. */
function ownerOf({ table }: Kind): string {
  return table === 'publications' ? 'id' : 'publication_id';
}

/** What an import writes of the kind: its columns, and those left out, which it makes anew. */
function insertText({ table, columns, leftOut }: Kind): Record<Dialect, string> {
  const written = [
    ...Object.entries(columns).flatMap(([name, { type, notImported }]) =>
      notImported === undefined ? [{ name, type }] : [],
    ),
    ...Object.entries(leftOut).flatMap(([name, { isDefault }]) =>
      isDefault ? [] : [{ name, type: typeOfLeftOut(name) }],
    ),
  ];
  const into = `insert into ${table} (publication_id, ${written.map(({ name }) => `"${name}"`).join(', ')})`;
  const values = (dialect: Dialect): string =>
    written.map(({ name, type }) => valueText(dialect, name, type)).join(', ');
  const typed = written.map(({ name, type }) => `"${name}" ${SQL_TYPES[type]}`).join(', ');
  return {
    sqlite: `${into} select :publicationId, ${values('sqlite')} from json_each(:given)`,
    postgres: `${into} select :publicationId, ${values('postgres')} from json_to_recordset(:given::json) as given (${typed})`,
  };
}

function typeOfLeftOut(name: string): ColumnType {
  return /_(?:at|since|until)$/.test(name) ? 'time' : 'text';
}

function valueText(dialect: Dialect, name: string, type: ColumnType): string {
  if (dialect === 'sqlite') return type === 'bytes' ? `unhex(value ->> '${name}')` : `value ->> '${name}'`;
  return type === 'bytes' ? `decode(given."${name}", 'hex')` : `given."${name}"`;
}

function statementsFor({ table }: Kind): Statements {
  const found = made.get(table);
  if (found === undefined) throw new Error(`there is no kind ${table}`);
  return found;
}

/** Yields the rows of the kind in slices. */
export async function* readRows(
  kind: Kind,
  publication: Tenant,
  connection: Connection,
): AsyncGenerator<readonly StoredRow[]> {
  let after = valuesBefore(kind);
  for (;;) {
    const rows = await readSlice(kind, publication, connection, after);
    if (rows.length > 0) yield rows;
    if (rows.length < SLICE_ROWS) return;
    // SQLite reads without a pause; requests get their turn.
    await nextTurn();
    const last = rows.at(-1) ?? {};
    after = Object.fromEntries(kind.key.map((name, at) => [`after${at}`, last[name] as Value]));
  }
}

async function readSlice(
  kind: Kind,
  { id: publicationId }: Tenant,
  connection: Connection,
  after: Readonly<Record<string, Value>>,
): Promise<StoredRow[]> {
  return (await connection.all(statementsFor(kind).page, { publicationId, ...after })).map(toStored);
}

/** A key before every other. */
function valuesBefore({ key, columns }: Kind): Readonly<Record<string, Value>> {
  return Object.fromEntries(key.map((name, at) => [`after${at}`, columns[name]?.type === 'integer' ? -1 : '']));
}

const columnNames = new Map<string, string>();

function toStored(row: StoredRow): StoredRow {
  const stored: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    let name = columnNames.get(field);
    if (name === undefined) columnNames.set(field, (name = toColumn(field)));
    stored[name] = value;
  }
  return stored;
}

export async function hasRows(kind: Kind, { id: publicationId }: Tenant, connection: Connection): Promise<boolean> {
  return (await connection.first(statementsFor(kind).any, { publicationId, ...valuesBefore(kind) })) !== undefined;
}

/** Whether another publication of this database has a record with the id. */
export async function isIdTaken(kind: Kind, publication: Tenant, connection: Connection, id: string): Promise<boolean> {
  const { isTaken } = statementsFor(kind);
  if (isTaken === undefined) return false;
  return (await connection.first(isTaken, { publicationId: publication.id, id })) !== undefined;
}

/** Inserts the rows as they are, without an event: what they tell of happened before. */
export async function insertRows(
  kind: Kind,
  publication: Tenant,
  transaction: Transaction,
  rows: readonly StoredRow[],
): Promise<void> {
  const { insert } = statementsFor(kind);
  if (insert === undefined) throw new Error(`${kind.table} has no rows to insert`);
  await transaction.run(insert, { publicationId: publication.id, given: JSON.stringify(rows) });
}
