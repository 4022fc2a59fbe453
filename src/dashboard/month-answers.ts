// What publishers ask first of a month, each beside the month before: what was earned, how many pay, how many were lost.
import { publicationNow } from '../models/figure-change.ts';
import { foldFigures } from '../models/figures/fold.ts';
import { addMonthsTo, dayIn, lastDayOf, monthOf } from '../models/figures/local-day.ts';
import type { GroupOfPeople } from '../models/figures/people-at.ts';
import { findFirstDay, readPeriods, type FigureRange, type Period } from '../models/figures/period.ts';
import type { Service } from '../service.ts';
import { pathWith } from '../site/destinations.ts';
import { formatAmount, formatCount } from '../views/formats.ts';
import { pathOf } from './show.ts';
import type { Visit } from './visit.ts';

export interface MonthAnswer {
  readonly question: string;
  readonly text: string;
  /** The list behind it. */
  readonly href: string;
  /** That of the month before, and the list behind it; empty for nobody. */
  readonly note: string;
  readonly noteHref: string;
}

declare module '../views/templates.ts' {
  interface Parts {
    'month-answers': { readonly answers: readonly MonthAnswer[] };
  }
}

/** Returns the answers of the present month; none where nothing was counted yet. */
export async function readMonthAnswers({ database, clock }: Service, visit: Visit): Promise<MonthAnswer[]> {
  const { publication } = visit.session;
  await foldFigures(database, publication);
  const today = dayIn(publication.timeZone)(await publicationNow(publication, database, clock));
  const month = monthOf(today);
  const range = { from: `${addMonthsTo(month, -1)}-01`, to: lastDayOf(month) };
  const [former, present] = await database.replicaRead(async (connection) =>
    (await findFirstDay(publication, connection)) === undefined
      ? []
      : readPeriods(publication, connection, range, 'month'),
  );
  return former === undefined || present === undefined ? [] : monthAnswers(visit, former, present, today);
}

/** @param today on which the list of people is that of the figure */
export function monthAnswers(visit: Visit, former: Period, present: Period, today: string): MonthAnswer[] {
  const { t, tag } = visit.language;
  const before = (text: string): string => t('dashboard.figures.before', { before: text });
  const currencies = new Set([former, present].flatMap(({ money }) => [...money.keys()]));
  const earned = [...currencies].toSorted().map((currency) => {
    const net = ({ money }: Period): string => {
      const { in: came, out } = money.get(currency) ?? { in: 0, out: 0 };
      return formatAmount(came - out, currency, tag);
    };
    const question = t('dashboard.figures.earned', { currency });
    const hrefOf = ({ from, to }: Period): string =>
      pathOf(visit, `/money?kind=net&currency=${currency}&since=${from}&until=${to}`);
    return { question, text: net(present), href: hrefOf(present), note: before(net(former)), noteHref: hrefOf(former) };
  });
  const lost = ({ from, to }: Period): string => pathOf(visit, `/figures/behind?count=lost&from=${from}&to=${to}`);
  const inState = (state: 'paying' | 'past_due', question: string): MonthAnswer => ({
    question,
    text: formatCount(present.states[state], tag),
    href: pathOf(visit, pathOfState(state, present, today)),
    note: before(formatCount(former.states[state], tag)),
    noteHref: former.states[state] === 0 ? '' : pathOf(visit, pathOfState(state, former, today)),
  });
  return [
    ...earned,
    inState('paying', t('dashboard.figures.how-many-pay')),
    inState('past_due', t('dashboard.person-state.past_due')),
    {
      question: t('dashboard.figures.lost'),
      text: formatCount(present.lost, tag),
      href: lost(present),
      note: before(formatCount(former.lost, tag)),
      noteHref: lost(former),
    },
  ];
}

/** The list of those who were in a state at the end of a period; of one that is not over, those who are now. */
export function pathOfState(state: GroupOfPeople, { to }: FigureRange, today: string): string {
  if (to < today || state === 'subscribers') return pathWith('/figures/people-at', { state, day: to });
  return state === 'members' ? '/people' : `/people?state=${state}`;
}
