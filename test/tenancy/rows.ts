// What a publication has in the database, over all tables whose rows say whose they are: a new table is covered by itself. And what gives it
// away: its ids, secrets and marked names, wherever they stand.
import type { Database } from '../../src/database/connection.ts';

/** By table, each row as JSON, in an order that does not depend on the database. */
export type OwnedRows = ReadonlyMap<string, readonly string[]>;

const OWNER = 'publication_id';
/** An id, a hash, a key: letters and digits that nobody types. */
const TOKEN = /[\w-]{16,}/g;
const POSITION = '[0-7][0-9a-hjkmnp-tv-z]{25}$';
/** Cursors are ids without their prefix, and a member's id is the customer's under another prefix. */
const PREFIX = new RegExp(`^[a-z]+_(?=${POSITION})`);

interface OwnedTable {
  readonly table: string;
  /** The column that says whose a row is. */
  readonly owner: string;
  /** A whole row as text, in SQL. */
  readonly json: string;
}

/** The tables whose rows belong to publications. */
export async function ownedTables(database: Database): Promise<string[]> {
  return (await tablesOf(database)).map(({ table }) => table);
}

/** Every row of the publication, its own included; one question to the database in place of fifty. */
export async function rowsOf(database: Database, publicationId: string): Promise<OwnedRows> {
  const tables = await (known.get(database) ?? tablesOf(database));
  known.set(database, tables);
  const parts = tables.map(
    ({ table, owner, json }) => `select '${table}' as "table", ${json} as json from ${table} t where t.${owner} = ?`,
  );
  const answer: FoundRow[] | { rows: FoundRow[] } = await database.knex.raw(
    parts.join(' union all '),
    tables.map(() => publicationId),
  );
  const byTable = Map.groupBy('rows' in answer ? answer.rows : answer, ({ table }) => table);
  return new Map(tables.map(({ table }) => [table, (byTable.get(table) ?? []).map(({ json }) => json).toSorted()]));
}

const known = new WeakMap<Database, readonly OwnedTable[]>();

interface FoundRow {
  readonly table: string;
  readonly json: string;
}

async function tablesOf({ knex, dialect }: Database): Promise<OwnedTable[]> {
  if (dialect === 'postgres') {
    const found: { table: string }[] = await knex('information_schema.columns')
      .where({ column_name: OWNER, table_schema: 'public' })
      .select('table_name as table');
    return [{ table: 'publications', owner: 'id' }, ...found.map(({ table }) => ({ table, owner: OWNER }))].map(
      (one) => ({ ...one, json: 'row_to_json(t)::text' }),
    );
  }
  const tables: { name: string }[] = await knex('sqlite_master').where({ type: 'table' }).select('name');
  const columns: { name: string; type: string }[][] = await Promise.all(
    tables.map(({ name }) => knex.raw(`pragma table_info(${name})`)),
  );
  return tables.flatMap(({ name: table }, index) => {
    const own = columns[index] ?? [];
    const owner = table === 'publications' ? 'id' : OWNER;
    // SQLite makes no JSON of bytes.
    const fields = own.map(({ name, type }) => `'${name}', ${/blob/i.test(type) ? `hex(t."${name}")` : `t."${name}"`}`);
    return own.some(({ name }) => name === owner) ? [{ table, owner, json: `json_object(${fields.join(', ')})` }] : [];
  });
}

/** What stands in the rows of the one and in none of the other's, ids without their prefix. */
export function tracesOf(owner: OwnedRows, other: OwnedRows): string[] {
  const others = tokensOf(other);
  return [...tokensOf(owner)].filter((token) => !others.has(token));
}

function tokensOf(rows: OwnedRows): Set<string> {
  const found = [...rows.values()].flat().flatMap((row) => row.match(TOKEN) ?? []);
  return new Set(
    found.filter((token) => /\d/.test(token) && /[a-z]/i.test(token)).map((token) => token.replace(PREFIX, '')),
  );
}

/** Those of the traces that the text shows. @param named what the asker named, and may be told again. */
export function tracesIn(text: string, traces: readonly string[], named: readonly string[] = []): string[] {
  const rest = named.reduce((left, name) => left.replaceAll(name, ''), text);
  return traces.filter((trace) => rest.includes(trace));
}

/** Those of the traces that are ids and stand in the rows: what was typed, or is the hash of it, may stand in anybody's. */
export function idsIn(rows: OwnedRows, traces: readonly string[]): string[] {
  const ids = traces.filter((trace) => new RegExp(`^${POSITION}`).test(trace));
  return tracesIn([...rows.values()].flat().join('\n'), ids);
}
