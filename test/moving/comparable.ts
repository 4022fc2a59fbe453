// What two exports of the same records have in common: everything but what an import decides anew.
import { IMPORTED_KINDS } from '../../src/models/lifecycle/moving/kinds.ts';

type Columns = Readonly<Record<string, readonly string[]>>;

/** An activation code cannot be taken along, and a taken client id is another. */
const ANEW: Columns = {
  customers: ['has_activation_code'],
  publications: ['id', 'site_url', 'created_at'],
  // A place in a queue of all publications.
  figure_changes: ['number'],
};

/** Their ids are unique in the deployment. */
export const TAKEN: Columns = { oauth_applications: ['client_id'] };

/**
 * Returns the records of each kind as lines, in an order of their own.
 * @param read returns the JSON lines of a table
 * @param more columns that differ, by table
 */
export function comparableRecords(read: (table: string) => string, more: Columns = {}): Record<string, string[]> {
  return Object.fromEntries(
    IMPORTED_KINDS.map(({ table }) => {
      const without = new Set([...(ANEW[table] ?? []), ...(more[table] ?? [])]);
      const rows = read(table)
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.stringify(Object.fromEntries(fieldsOf(line).filter(([name]) => !without.has(name)))));
      return [table, rows.toSorted()];
    }),
  );
}

function fieldsOf(line: string): [string, unknown][] {
  return Object.entries(JSON.parse(line));
}
