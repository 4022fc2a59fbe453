// Notes that a subscriber is told of their new price, in the transaction that queues the mail.
import type { Transaction } from '../../database/connection.ts';
import { getBilling } from '../../models/money/billing-record.ts';
import { settleMove, type PriceChangeMove, type SettledMove } from '../../models/money/price-change-move.ts';
import { findCorrespondent } from '../../models/people/customer-language.ts';
import { nextLook, reasonToSkip, renewalToTell, timeToTell } from './renewal.ts';

export interface MoveToTell extends Readonly<
  Pick<PriceChangeMove, 'publicationId' | 'id' | 'state' | 'dueAt' | 'billingId'>
> {
  readonly fromPriceId: string;
  readonly toPriceId: string;
  readonly startsAt: number;
}

/**
 * Returns the first renewal at the new price for whoever is to be mailed now; undefined for everybody else: left alone, not due yet, or told by
 * another worker.
 */
export async function tellMove(transaction: Transaction, move: MoveToTell, now: number): Promise<number | undefined> {
  const publication = { id: move.publicationId };
  const settled = await toSettle(transaction, move, now);
  const isFirst = await settleMove(publication, transaction, move, settled);
  return isFirst && settled.state === 'told' ? (settled.firstAt ?? undefined) : undefined;
}

async function toSettle(transaction: Transaction, move: MoveToTell, now: number): Promise<SettledMove> {
  const publication = { id: move.publicationId };
  const billing = await getBilling(publication, transaction, move.billingId);
  if (billing.state === 'ended' || billing.priceId !== move.fromPriceId) return { state: 'left', dueAt: null };
  const reason = reasonToSkip(billing, move.toPriceId);
  if (reason !== undefined) return { state: 'skipped', reason, dueAt: nextLook(now) };
  const correspondent = await findCorrespondent(publication, transaction, billing.customerId);
  if (correspondent?.email === undefined || correspondent.email === null)
    return { state: 'skipped', reason: 'no_address', dueAt: nextLook(now) };
  const firstAt = renewalToTell(billing, { startsAt: move.startsAt, now });
  const dueAt = timeToTell(billing, { startsAt: move.startsAt, now, firstAt });
  if (dueAt > now) return { state: 'waiting', dueAt };
  return { state: 'told', toldAt: now, firstAt, dueAt: now };
}
