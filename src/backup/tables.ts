// The tables of a database as a backup has them: their columns and the order in which their rows can be inserted.
import type { Knex } from 'knex';
import type { Connection } from '../database/connection.ts';

/** A row by its columns; bytes are text, as PostgreSQL writes them: \x and hexadecimal digits. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Those of the columns that hold bytes. */
  readonly binary: readonly string[];
  readonly key: readonly string[];
  /** The column that the database numbers by itself, if there is one. */
  readonly numbered: string | undefined;
  /** The tables that it refers to. */
  readonly refersTo: readonly string[];
}

const BATCH = 1000;
/** Knex's own, which `migrate` makes. */
const OF_KNEX = /^knex_/;
const CURSOR = 'masthead_backup';
const OWNED = 'publication_id = ?';

type Reader = Pick<Connection, 'knex' | 'dialect'>;

/** Runs SQL and returns its rows. The names of what it selects are single words, which Knex leaves as they are. */
async function select<One>({ knex, dialect }: Reader, sql: string, values: readonly Knex.Value[] = []): Promise<One[]> {
  const found: unknown = await knex.raw(sql, values);
  // Unchecked casts: the statements below say what they select.
  return dialect === 'postgres' ? (found as { readonly rows: One[] }).rows : (found as One[]);
}

/** Returns all tables, those first that others refer to. */
export async function listTables(reader: Reader): Promise<Table[]> {
  const names =
    reader.dialect === 'postgres'
      ? await select<{ name: string }>(
          reader,
          'select tablename as name from pg_tables where schemaname = current_schema()',
        )
      : await select<{ name: string }>(
          reader,
          `select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
        );
  const describe = reader.dialect === 'postgres' ? describeOnPostgres : describeOnSqlite;
  const tables: Table[] = [];
  for (const { name } of names.filter((one) => !OF_KNEX.test(one.name))) tables.push(await describe(reader, name));
  return inOrder(tables.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
}

async function describeOnPostgres(reader: Reader, name: string): Promise<Table> {
  const columns = await select<{ name: string; type: string; numbered: boolean | null }>(
    reader,
    `select column_name as name, data_type as type, column_default like 'nextval(%' as numbered
      from information_schema.columns where table_schema = current_schema() and table_name = ? order by ordinal_position`,
    [name],
  );
  const key = await select<{ name: string }>(
    reader,
    `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indisprimary and i.indrelid = quote_ident(?)::regclass`,
    [name],
  );
  const others = await select<{ name: string }>(
    reader,
    `select distinct r.relname as name from pg_constraint c join pg_class r on r.oid = c.confrelid where c.contype = 'f' and c.conrelid = quote_ident(?)::regclass`,
    [name],
  );
  const numbered = columns.find((column) => column.numbered === true)?.name;
  return { ...toTable(name, columns, key, others), numbered };
}

async function describeOnSqlite(reader: Reader, name: string): Promise<Table> {
  const columns = await select<{ name: string; type: string; pk: number }>(
    reader,
    'select name, type, pk from pragma_table_info(?) order by cid',
    [name],
  );
  const key = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  const others = await select<{ name: string }>(
    reader,
    'select distinct "table" as name from pragma_foreign_key_list(?)',
    [name],
  );
  const [first, second] = key;
  const numbered = second === undefined && first?.type.toLowerCase() === 'integer' ? first.name : undefined;
  return { ...toTable(name, columns, key, others), numbered };
}

type Named = { readonly name: string };

function toTable(
  name: string,
  columns: readonly { readonly name: string; readonly type: string }[],
  key: readonly Named[],
  others: readonly Named[],
): Omit<Table, 'numbered'> {
  const namesOf = (all: readonly Named[]): string[] => all.map((one) => one.name);
  const binary = columns.filter(({ type }) => /^(?:blob|bytea)$/i.test(type));
  return { name, columns: namesOf(columns), binary: namesOf(binary), key: namesOf(key), refersTo: namesOf(others) };
}

function inOrder(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let left = tables;
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const free = left.filter(({ name, refersTo }) => !refersTo.some((other) => other !== name && names.has(other)));
    if (free.length === 0) throw new Error(`tables refer to each other in a circle: ${[...names].join(', ')}`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** The rows of one publication. */
export interface Owned {
  readonly publicationId: string;
}

/**
 * Yields all rows, or those of one publication, in batches; numbered ones in their order. On PostgreSQL the reader has to be in a
 * transaction.
 */
export function readRows(reader: Reader, table: Table, owned?: Owned): AsyncGenerator<readonly Row[]> {
  return reader.dialect === 'postgres' ? readOnPostgres(reader, table, owned) : readOnSqlite(reader, table, owned);
}

async function* readOnPostgres(
  reader: Reader,
  { name, numbered }: Table,
  owned: Owned | undefined,
): AsyncGenerator<readonly Row[]> {
  const [where, owners] = owned === undefined ? ['', []] : [`where ${OWNED}`, [owned.publicationId]];
  const [order, keys] = numbered === undefined ? ['', []] : ['order by ??', [numbered]];
  await reader.knex.raw(
    `declare ${CURSOR} no scroll cursor for select row_to_json(t)::text as content from ?? t ${where} ${order}`,
    [name, ...owners, ...keys],
  );
  for (;;) {
    const found = await select<{ content: string }>(reader, `fetch ${BATCH} from ${CURSOR}`);
    if (found.length === 0) break;
    yield found.map(({ content }) => JSON.parse(content) as Row);
  }
  await reader.knex.raw(`close ${CURSOR}`);
}

async function* readOnSqlite(
  reader: Reader,
  { name, columns, key }: Table,
  owned: Owned | undefined,
): AsyncGenerator<readonly Row[]> {
  const [selected, keys] = [columns.map((_column, at) => `?? as c${at}`).join(', '), key.map(() => '??').join(', ')];
  let after: readonly Knex.Value[] | undefined;
  for (;;) {
    const wanted = [
      ...(after === undefined ? [] : [`(${keys}) > (${key.map(() => '?').join(', ')})`]),
      ...(owned === undefined ? [] : [OWNED]),
    ];
    const where = wanted.length === 0 ? '' : `where ${wanted.join(' and ')}`;
    const owners = owned === undefined ? [] : [owned.publicationId];
    const found = await select<Record<string, string | number | null | Buffer>>(
      reader,
      `select ${selected} from ?? ${where} order by ${keys} limit ${BATCH}`,
      [...columns, name, ...(after === undefined ? [] : [...key, ...after]), ...owners, ...key],
    );
    if (found.length === 0) return;
    const rows = found.map((row) =>
      Object.fromEntries(columns.map((column, at) => [column, toValue(row[`c${at}`] ?? null)])),
    );
    after = key.map((column) => rows.at(-1)?.[column] ?? null);
    yield rows;
  }
}

function toValue(value: string | number | null | Buffer): string | number | null {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}

export async function hasRows(reader: Reader, { name }: Table, exceptId: string | undefined): Promise<boolean> {
  const found =
    exceptId === undefined
      ? await select(reader, 'select 1 as one from ?? limit 1', [name])
      : await select(reader, 'select 1 as one from ?? where id <> ? limit 1', [name, exceptId]);
  return found.length > 0;
}

export async function deleteRows({ knex }: Reader, { name }: Table): Promise<void> {
  await knex.raw('delete from ??', [name]);
}

/** The names of the migrations that were applied, in order. */
export async function listMigrations(reader: Reader): Promise<string[]> {
  return (await select<{ name: string }>(reader, 'select name from knex_migrations order by id')).map(
    ({ name }) => name,
  );
}

/** Inserts rows of which each has all columns. */
export async function insertRows(
  { knex, dialect }: Reader,
  { name, columns, binary }: Table,
  rows: readonly Row[],
): Promise<void> {
  const names = columns.map(() => '??').join(', ');
  if (dialect === 'postgres') {
    await knex.raw(`insert into ?? (${names}) select ${names} from jsonb_populate_recordset(null::??, ?::jsonb)`, [
      name,
      ...columns,
      ...columns,
      name,
      JSON.stringify(rows),
    ]);
    return;
  }
  const values = columns.map((column, at) => {
    const value = `json_extract(value, '$[${at}]')`;
    return binary.includes(column) ? `unhex(substr(${value}, 3))` : value;
  });
  const lists = rows.map((row) => columns.map((column) => row[column]));
  await knex.raw(`insert into ?? (${names}) select ${values.join(', ')} from json_each(?)`, [
    name,
    ...columns,
    JSON.stringify(lists),
  ]);
}

/** Lets the tables whose rows are numbered go on behind the last number. SQLite does so by itself. */
export async function raiseSequences(reader: Reader): Promise<void> {
  if (reader.dialect === 'sqlite') return;
  const numbered = await select<{ name: string; column: string }>(
    reader,
    `select table_name as name, column_name as "column" from information_schema.columns
      where table_schema = current_schema() and column_default like 'nextval(%'`,
  );
  for (const { name, column } of numbered.filter((one) => !OF_KNEX.test(one.name)))
    await reader.knex.raw(
      'select setval(pg_get_serial_sequence(quote_ident(?), ?), coalesce((select max(??) from ??), 0) + 1, false)',
      [name, column, column, name],
    );
}

/** Deletes a batch of a publication's rows. Returns whether there were any. */
export async function deleteOwned(reader: Reader, { name, key }: Table, { publicationId }: Owned): Promise<boolean> {
  const keys = key.map(() => '??').join(', ');
  const deleted = await select(
    reader,
    `delete from ?? where (${keys}) in (select ${keys} from ?? where ${OWNED} limit ${BATCH}) returning 1 as one`,
    [name, ...key, ...key, name, publicationId],
  );
  return deleted.length > 0;
}
