// The monthly recurring revenue of a billing record, and the changes of it that the figures are made of. Amounts are
// twelfths of a minor unit, so that the month's part of a yearly price is exact.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { getPrice, type Interval } from '../catalog/price.ts';
import { publicationNow, recordFigureChanges, type Figure } from '../figure-change.ts';
import { isInTrial } from '../trial-period.ts';

const TWELFTHS = { month: 12, year: 1 } as const;

/** What it depends on of a billing record (src/models/money/billing-record.ts). */
interface Facts {
  readonly state: string;
  readonly subscriptionId: string | null;
  readonly priceId: string;
  readonly amount: number;
  readonly currency: string;
  readonly interval: Interval;
  readonly nextPriceId: string | null;
  readonly nextAmount: number | null;
  readonly periodEnd: number;
  readonly trialEnd: number | null;
}

interface Known {
  readonly publicationId: string;
  readonly customerId: string;
  readonly priceId: string;
  readonly amount: number;
  readonly mrrTwelfths: number;
}

/**
 * Returns what a record adds, in twelfths of a minor unit. Our choice: it is what the next renewal will charge, less
 * its discount. A failed payment and a scheduled cancel change nothing until the subscription ends. Trials, paused and
 * ended ones add nothing; neither do gifts, complimentary subscriptions and those that the publisher bills outside,
 * which have no billing record.
 */
export function mrrTwelfthsOf(facts: Facts, known: Known): number {
  const isBilled = facts.state === 'active' || facts.state === 'past_due';
  if (!isBilled || facts.subscriptionId === null || isInTrial(facts)) return 0;
  // A record that ends, or whose price is about to change, keeps what its present price brought.
  const isKnown = known.mrrTwelfths > 0 && known.priceId === facts.priceId && known.amount === facts.amount;
  if (facts.nextAmount !== null && facts.nextPriceId === null) return facts.nextAmount * TWELFTHS[facts.interval];
  return isKnown ? known.mrrTwelfths : facts.amount * TWELFTHS[facts.interval];
}

/** Call it in the transaction that changes the record from `known` to `facts`. */
export async function recordRecurringRevenue(
  transaction: Transaction,
  clock: Clock,
  known: Known,
  facts: Facts & Pick<Known, 'mrrTwelfths'>,
): Promise<void> {
  const [former, next] = [known.mrrTwelfths, facts.mrrTwelfths];
  if (former === 0 && next === 0) return;
  if (former === next && known.priceId === facts.priceId) return;
  const publication = { id: known.publicationId };
  const from = await getPrice(publication, transaction, known.priceId);
  const into = known.priceId === facts.priceId ? from : await getPrice(publication, transaction, facts.priceId);
  const common = { customerId: known.customerId, at: await publicationNow(publication, transaction, clock) };
  const change = (figure: Figure, part: string, amount: number) => ({
    ...common,
    figure,
    part,
    currency: facts.currency,
    amount,
  });
  const moved =
    from.planId === into.planId
      ? [change('mrr', into.planId, next - former)]
      : [change('mrr', from.planId, -former), change('mrr', into.planId, next)];
  const reason = reasonOf(former, next, facts);
  await recordFigureChanges(publication, transaction, [...moved, change(reason, into.planId, next - former)]);
}

function reasonOf(former: number, next: number, { state }: Facts): Figure {
  if (former === 0) return 'mrr_new';
  if (next === 0 && state === 'ended') return 'mrr_lost';
  return next > former ? 'mrr_up' : 'mrr_down';
}
