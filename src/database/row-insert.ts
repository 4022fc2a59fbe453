// A row that is made unless another one has what must be unique.
import type { GivenFields } from './given-rows.ts';
import type { Statement } from './statement.ts';

export interface RowInsert {
  /** The columns that are given, in the order of their values; `id` is among them. */
  readonly fields: GivenFields;
  readonly one: Statement<unknown>;
  /** Of rows given as one value (given-rows.ts), with the ids of those that were made: PostgreSQL's, since SQLite shares commits instead. */
  readonly many: Statement<{ id: string }>;
}
