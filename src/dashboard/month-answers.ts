// What publishers ask first of a month, each beside the month before: what was earned, how many pay, how many were lost.
import { publicationNow } from '../models/figure-change.ts';
import { foldFigures } from '../models/figures/fold.ts';
import { addMonthsTo, dayIn, lastDayOf, monthOf } from '../models/figures/local-day.ts';
import { findFirstDay, readPeriods, type Period } from '../models/figures/period.ts';
import type { Service } from '../service.ts';
import { formatAmount, formatCount } from '../views/formats.ts';
import { pathOf } from './show.ts';
import type { Visit } from './visit.ts';

export interface MonthAnswer {
  readonly question: string;
  readonly text: string;
  /** The list behind it. */
  readonly href: string;
  readonly note: string;
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
  if ((await findFirstDay(publication, database)) === undefined) return [];
  const month = monthOf(dayIn(publication.timeZone)(await publicationNow(publication, database, clock)));
  const range = { from: `${addMonthsTo(month, -1)}-01`, to: lastDayOf(month) };
  const [former, present] = await readPeriods(publication, database, range, 'month');
  return former === undefined || present === undefined ? [] : monthAnswers(visit, former, present);
}

export function monthAnswers(visit: Visit, former: Period, present: Period): MonthAnswer[] {
  const { t, tag } = visit.language;
  const before = (text: string): string => t('dashboard.figures.before', { before: text });
  const currencies = new Set([former, present].flatMap(({ money }) => [...money.keys()]));
  const earned = [...currencies].toSorted().map((currency) => {
    const net = ({ money }: Period): string => {
      const { in: came, out } = money.get(currency) ?? { in: 0, out: 0 };
      return formatAmount(came - out, currency, tag);
    };
    const question = t('dashboard.figures.earned', { currency });
    const money = `/money?kind=net&currency=${currency}&since=${present.from}&until=${present.to}`;
    return { question, text: net(present), href: pathOf(visit, money), note: before(net(former)) };
  });
  const lost = `/figures/behind?count=lost&from=${present.from}&to=${present.to}`;
  return [
    ...earned,
    {
      question: t('dashboard.figures.how-many-pay'),
      text: formatCount(present.states.paying, tag),
      href: pathOf(visit, '/people?state=paying'),
      note: before(formatCount(former.states.paying, tag)),
    },
    {
      question: t('dashboard.figures.lost'),
      text: formatCount(present.lost, tag),
      href: pathOf(visit, lost),
      note: before(formatCount(former.lost, tag)),
    },
  ];
}
