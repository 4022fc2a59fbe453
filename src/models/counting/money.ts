// The money of payments and gifts as changes that figures are made of: what came in counts on the day of the payment,
// what went back on the day when we learned of it. Each row keeps how much of it is counted, so nothing counts twice.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { publicationNow, recordFigureChanges } from '../figure-change.ts';

/** How much of a row is counted, in minor units. */
export interface CountedMoney {
  readonly countedAmount: number;
  readonly countedRefund: number;
}

interface MoneyRow extends CountedMoney {
  readonly id: string;
  readonly planId: string;
  readonly publicationId: string;
  readonly customerId: string;
  readonly amount: number;
  readonly refundedAmount: number;
  readonly currency: string;
  readonly paidAt: number;
}

/** The columns that counting reads. */
export const MONEY_COLUMNS = [
  'id',
  'publicationId',
  'customerId',
  'amount',
  'currency',
  'paidAt',
  'refundedAmount',
  'countedAmount',
  'countedRefund',
] as const;

/**
 * Counts what changed of a row since it was counted last.
 * @param keep notes what is counted, by a write that is conditional on what was counted before: of several concurrent
 * callers one counts
 */
export async function countMoney(
  transaction: Transaction,
  clock: Clock,
  part: 'payment' | 'gift',
  row: MoneyRow,
  keep: (counted: CountedMoney) => Promise<number>,
): Promise<void> {
  const came = row.amount - row.countedAmount;
  const went = row.refundedAmount - row.countedRefund;
  if (came === 0 && went === 0) return;
  if ((await keep({ countedAmount: row.amount, countedRefund: row.refundedAmount })) === 0) return;
  const publication = { id: row.publicationId };
  const { id: recordId, planId, customerId, currency } = row;
  const common = { customerId, part, currency, recordId, planId };
  const now = await publicationNow(publication, transaction, clock);
  await recordFigureChanges(publication, transaction, [
    { ...common, figure: 'in', at: row.paidAt, amount: came },
    { ...common, figure: 'out', at: now, amount: went },
  ]);
}
