// How far a publication has come on its way to another database of the operator (masthead publication move). While it has a state it answers
// nowhere: doors answer 503, the worker leaves it alone, and the database refuses writes into it (backup/fence.ts).
import { Fenced, type Connection, type Transaction } from '../database/connection.ts';
import { statement } from '../database/statement.ts';

/**
 * leaving: it is being copied, and may stay. left: the copy is whole and the only one that counts. arriving: a copy that
 * does not count yet.
 */
export type MoveState = 'leaving' | 'left' | 'arriving';

export interface Move {
  readonly state: MoveState | null;
  /** Names the copy; at both ends the same. */
  readonly copy: string | null;
}

/** The publication is being moved to another database, or was: 503, as it answers there in a moment. */
export class PublicationAway extends Fenced {
  constructor() {
    super('the publication is being moved to another database');
  }
}

/** SQL of the ids of the publications that the worker leaves alone. */
export const AWAY = 'select id from publications where move_state is not null';
/** SQL of whether the worker may take a row of one table. */
export const IS_HERE = `publication_id not in (${AWAY})`;

const read = statement<Move>(
  'move_of_publication',
  'select move_state as state, move_copy as copy from publications where id = :id',
);
const begin = statement(
  'begin_move_of_publication',
  `update publications set move_state = 'leaving', move_copy = :copy where id = :id and (move_state is null or move_state = 'leaving')`,
);
const advance = statement(
  'advance_move_of_publication',
  'update publications set move_state = :to where id = :id and move_state = :from and move_copy = :copy',
);
const remove = statement(
  'remove_moved_publication',
  'delete from publications where id = :id and move_state = :state and move_copy = :copy',
);

/** Throws PublicationAway. */
export function checkNotAway({ moveState }: { readonly moveState: MoveState | null }): void {
  if (moveState !== null) throw new PublicationAway();
}

/** Undefined where there is no such publication. */
export function findMove({ id }: { readonly id: string }, connection: Connection): Promise<Move | undefined> {
  return connection.first(read, { id });
}

/** Takes the publication for one copy: an earlier run of the command that still goes on gets no further. Returns false where it has left. */
export async function beginMove(
  { id }: { readonly id: string },
  transaction: Transaction,
  copy: string,
): Promise<boolean> {
  return (await transaction.run(begin, { id, copy })) === 1;
}

/** Returns true for exactly one of several concurrent callers, and never for a run whose copy does not count any more. */
export async function advanceMove(
  { id }: { readonly id: string },
  transaction: Transaction,
  { from, to, copy }: { readonly from: MoveState; readonly to: MoveState | null; readonly copy: string },
): Promise<boolean> {
  return (await transaction.run(advance, { id, from, to, copy })) === 1;
}

/** Deletes the publication's own row, once its other rows are gone. */
export async function removeMoved(
  { id }: { readonly id: string },
  transaction: Transaction,
  { state, copy }: { readonly state: MoveState; readonly copy: string },
): Promise<boolean> {
  return (await transaction.run(remove, { id, state, copy })) === 1;
}
