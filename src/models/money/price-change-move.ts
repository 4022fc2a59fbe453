// The moves of subscribers to the new price of a price change, one for each billing record. Every write is conditional on
// the state that was read, so that several workers, a reader and an undo at once end in one effect.
import { raw } from 'objection';
import type { Connection, Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import type { Billing } from './billing-record.ts';

/**
 * waiting: not told yet. told: mailed, and moved at `firstAt` or the renewal after it. moved: renewed at the new price. left: ended, or on another
 * price by their own choice. skipped: left alone for a reason, and looked at again. kept, returning, returned: the change was taken back, before the
 * mail or after it.
 */
export type MoveState = 'waiting' | 'told' | 'moved' | 'left' | 'skipped' | 'kept' | 'returning' | 'returned';
/** Why a subscriber is left alone. `ending` is canceled; `own_switch` has chosen another price. */
export type SkipReason = 'ending' | 'past_due' | 'paused' | 'own_switch' | 'no_address';

class PriceChangeMoveRecord extends PublicationRecord {
  static override tableName = 'price_change_moves';
  declare changeId: string;
  declare billingId: string;
  declare state: MoveState;
  declare reason: SkipReason | null;
  /** When the worker looks at it again, by the gateway's clock, as all times here; null once nothing is left to do. */
  declare dueAt: number | null;
  /** Lease of the worker that is at it. */
  declare leasedUntil: number | null;
  declare toldAt: number | null;
  /** The first renewal at the new price, as the mail says. */
  declare firstAt: number | null;
}

export type PriceChangeMove = RowOf<PriceChangeMoveRecord>;

/** What is written once the worker has looked at a move. */
export type SettledMove = Pick<PriceChangeMove, 'state' | 'dueAt'> &
  Partial<Pick<PriceChangeMove, 'reason' | 'toldAt' | 'firstAt'>>;

const openStates: readonly MoveState[] = ['waiting', 'told', 'skipped'];

const newMoves = givenRows({ id: 'text', changeId: 'text', billingId: 'text', dueAt: 'bigint' });
const inserting = (
  rows: string,
): string => `insert into price_change_moves (publication_id, id, change_id, billing_id, state, due_at)
    select :publicationId, given.id, given.change_id, given.billing_id, 'waiting', given.due_at from ${rows} where true on conflict do nothing`;
const insertMoves = statement('insert_price_change_moves', {
  sqlite: inserting(newMoves.sqlite),
  postgres: inserting(newMoves.postgres),
});
const holders = statement<Pick<Billing, 'id' | 'periodEnd' | 'interval'>>(
  'billings_to_move',
  `select b.id, b.period_end, b.interval from billings b
    where b.publication_id = :publicationId and b.price_id = :priceId and b.state <> 'ended' and b.id > :after
      and not exists (select 1 from price_change_moves m where m.publication_id = b.publication_id and m.change_id = :changeId and m.billing_id = b.id)
    order by b.id limit 500`,
);
// Those that were not told yet are looked at when their mail is due.
const lookAgain = statement(
  'look_at_moves_of_billing',
  `update price_change_moves set due_at = coalesce(leased_until, 0)
    where publication_id = :publicationId and billing_id = :billingId and due_at is not null and state in ('told', 'skipped', 'returning')`,
);
const open = statement<{ isOpen: number }>(
  'open_moves_of_price_change',
  `select 1 as is_open from price_change_moves where publication_id = :publicationId and change_id = :changeId
    and due_at is not null limit 1`,
);

/** A move to another price that is still to come. */
export interface ComingMove {
  readonly billingId: string;
  readonly toPriceId: string;
  /** The first renewal at the new price, once the customer was told; the earliest possible one before. */
  readonly at: number;
}

const comingText = (ids: string): string => `select m.billing_id, c.to_price_id, coalesce(m.first_at, c.starts_at) as at
    from price_change_moves m join price_changes c on c.publication_id = m.publication_id and c.id = m.change_id
    where m.publication_id = :publicationId and m.billing_id in (${ids}) and m.state in ('waiting', 'told') and c.state = 'running'`;
const coming = statement<ComingMove>('coming_price_change_moves', {
  sqlite: comingText('select value from json_each(:billingIds)'),
  postgres: comingText('select value from json_array_elements_text(:billingIds::json) given (value)'),
});

/** Returns the next billing records at the price that have no move yet (keyset pagination). */
export function listHoldersToMove(
  publication: Tenant,
  connection: Connection,
  given: { readonly changeId: string; readonly priceId: string; readonly after: string },
): Promise<Pick<Billing, 'id' | 'periodEnd' | 'interval'>[]> {
  return connection.all(holders, { publicationId: publication.id, ...given });
}

/** The moves of these billing records that are still to come, with the new price. */
export async function listComingMoves(
  publication: Tenant,
  connection: Connection,
  billingIds: readonly string[],
): Promise<readonly ComingMove[]> {
  return connection.all(coming, { publicationId: publication.id, billingIds: JSON.stringify(billingIds) });
}

/** Adds a move for each billing record that has none. */
export async function addMoves(
  publication: Tenant,
  transaction: Transaction,
  now: Date,
  moves: readonly Pick<PriceChangeMove, 'changeId' | 'billingId' | 'dueAt'>[],
): Promise<void> {
  const rows = moves.map((move) => ({ ...move, id: newId('pcm', now) }));
  await transaction.run(insertMoves, { publicationId: publication.id, given: JSON.stringify(rows) });
}

/**
 * Takes the lease of a move. Returns true for exactly one of several concurrent workers.
 * @param move as the worker found it
 */
export async function leaseMove(
  publication: Tenant,
  transaction: Transaction,
  { id, state, dueAt }: Pick<PriceChangeMove, 'id' | 'state' | 'dueAt'>,
  leasedUntil: number,
): Promise<boolean> {
  const lease = { dueAt: leasedUntil, leasedUntil };
  return (await PriceChangeMoveRecord.in(publication, transaction, { id, state, dueAt }).patch(lease)) === 1;
}

/** Writes what a worker made of a move. Returns false, and changes nothing, where the move changed since it was read. */
export async function settleMove(
  publication: Tenant,
  transaction: Transaction,
  known: Pick<PriceChangeMove, 'id' | 'state' | 'dueAt'>,
  settled: SettledMove,
): Promise<boolean> {
  const { id, state, dueAt } = known;
  const move = PriceChangeMoveRecord.in(publication, transaction, { id, state, dueAt });
  return (await move.patch({ reason: null, ...settled, leasedUntil: null })) === 1;
}

/** The same for a leased move, whose time another change of the billing record may have moved. */
export async function settleLeasedMove(
  publication: Tenant,
  transaction: Transaction,
  known: Pick<PriceChangeMove, 'id' | 'state' | 'leasedUntil'>,
  settled: SettledMove,
): Promise<boolean> {
  const { id, state, leasedUntil } = known;
  const move = PriceChangeMoveRecord.in(publication, transaction, { id, state, leasedUntil });
  return (await move.patch({ reason: null, ...settled, leasedUntil: null })) === 1;
}

/** Has the worker look at the moves of a billing record that changed. A lease is waited for. */
export async function lookAtMovesOf(
  transaction: Transaction,
  { publicationId, id: billingId }: Pick<Billing, 'publicationId' | 'id'>,
): Promise<void> {
  await transaction.run(lookAgain, { publicationId, billingId });
}

/** Returns whether a subscriber is being moved to another price, and was told so. */
export async function isBeingMoved(publication: Tenant, connection: Connection, billingId: string): Promise<boolean> {
  const moves = PriceChangeMoveRecord.in(publication, connection, { billingId, state: 'told' });
  return (await moves.resultSize()) > 0;
}

/**
 * Takes the next moves of a change back (keyset pagination) and returns the last one's id; undefined after the last
 * page. Who was told is to be returned at the gateway.
 */
export async function takeBackMoves(
  publication: Tenant,
  transaction: Transaction,
  changeId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<string | undefined> {
  const page = await PriceChangeMoveRecord.in(publication, transaction, { changeId })
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  const last = page.at(-1)?.id;
  if (last === undefined) return undefined;
  await PriceChangeMoveRecord.in(publication, transaction, { changeId })
    .whereIn('state', openStates)
    .where('id', '>', after)
    .where('id', '<=', last)
    .patch({
      state: raw("case when told_at is null then 'kept' else 'returning' end"),
      dueAt: raw('case when told_at is null then null else coalesce(leased_until, 0) end'),
      reason: null,
    });
  return last;
}

/** Returns whether any subscriber is still to be looked at. */
export async function hasOpenMoves(publication: Tenant, connection: Connection, changeId: string): Promise<boolean> {
  return (await connection.first(open, { publicationId: publication.id, changeId })) !== undefined;
}
