// The worker's round for price changes, in bounded batches: takes up the subscribers of a change page by page, goes on with those that are due, and
// takes everybody back once a change is undone.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { positionAt } from '../../database/ids.ts';
import { inPublication } from '../../database/scope.ts';
import { addMoves, hasOpenMoves, listHoldersToMove, takeBackMoves } from '../../models/money/price-change-move.ts';
import {
  listPriceChangesToLookAt,
  lockPriceChange,
  updatePriceChangeWalk,
  type PriceChange,
} from '../../models/money/price-change.ts';
import { dueStatement, listDue, type Clocks } from '../due.ts';
import { GatewayUnavailable } from '../gateway.ts';
import type { PaymentParts } from '../gateways.ts';
import { renewalClock } from './preview.ts';
import { firstRenewalFrom, tellingTime } from './renewal.ts';
import { stepMove, type MoveToStep } from './step.ts';

/** Our choice: how often a running change looks for subscribers who paid the old price meanwhile, on a page opened before. */
const LOOK_SECONDS = 600;
/** Records that may be written in another order than that of their ids. */
const UNSETTLED_SECONDS = 60;
const TAKEN_BACK_AT_ONCE = 500;
/** Our choice: each is a few calls to a gateway, and the rest of the payment round waits for them. */
const STEPS_A_ROUND = 20;

interface DueMove extends MoveToStep {
  readonly clockOffset: number;
}

const dueMoves = dueStatement<DueMove>(
  'due_price_change_moves',
  (
    offset,
  ) => `select m.publication_id, m.id, m.billing_id, m.state, m.due_at, m.first_at, c.from_price_id, c.to_price_id, ${offset('b')} as clock_offset
    from price_change_moves m join price_changes c on c.publication_id = m.publication_id and c.id = m.change_id
    join billings b on b.publication_id = m.publication_id and b.id = m.billing_id
    where m.due_at is not null and m.due_at <= :latest and m.due_at - ${offset('b')} <= :now and m.told_at is not null
      and (m.state = 'returning' or m.state in ('told', 'skipped') and c.state = 'running') order by m.due_at`,
);

/** Returns whether there was work. @param onError called with each failure, which is retried in a later round */
export async function advancePriceChanges(
  parts: PaymentParts,
  clocks: Clocks,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const { database, clock } = parts;
  const changes = await listPriceChangesToLookAt(database, clock.now());
  for (const change of changes) {
    const publication = { id: change.publicationId };
    await inPublication(publication, async () => {
      const now = await renewalClock(parts, publication);
      await database.transaction((transaction) => walkOn(transaction, clock, change, now));
    });
  }
  const hadMoves = await stepAll(parts, clocks, onError);
  return changes.length > 0 || hadMoves;
}

async function stepAll(parts: PaymentParts, clocks: Clocks, onError: (error: unknown) => void): Promise<boolean> {
  const moves = await listDue(parts, dueMoves, { ...clocks });
  let hadAny = false;
  // A gateway that does not answer is waited for once a round and publication.
  const unavailable = new Set<string>();
  for (const move of moves.slice(0, STEPS_A_ROUND)) {
    if (unavailable.has(move.publicationId)) continue;
    try {
      const now = addSeconds(clocks.now, move.clockOffset / 1000);
      hadAny = (await inPublication({ id: move.publicationId }, () => stepMove(parts, move, now))) || hadAny;
    } catch (error) {
      if (error instanceof GatewayUnavailable) unavailable.add(move.publicationId);
      onError(error);
    }
  }
  return hadAny;
}

/** Goes on with a change by one page. @param now of `renewalClock` */
async function walkOn(
  transaction: Transaction,
  clock: Clock,
  { publicationId, id }: Pick<PriceChange, 'publicationId' | 'id'>,
  now: Date,
): Promise<void> {
  const publication = { id: publicationId };
  const change = await lockPriceChange(publication, transaction, id);
  if (change === undefined || change.lookAt === null || change.lookAt > clock.now().getTime()) return;
  const walk =
    change.state === 'undone' ? await takeBack(transaction, change) : await takeUp(transaction, clock, change, now);
  await updatePriceChangeWalk(publication, transaction, change, walk);
}

type Walk = Parameters<typeof updatePriceChangeWalk>[3];

async function takeBack(transaction: Transaction, change: PriceChange): Promise<Walk> {
  const page = { after: change.cursor, limit: TAKEN_BACK_AT_ONCE };
  const last = await takeBackMoves({ id: change.publicationId }, transaction, change.id, page);
  return last === undefined ? { lookAt: null } : { cursor: last };
}

async function takeUp(transaction: Transaction, clock: Clock, change: PriceChange, renewalNow: Date): Promise<Walk> {
  const now = clock.now();
  const publication = { id: change.publicationId };
  const { id: changeId, fromPriceId: priceId, cursor: after } = change;
  const startsAt = change.startsAt ?? 0;
  const page = await listHoldersToMove(publication, transaction, { changeId, priceId, after });
  const moves = page.map((billing) => ({
    changeId,
    billingId: billing.id,
    dueAt: tellingTime(firstRenewalFrom(billing, startsAt)),
  }));
  await addMoves(publication, transaction, now, moves);
  const last = page.at(-1)?.id;
  if (last !== undefined) {
    const settled = `bil_${positionAt(addSeconds(now, -UNSETTLED_SECONDS))}`;
    return { cursor: last < settled ? last : after };
  }
  const isOver = startsAt <= renewalNow.getTime() && !(await hasOpenMoves(publication, transaction, changeId));
  if (isOver) return { state: 'done', endedAt: now.getTime(), lookAt: null };
  return { lookAt: addSeconds(now, LOOK_SECONDS).getTime() };
}
