// Turns in a reader's life that are mailed: a queue, written in the transaction of the turn and emptied by the mails
// (src/mails/turns/turn.ts). What an import, a takeover, a merge or a restore does is no turn: nothing is recorded, so nobody is
// written to.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { PublicationRecord, type Tenant } from '../record.ts';

/** The turns, each of which is the name of its mail. */
export type TurnMail =
  | 'welcome'
  | 'trial_begun'
  | 'change_planned'
  | 'change_undone'
  | 'cancel_confirmed'
  | 'cancel_undone'
  | 'pause_confirmed'
  | 'pause_undone'
  | 'payment_ended'
  | 'ended'
  | 'gift_bought'
  | 'gift_claimed'
  | 'gift_begun'
  | 'activated';

/** What a mail says of a turn. Times are in milliseconds, amounts in minor units; nothing of it is personal. */
export interface TurnFacts {
  readonly amount?: number | null;
  readonly currency?: string;
  readonly interval?: 'month' | 'year';
  readonly periods?: number;
  /** When it happens, begins or is over. */
  readonly at?: number | null;
  /** When a pause begins; null once it runs. */
  readonly from?: number | null;
  /** Why a subscription ended. */
  readonly reason?: string;
}

class TurnRecord extends PublicationRecord {
  static override tableName = 'turns';
  declare customerId: string;
  declare turn: TurnMail;
  declare objectId: string | null;
  declare planId: string | null;
  /** JSON: TurnFacts. */
  declare facts: string;
  declare createdAt: number;
}

export async function recordTurn(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: Pick<TurnRecord, 'customerId' | 'turn'> & {
    readonly objectId?: string | null;
    readonly planId?: string | null;
    readonly facts?: TurnFacts;
  },
): Promise<void> {
  const now = clock.now();
  transaction.notify('payments');
  await TurnRecord.in(publication, transaction).insert({
    publicationId: publication.id,
    id: newId('turn', now),
    customerId: given.customerId,
    turn: given.turn,
    objectId: given.objectId ?? null,
    planId: given.planId ?? null,
    facts: JSON.stringify(given.facts ?? {}),
    createdAt: now.getTime(),
  });
}

/** Takes a turn out of the queue. Returns true for exactly one of several concurrent callers. */
export async function takeTurn(publication: Tenant, transaction: Transaction, id: string): Promise<boolean> {
  return (await TurnRecord.in(publication, transaction, { id }).delete()) === 1;
}

/** A person who is merged into another hears at the other's address what happened to them. */
export async function moveTurns(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await TurnRecord.in(publication, transaction, { customerId: fromId }).patch({ customerId: intoId });
}

export async function removeTurns(publication: Tenant, transaction: Transaction, customerId: string): Promise<void> {
  await TurnRecord.in(publication, transaction, { customerId }).delete();
}
