// The columns that the tables of the first schema share, as each database writes them.
import type { Dialect } from '../../statement.ts';

export interface Columns {
  readonly dialect: Dialect;
  /** An id's type. Ids are compared as positions, so their order is that of their bytes on both databases. */
  readonly id: string;
  /** The column `publication_id`. */
  readonly ofPublication: string;
  /** The columns `publication_id` and `id`, which are the primary key together. */
  readonly key: string;
  readonly bytes: string;
  /** A foreign key to a record of the same publication, which is deleted with it. */
  belongsTo(column: string, target: string): string;
}

export function columnsOf(dialect: Dialect): Columns {
  const id = dialect === 'postgres' ? 'text collate "C"' : 'text';
  const ofPublication = `publication_id ${id} not null references publications (id) on delete cascade`;
  return {
    dialect,
    id,
    ofPublication,
    key: `${ofPublication}, id ${id} not null`,
    bytes: dialect === 'postgres' ? 'bytea' : 'blob',
    belongsTo: (column, target) =>
      `foreign key (publication_id, ${column}) references ${target} (publication_id, id) on delete cascade`,
  };
}
