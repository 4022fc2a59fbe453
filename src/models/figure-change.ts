// The changes that figures are made of: each is written in the transaction of what it counts, and src/models/figures/
// folds them into sums for each day. A change is an amount that is added: to the people in a state, to the monthly
// recurring revenue, to the money that came in or went out.
import type { Clock } from '../database/clock.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { givenRows } from '../database/given-rows.ts';
import { statement } from '../database/statement.ts';
import type { Tenant } from './record.ts';

/**
 * `people`: persons who went from one state to another; the part is FROM>TO, and nothing before > for new ones.
 * `first_paid`: persons who paid for the first time. `cohort`: persons who began or ceased to be subscribers, by the
 * month of that first payment (`since`).
 * `end`: subscriptions that ended, by their reasons (src/models/money/subscription-end.ts).
 * `mrr`: monthly recurring revenue, in twelfths of a minor unit; the part is a plan. `mrr_…`: why it changed.
 * `in`, `out`: money, in minor units; the part is `payment` or `gift`. `failed`: a charge that the card refused.
 */
export type Figure =
  | 'people'
  | 'first_paid'
  | 'cohort'
  | 'end'
  | 'mrr'
  | 'mrr_new'
  | 'mrr_up'
  | 'mrr_down'
  | 'mrr_lost'
  | 'in'
  | 'out'
  | 'failed';

export interface FigureChange {
  readonly customerId: string | null;
  /** In milliseconds, by the publication's clock (`publicationNow`). */
  readonly at: number;
  readonly figure: Figure;
  readonly part: string;
  /** ISO 4217; empty for persons. */
  readonly currency: string;
  readonly amount: number;
  /** Of money: the payment or the gift, or the subscription of a charge that failed; and what is paid for. */
  readonly recordId?: string;
  readonly planId?: string;
}

/**
 * SQL for a time by the publication's clock. Our choice: all figures of a publication follow one clock, that of its
 * sandbox where one was moved ahead (test environments alone have one), so that a day holds what happened on it.
 * @param at SQL for milliseconds of our clock
 */
export function byPublicationClock(at: string): string {
  return `(cast(${at} as bigint) + coalesce((select z.clock_offset from sandbox_settings z where z.publication_id = :publicationId), 0))`;
}

const columns = 'publication_id, customer_id, at, figure, part, currency, amount';
const ofMoney = 'record_id, plan_id';
const given = givenRows({
  customerId: 'text',
  at: 'bigint',
  figure: 'text',
  part: 'text',
  currency: 'text',
  amount: 'bigint',
  recordId: 'text',
  planId: 'text',
});
const inserting = (rows: string): string =>
  `insert into figure_changes (${columns}, ${ofMoney}) select :publicationId, customer_id, at, figure, part, currency, amount, ${ofMoney} from ${rows}`;
const insert = statement('insert_figure_changes', {
  sqlite: inserting(given.sqlite),
  postgres: inserting(given.postgres),
});
const ahead = statement<{ at: number }>('publication_now', `select ${byPublicationClock(':now')} as at`);

/** SQL that counts each new person of the rows `made` of customers. */
export const COUNT_NEW_PEOPLE = `insert into figure_changes (${columns})
  select made.publication_id, made.id,
    made.created_at + coalesce((select z.clock_offset from sandbox_settings z where z.publication_id = made.publication_id), 0), 'people', '>free', '', 1`;

/** Returns the time by the publication's clock, in milliseconds. */
export async function publicationNow(publication: Tenant, connection: Connection, clock: Clock): Promise<number> {
  const now = clock.now();
  return (await connection.first(ahead, { publicationId: publication.id, now }))?.at ?? now.getTime();
}

/** Call it in the transaction of what changed. */
export async function recordFigureChanges(
  publication: Tenant,
  transaction: Transaction,
  changes: readonly FigureChange[],
): Promise<void> {
  const counted = changes.filter(({ amount }) => amount !== 0);
  if (counted.length > 0)
    await transaction.run(insert, { publicationId: publication.id, given: JSON.stringify(counted) });
}
