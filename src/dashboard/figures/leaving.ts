// `/dashboard/:publication/figures/leaving`: churn of subscribers and of revenue, and the reasons for leaving.
import { addDaysTo } from '../../models/figures/local-day.ts';
import { readPeriods, type Period } from '../../models/figures/period.ts';
import { endReasonText } from './end-reason.ts';
import { toPlot } from './plot.ts';
import { showSubject, type Section, type SubjectContext } from './subject.ts';
import { currenciesOf, Words } from './words.ts';

export const showLeaving = showSubject({
  path: '/figures/leaving',
  title: 'dashboard.figures.leaving',
  lead: 'dashboard.figures.leaving-lead',
  sections,
});

async function sections(context: SubjectContext): Promise<Section[]> {
  const { connection, visit, range } = context;
  const periods = await readPeriods(visit.session.publication, connection, range, range.interval);
  // Churn is that of months, also where a plot shows days.
  const months = await readPeriods(visit.session.publication, connection, range, 'month');
  return [
    lostSection(context, periods),
    churnSection(context, months),
    ...currenciesOf(months).map((currency) => revenueChurnSection(context, months, currency)),
    reasonSection(context, months),
  ];
}

function lostSection({ visit, language: { t } }: SubjectContext, periods: readonly Period[]): Section {
  const words = new Words(visit);
  return {
    id: 'lost',
    heading: t('dashboard.figures.lost-heading'),
    hint: t('dashboard.figures.lost-hint'),
    plot: toPlot({
      id: 'lost',
      kind: 'bars',
      title: t('dashboard.figures.lost-heading'),
      description: t('dashboard.figures.plot-text', { names: t('dashboard.figures.lost') }),
      names: periods.map((period) => words.tick(period)),
      series: [{ label: t('dashboard.figures.lost'), values: periods.map(({ lost }) => lost) }],
      format: (value) => words.count(value).text,
    }),
    columns: [t('dashboard.figures.when'), t('dashboard.figures.lost'), t('dashboard.figures.ended')],
    rows: periods.map((period) => [words.when(period), words.behind('lost', period), words.behind('ended', period)]),
  };
}

function churnSection({ visit, language: { t } }: SubjectContext, months: readonly Period[]): Section {
  const words = new Words(visit);
  return {
    id: 'churn',
    heading: t('dashboard.figures.churn'),
    hint: t('dashboard.figures.churn-hint'),
    plot: undefined,
    columns: [
      t('dashboard.figures.when'),
      t('dashboard.figures.at-start'),
      t('dashboard.figures.lost'),
      t('dashboard.figures.churn-short'),
    ],
    rows: months.map((month) => [
      words.when({ from: month.from, to: '' }),
      words.atStart(month),
      words.behind('lost', month),
      words.shareOf('lost', month, month.subscribersAtStart),
    ]),
  };
}

function revenueChurnSection(
  { visit, language: { t } }: SubjectContext,
  months: readonly Period[],
  currency: string,
): Section {
  const words = new Words(visit);
  return {
    id: `revenue-churn-${currency.toLowerCase()}`,
    heading: t('dashboard.figures.revenue-churn', { currency }),
    hint: t('dashboard.figures.revenue-churn-hint'),
    plot: undefined,
    columns: [
      t('dashboard.figures.when'),
      t('dashboard.figures.at-start'),
      t('dashboard.figures.mrr-lost'),
      t('dashboard.figures.churn-short'),
    ],
    rows: months.map((month) => {
      const { atStart = 0, down = 0, lost = 0 } = month.revenue.get(currency) ?? {};
      const gone = 0 - down - lost;
      return [
        words.when({ from: month.from, to: '' }),
        words.revenueAt(atStart, currency, addDaysTo(month.from, -1)),
        { ...words.money(gone / 12, currency), href: words.changes('mrr_gone', month, { currency }) },
        words.share(gone, atStart),
      ];
    }),
  };
}

function reasonSection({ visit, language, range }: SubjectContext, months: readonly Period[]): Section {
  const { t } = language;
  const words = new Words(visit);
  const ends = new Map<string, number>();
  for (const month of months)
    for (const [reason, count] of month.ends) ends.set(reason, (ends.get(reason) ?? 0) + count);
  const total = [...ends.values()].reduce((sum, count) => sum + count, 0);
  return {
    id: 'reasons',
    heading: t('dashboard.figures.reasons'),
    hint: t('dashboard.figures.reasons-hint'),
    plot: undefined,
    columns: [t('dashboard.figures.reason'), t('dashboard.figures.number'), t('dashboard.figures.share')],
    rows: [...ends]
      .toSorted(([, one], [, other]) => other - one)
      .map(([reason, count]) => [
        words.text(endReasonText(reason, language), reason),
        words.count(count, words.changes('end', range, { part: reason })),
        words.share(count, total),
      ]),
  };
}
