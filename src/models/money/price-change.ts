// A price change, one act (decisions 40): new buyers pay another price from now on, and present subscribers keep theirs or
// move to it at their first renewal after a date. The moves of subscribers are in price-change-move.ts.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { queueStatement } from '../../database/statement.ts';
import { Conflict, NotFound } from '../errors.ts';
import { AWAY } from '../move-state.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';

/** Whether present subscribers keep their price or move to the new one. */
export type PriceChangeMode = 'keep' | 'move';

class PriceChangeRecord extends PublicationRecord {
  static override tableName = 'price_changes';
  declare fromPriceId: string;
  declare toPriceId: string;
  declare mode: PriceChangeMode;
  /** running: subscribers are still to move. done: nobody is left to move. */
  declare state: 'running' | 'done' | 'undone';
  /** The earliest renewal at the new price, in milliseconds; null where subscribers keep theirs. */
  declare startsAt: number | null;
  /** Where the walk through the subscribers stands: a billing id while it runs, a move's id once it is undone. */
  declare cursor: string;
  /** When the worker goes on with the walk; null once there is nothing left to do. */
  declare lookAt: number | null;
  declare createdAt: number;
  declare endedAt: number | null;
}

export type PriceChange = RowOf<PriceChangeRecord>;

export interface NewPriceChange {
  readonly fromPriceId: string;
  readonly toPriceId: string;
  /** Null where present subscribers keep their price. */
  readonly startsAt: number | null;
}

const toLookAt = queueStatement<Pick<PriceChange, 'publicationId' | 'id'>>(
  'price_changes_to_look_at',
  `select publication_id, id from price_changes where look_at <= :now and publication_id not in (${AWAY}) order by look_at limit 20`,
);

/**
 * Throws Conflict where subscribers of that price move already: to another price, or just now to that one. Our choice:
 * they move once at a time, as the mail about one move must not be overtaken by the next.
 */
export async function createPriceChange(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { fromPriceId, toPriceId, startsAt }: NewPriceChange,
): Promise<string> {
  const now = clock.now();
  const isMove = startsAt !== null;
  const id = newId('pch', now);
  if (isMove && (await isMovingTo(publication, transaction, fromPriceId))) throw alreadyMoving(fromPriceId);
  const made = await PriceChangeRecord.add(publication, transaction, {
    id,
    fromPriceId,
    toPriceId,
    startsAt,
    mode: isMove ? 'move' : 'keep',
    state: isMove ? 'running' : 'done',
    cursor: '',
    lookAt: isMove ? now.getTime() : null,
    createdAt: now.getTime(),
    endedAt: isMove ? null : now.getTime(),
  });
  if (!made) throw alreadyMoving(fromPriceId);
  transaction.notify('payments');
  return id;
}

/** Returns whether subscribers move from or to the price now. */
export async function isPriceMoving(publication: Tenant, connection: Connection, priceId: string): Promise<boolean> {
  const from = await PriceChangeRecord.find(publication, connection, { fromPriceId: priceId, state: 'running' });
  return from !== undefined || isMovingTo(publication, connection, priceId);
}

async function isMovingTo(publication: Tenant, connection: Connection, toPriceId: string): Promise<boolean> {
  return (await PriceChangeRecord.find(publication, connection, { toPriceId, state: 'running' })) !== undefined;
}

function alreadyMoving(priceId: string): Conflict {
  return new Conflict('price_id', `Subscribers of the price ${priceId} move already; finish or undo that change first`);
}

/** Throws NotFound. */
export function getPriceChange(publication: Tenant, connection: Connection, id: string): Promise<PriceChange> {
  return PriceChangeRecord.get(publication, connection, id);
}

/** Our choice: a publication sees its newest changes; older ones are in its audit log. */
const LISTED_MAX = 100;

/** Returns the changes of the publication, newest first. */
export function listPriceChanges(publication: Tenant, connection: Connection): Promise<PriceChange[]> {
  return PriceChangeRecord.in(publication, connection).orderBy('id', 'desc').limit(LISTED_MAX).execute();
}

/**
 * Takes a change back: no later than it begins, if subscribers move. Throws NotFound, and Conflict where it is too late
 * or done already.
 * @param now the gateway's clock, by which renewals run
 */
export async function endPriceChange(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<PriceChange> {
  const change = await first(PriceChangeRecord.in(publication, transaction, { id }).forUpdate());
  if (change === undefined) throw new NotFound(`No such price change: ${id}`);
  if (!isUndoable(change, now)) throw new Conflict('change', 'This change can no longer be taken back');
  const at = clock.now().getTime();
  const lookAt = change.mode === 'move' ? at : null;
  await PriceChangeRecord.in(publication, transaction, { id }).patch({
    state: 'undone',
    cursor: '',
    lookAt,
    endedAt: at,
  });
  transaction.notify('payments');
  return change;
}

/** Our choice: a change that moves nobody can be taken back at any time, as no subscriber has noticed it. */
export function isUndoable({ mode, state, startsAt }: PriceChange, now: Date): boolean {
  if (mode === 'keep') return state === 'done';
  return state === 'running' && now.getTime() < (startsAt ?? 0);
}

/** Lists the changes of every publication whose walk goes on now. */
export function listPriceChangesToLookAt(
  connection: Connection,
  now: Date,
): Promise<Pick<PriceChange, 'publicationId' | 'id'>[]> {
  return connection.all(toLookAt, { now });
}

/** Locks a change until the transaction ends, so that one worker at a time goes on with it. */
export function lockPriceChange(
  publication: Tenant,
  transaction: Transaction,
  id: string,
): Promise<PriceChange | undefined> {
  return first(PriceChangeRecord.in(publication, transaction, { id }).forUpdate());
}

export async function updatePriceChangeWalk(
  publication: Tenant,
  transaction: Transaction,
  { id }: Pick<PriceChange, 'id'>,
  walk: Partial<Pick<PriceChange, 'cursor' | 'lookAt' | 'state' | 'endedAt'>>,
): Promise<void> {
  await PriceChangeRecord.in(publication, transaction, { id }).patch(walk);
}
