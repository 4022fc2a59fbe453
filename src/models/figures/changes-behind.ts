// The changes behind a figure that is a sum of them: recurring revenue that came or went, subscriptions that ended for a
// reason, first payments. Newest first.
import type { Connection } from '../../database/connection.ts';
import type { Figure } from '../figure-change.ts';
import type { RowOf, Tenant } from '../record.ts';
import { FigureChangeRecord } from './figure-change-record.ts';

/** The changes that each is the sum of; `mrr_gone` is all revenue that was lost. */
const FIGURES = {
  mrr_new: ['mrr_new'],
  mrr_up: ['mrr_up'],
  mrr_down: ['mrr_down'],
  mrr_lost: ['mrr_lost'],
  mrr_gone: ['mrr_down', 'mrr_lost'],
  end: ['end'],
  first_paid: ['first_paid'],
} as const satisfies Readonly<Record<string, readonly Figure[]>>;
export type ListedFigure = keyof typeof FIGURES;

export function isListedFigure(text: string): text is ListedFigure {
  return Object.hasOwn(FIGURES, text);
}

export interface ChangeBehind extends Pick<RowOf<FigureChangeRecord>, 'number' | 'at' | 'customerId' | 'amount'> {
  readonly email: string | null;
  readonly name: string | null;
}

/**
 * @param given.from milliseconds, when the first day begins
 * @param given.until when the day after the last one begins
 */
export async function listChangesBehind(
  publication: Tenant,
  connection: Connection,
  given: {
    readonly figure: ListedFigure;
    /** The reasons of an end; undefined for every part. */
    readonly part: string | undefined;
    readonly currency: string | undefined;
    readonly from: number;
    readonly until: number;
    /** Keyset pagination: what is older than this position. */
    readonly before: { readonly at: number; readonly number: number } | undefined;
    readonly limit: number;
  },
): Promise<ChangeBehind[]> {
  const { figure, part, currency, from, until, before, limit } = given;
  const same = { ...(part === undefined ? {} : { part }), ...(currency === undefined ? {} : { currency }) };
  const query = FigureChangeRecord.in(publication, connection, same)
    .joinRelated('customer')
    .select(
      'figure_changes.number',
      'figure_changes.at',
      'figure_changes.customerId',
      'figure_changes.amount',
      'customer.email',
      'customer.name',
    )
    .whereIn('figure_changes.figure', [...FIGURES[figure]])
    .where('figure_changes.at', '>=', from)
    .where('figure_changes.at', '<', until)
    .orderBy([
      { column: 'figure_changes.at', order: 'desc' },
      { column: 'figure_changes.number', order: 'desc' },
    ])
    .limit(limit);
  if (before !== undefined)
    query
      .where('figure_changes.at', '<=', before.at)
      .where((older) =>
        older.where('figure_changes.at', '<', before.at).orWhere('figure_changes.number', '<', before.number),
      );
  return query.castTo<ChangeBehind[]>();
}
