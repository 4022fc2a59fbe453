// Figures of the data API: what the pages of the dashboard show, by month or day.
import type { components } from '../../generated/types.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import { InvalidValue } from '../models/errors.ts';
import { publicationNow } from '../models/figure-change.ts';
import { foldFigures } from '../models/figures/fold.ts';
import { addDaysTo, dayIn, monthOf } from '../models/figures/local-day.ts';
import { readPeriods, type FigureRange, type Period } from '../models/figures/period.ts';
import { parseDay } from '../payments/calendar.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';

/** Our choice: what a query reads at once. */
const DAYS_MAX = 1830;

export function figureHandlers({ database, clock }: Service): Pick<DataApiHandlers<Caller>, 'getFigures'> {
  return {
    async getFigures({ query }, { publication }) {
      await foldFigures(database, publication);
      const today = dayIn(publication.timeZone)(await publicationNow(publication, database, clock));
      const range = toRange(query, today);
      const interval = query.interval ?? 'month';
      const periods = await database.replicaRead((connection) => readPeriods(publication, connection, range, interval));
      const body = { time_zone: publication.timeZone, ...range, interval, periods: periods.map(toPeriodObject) };
      return { status: 200, body };
    },
  };
}

function toRange(given: Partial<FigureRange>, today: string): FigureRange {
  const to = given.to ?? today;
  const from = given.from ?? `${monthOf(to)}-01`;
  for (const [name, day] of Object.entries({ from, to }))
    if (parseDay(day) === undefined) throw new InvalidValue(name, `${name} must be a day that the calendar has`);
  if (to < from) throw new InvalidValue('to', 'to must not be before from');
  if (addDaysTo(from, DAYS_MAX) < to) throw new InvalidValue('to', `to must be at most ${DAYS_MAX} days after from`);
  return { from, to };
}

function toPeriodObject(period: Period): components['schemas']['FigurePeriod'] {
  return {
    from: period.from,
    to: period.to,
    members: period.members,
    ...period.states,
    joined: period.joined,
    subscribers_at_start: period.subscribersAtStart,
    subscribers_new: period.began,
    subscribers_lost: period.lost,
    ended_in_period: period.ended,
    trials_begun: period.trialsBegun,
    trials_converted: period.trialsConverted,
    trials_not_converted: period.trialsLost,
    money: [...period.money].map(([currency, { in: came, out }]) => ({ currency, in: came, out })),
    recurring_revenue: [...period.revenue].flatMap(([currency, { byPlan }]) =>
      [...byPlan].map(([planId, twelfths]) => ({ currency, plan_id: planId, mrr_twelfths: twelfths })),
    ),
  };
}
