// Which receipt or credit note belongs to a movement of money, for the publisher's books.
import type { Connection } from '../../database/connection.ts';
import type { Tenant } from '../record.ts';
import { listReceiptsOfAll, type Receipt } from './receipt-record.ts';

interface Movement {
  readonly number: number;
  readonly at: number;
  readonly movement: string;
  readonly recordId: string | null;
  /** Minor units; below 0 for money that went out. */
  readonly amount: number;
}

/** Of a movement that is paid out, its credit note; of one that is paid in, its receipt. */
const KIND_OF: Readonly<Record<string, Receipt['kind']>> = {
  payment: 'receipt',
  gift: 'receipt',
  refund: 'credit_note',
  gift_refund: 'credit_note',
};

/**
 * Returns the receipts by the numbers of the movements. A refund is recorded with its credit note, so of several of one sum
 * that of the same moment is meant.
 */
export async function receiptsOfMoney(
  publication: Tenant,
  connection: Connection,
  movements: readonly Movement[],
): Promise<ReadonlyMap<number, Receipt>> {
  const ids = [...new Set(movements.flatMap(({ recordId }) => recordId ?? []))];
  const receipts = ids.length === 0 ? [] : await listReceiptsOfAll(publication, connection, ids);
  const free = Map.groupBy(receipts, ({ recordId }) => recordId);
  const found = new Map<number, Receipt>();
  for (const { number, at, movement, recordId, amount } of movements) {
    const ofRecord = free.get(recordId ?? '') ?? [];
    const [nearest] = ofRecord
      .filter(({ kind, gross }) => kind === KIND_OF[movement] && gross === Math.abs(amount))
      .toSorted((a, b) => Math.abs(momentOf(a) - at) - Math.abs(momentOf(b) - at));
    if (nearest === undefined) continue;
    found.set(number, nearest);
    free.set(
      recordId ?? '',
      ofRecord.filter(({ id }) => id !== nearest.id),
    );
  }
  return found;
}

function momentOf({ kind, paidAt, issuedAt }: Receipt): number {
  return kind === 'receipt' ? paidAt : issuedAt;
}
