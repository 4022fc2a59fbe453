// Cohorts: the people who first paid in the same month, and how many of them were subscribers at the end of each month
// since. Somebody who left and came back counts with the month of the first payment.
import type { Connection } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { findFigureBook } from './fold.ts';
import { addMonthsTo } from './local-day.ts';

export interface Cohort {
  /** 2027-03 */
  readonly month: string;
  /** Subscribers at the end of the month itself, of the next one, and so on until the last month asked for. */
  readonly left: readonly number[];
  /** All who first paid in the month. */
  readonly size: number;
}

interface Step {
  readonly month: string;
  readonly figure: 'cohort' | 'first_paid';
  /** The month of the cohort; empty for `first_paid`, whose own month it is. */
  readonly part: string;
  readonly amount: number;
}

const steps = statement<Step>(
  'steps_of_cohorts',
  `select substr(day, 1, 7) as month, figure, part, cast(sum(amount) as bigint) as amount from daily_figures
    where publication_id = :publicationId and generation = :generation and figure in ('cohort', 'first_paid')
      and day >= :first and day <= :until group by substr(day, 1, 7), figure, part`,
);

/** Returns the cohorts from the month `first` to the month `last`, the first first, without empty ones. */
export async function readCohorts(
  publication: { readonly id: string },
  connection: Connection,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<Cohort[]> {
  const generation = (await findFigureBook(publication, connection))?.generation ?? 0;
  const values = { publicationId: publication.id, generation, first: `${first}-01`, until: `${last}-31` };
  const found = await connection.all(steps, values);
  const amounts = new Map(found.map(({ month, figure, part, amount }) => [`${figure} ${part} ${month}`, amount]));
  const cohorts: Cohort[] = [];
  for (let month = first; month <= last; month = addMonthsTo(month, 1)) {
    const size = amounts.get(`first_paid  ${month}`) ?? 0;
    if (size === 0) continue;
    const left: number[] = [];
    let count = 0;
    for (let at = month; at <= last; at = addMonthsTo(at, 1))
      left.push((count += amounts.get(`cohort ${month} ${at}`) ?? 0));
    cohorts.push({ month, size, left });
  }
  return cohorts;
}
