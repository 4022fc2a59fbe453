// What of a PostgreSQL schema decides how Citus can distribute it: its tables, unique keys and foreign keys.
import type { ClientBase } from 'pg';

export interface UniqueKey {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly target: string;
  readonly columns: readonly string[];
  readonly targetColumns: readonly string[];
  /** As `alter table … add constraint` takes it. */
  readonly definition: string;
}

export interface Table {
  readonly name: string;
  /** Whether each row belongs to a publication. */
  readonly isOfPublication: boolean;
}

export interface Schema {
  readonly tables: readonly Table[];
  readonly uniqueKeys: readonly UniqueKey[];
  readonly foreignKeys: readonly ForeignKey[];
}

const TABLES = `select c.relname as name, coalesce(a.attnotnull, false) as "isOfPublication"
  from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attname = 'publication_id'
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`;
const columnNames = (table: string, numbers: string): string => `(select array_agg(a.attname::text order by n.place)
  from unnest(${numbers}) with ordinality n (number, place) join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number)`;
const UNIQUE_KEYS = `select t.relname as "table", n.relname as name, coalesce(${columnNames('i.indrelid', 'i.indkey::int2[]')}, '{}') as columns
  from pg_index i join pg_class t on t.oid = i.indrelid join pg_class n on n.oid = i.indexrelid
  where i.indisunique and t.relnamespace = 'public'::regnamespace order by 1, 2`;
const FOREIGN_KEYS = `select t.relname as "table", k.conname as name, f.relname as target, ${columnNames('k.conrelid', 'k.conkey')} as columns,
    ${columnNames('k.confrelid', 'k.confkey')} as "targetColumns", pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0 and t.relnamespace = 'public'::regnamespace order by 1, 2`;

export async function readSchema(client: ClientBase): Promise<Schema> {
  const { rows: tables } = await client.query<Table>(TABLES);
  const { rows: uniqueKeys } = await client.query<UniqueKey>(UNIQUE_KEYS);
  const { rows: foreignKeys } = await client.query<ForeignKey>(FOREIGN_KEYS);
  return { tables, uniqueKeys, foreignKeys };
}
