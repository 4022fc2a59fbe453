// Whether two databases, of either kind, hold the same rows.
import { createHash } from 'node:crypto';
import type { Connection, Database } from '../database/connection.ts';
import { listTables, readRows, type Row, type Table } from './tables.ts';

/** Returns the names of the tables whose rows differ, each database read as it is at one moment. */
export async function listDifferences(one: Database, other: Database): Promise<string[]> {
  const [first, second] = [await one.snapshot(digestsOf), await other.snapshot(digestsOf)];
  const names = new Set([...first.keys(), ...second.keys()]);
  return [...names].filter((name) => first.get(name) !== second.get(name)).toSorted();
}

/** By table, of its rows in any order: the databases sort text differently. */
async function digestsOf(connection: Connection): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const table of await listTables(connection)) {
    let [rows, sum] = [0, 0n];
    for await (const batch of readRows(connection, table))
      for (const row of batch) {
        rows += 1;
        sum = BigInt.asUintN(256, sum + digestOf(table, row));
      }
    digests.set(table.name, `${rows} ${sum.toString(16)}`);
  }
  return digests;
}

/** Of a row with all its columns. SQLite keeps booleans as numbers. */
export function digestOf({ columns }: Table, row: Row): bigint {
  const values = columns.toSorted().map((column) => {
    const { [column]: value } = row;
    return typeof value === 'boolean' ? Number(value) : (value ?? null);
  });
  return BigInt(`0x${createHash('sha256').update(JSON.stringify(values)).digest('hex')}`);
}
