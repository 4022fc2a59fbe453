// The rows of one publication: copied into another database of either kind, compared there, and deleted. Each table whose rows say whose they are
// is taken as the catalog describes it, so that a new one cannot be forgotten.
import type { Connection, Database } from '../database/connection.ts';
import { digestOf } from './compare.ts';
import { deleteOwned, insertRows, listTables, readRows, type Owned, type Row, type Table } from './tables.ts';

const OWNER = 'publication_id';
/** Whose publication is only found when they are handled. */
const OF_THE_DEPLOYMENT: ReadonlySet<string> = new Set(['gateway_events']);

/** What is different in the copy: values that stand for the same, such as ids of staff whom the other database knows by another id. */
export type Replaced = ReadonlyMap<string, string>;

export interface Copy extends Owned {
  readonly replaced: Replaced;
}

/** Returns the tables of publications, those first that others refer to. */
export async function listOwnedTables(connection: Connection, leftOut: ReadonlySet<string>): Promise<Table[]> {
  const tables = await listTables(connection);
  return tables.filter(
    ({ name, columns }) => columns.includes(OWNER) && !OF_THE_DEPLOYMENT.has(name) && !leftOut.has(name),
  );
}

/** The publication's own row is no row of its tables. */
export async function readOwnRow(connection: Connection, { publicationId }: Owned): Promise<Row | undefined> {
  const table = await publications(connection);
  for await (const batch of readRows(connection, { ...table, numbered: undefined }))
    for (const row of batch) if (row['id'] === publicationId) return row;
  return undefined;
}

export async function insertOwnRow(target: Connection, row: Row): Promise<void> {
  await insertRows(target, await publications(target), [row]);
}

async function publications(connection: Connection): Promise<Table> {
  const table = (await listTables(connection)).find(({ name }) => name === 'publications');
  if (table === undefined) throw new Error('there is no table of publications');
  return table;
}

/** Copies the rows of a table, each batch in a transaction of its own, so that nobody waits for long. Returns their number. */
export async function copyRows(source: Database, target: Database, table: Table, copy: Copy): Promise<number> {
  return source.snapshot(async (connection) => {
    let count = 0;
    for await (const batch of readRows(connection, table, copy)) {
      const rows = batch.map((row) => toCopied(row, copy.replaced));
      await target.transaction((transaction) => insertRows(transaction, unnumbered(table), rows));
      count += rows.length;
    }
    return count;
  });
}

/** Numbered rows get new numbers in the same order: SQLite numbers those of all publications together. */
function unnumbered(table: Table): Table {
  return { ...table, columns: table.columns.filter((column) => column !== table.numbered) };
}

function toCopied(row: Row, replaced: Replaced): Row {
  if (replaced.size === 0) return row;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' ? (replaced.get(value) ?? value) : value,
    ]),
  );
}

/** Two tables with the same digest hold the same rows of the publication; numbered ones in the same order. */
export async function digestOfRows(database: Database, table: Table, copy: Copy): Promise<string> {
  return database.snapshot(async (connection) => {
    let [rows, sum] = [0, 0n];
    for await (const batch of readRows(connection, table, copy))
      for (const row of batch) {
        rows += 1;
        const ranked = table.numbered === undefined ? row : { ...row, [table.numbered]: rows };
        sum = BigInt.asUintN(256, sum + digestOf(table, toCopied(ranked, copy.replaced)));
      }
    return `${rows} ${sum.toString(16)}`;
  });
}

/** Deletes the rows in small batches, so that nobody waits for long. */
export async function deleteRowsOf(database: Database, tables: readonly Table[], owned: Owned): Promise<void> {
  for (const table of tables.toReversed())
    while (await database.transaction((transaction) => deleteOwned(transaction, table, owned)));
}
