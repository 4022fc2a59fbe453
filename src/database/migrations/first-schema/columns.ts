// The columns that the tables of the first schema share, in each database's types.
import type { Dialect } from '../../statement.ts';

export interface Columns {
  readonly dialect: Dialect;
  /** The type of an id. Ids are compared as positions, so both databases order them by their bytes. */
  readonly id: string;
  readonly ofPublication: string;
  /** The columns `publication_id` and `id`, which together are the primary key. */
  readonly key: string;
  readonly bytes: string;
  /** A foreign key to a record of the same publication; deleting that record deletes this one. */
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
