// `/dashboard/:publication/figures/revenue`: money in and out, and the monthly recurring revenue, by currency and plan.
import { listPlans } from '../../models/catalog/plan.ts';
import type { ListedFigure } from '../../models/figures/changes-behind.ts';
import { readPeriods, type Period, type Revenue } from '../../models/figures/period.ts';
import { toPlot } from './plot.ts';
import { showSubject, type Cell, type Section, type SubjectContext } from './subject.ts';
import { currenciesOf, Words } from './words.ts';

const TWELFTHS = 12;
const NO_REVENUE: Revenue = { atStart: 0, atEnd: 0, new: 0, up: 0, down: 0, lost: 0, byPlan: new Map() };

export const showRevenue = showSubject({
  path: '/figures/revenue',
  title: 'dashboard.figures.revenue',
  lead: 'dashboard.figures.revenue-lead',
  sections,
});

async function sections(context: SubjectContext): Promise<Section[]> {
  const { connection, visit, range } = context;
  const { publication } = visit.session;
  const periods = await readPeriods(publication, connection, range, range.interval);
  const plans = await listPlans(publication, connection);
  const names = new Map(plans.map(({ id, name }) => [id, name]));
  return currenciesOf(periods).flatMap((currency) => [
    moneySection(context, periods, currency),
    recurringSection(context, periods, currency),
    planSection(context, periods, currency, names),
  ]);
}

function moneySection(
  { visit, language: { t } }: SubjectContext,
  periods: readonly Period[],
  currency: string,
): Section {
  const words = new Words(visit);
  const of = ({ money }: Period) => money.get(currency) ?? { in: 0, out: 0 };
  return {
    id: `money-${currency.toLowerCase()}`,
    heading: t('dashboard.figures.money', { currency }),
    hint: t('dashboard.figures.money-hint'),
    plot: toPlot({
      id: `money-${currency}`,
      kind: 'bars',
      title: t('dashboard.figures.money', { currency }),
      description: t('dashboard.figures.plot-text', {
        names: `${t('dashboard.figures.in')}, ${t('dashboard.figures.out')}`,
      }),
      names: periods.map((period) => words.tick(period)),
      series: [
        { label: t('dashboard.figures.in'), values: periods.map((period) => of(period).in) },
        { label: t('dashboard.figures.out'), values: periods.map((period) => of(period).out) },
      ],
      format: (value) => words.money(value, currency).text,
    }),
    columns: [
      t('dashboard.figures.when'),
      t('dashboard.figures.in'),
      t('dashboard.figures.out'),
      t('dashboard.figures.net'),
    ],
    rows: periods.map((period) => [
      words.when(period),
      words.moved('in', of(period).in, currency, period),
      words.moved('out', of(period).out, currency, period),
      words.moved('net', of(period).in - of(period).out, currency, period),
    ]),
  };
}

function recurringSection(
  { visit, language: { t } }: SubjectContext,
  periods: readonly Period[],
  currency: string,
): Section {
  const words = new Words(visit);
  const of = ({ revenue }: Period): Revenue => revenue.get(currency) ?? NO_REVENUE;
  return {
    id: `mrr-${currency.toLowerCase()}`,
    heading: t('dashboard.figures.mrr', { currency }),
    hint: t('dashboard.figures.mrr-hint'),
    plot: toPlot({
      id: `mrr-${currency}`,
      kind: 'lines',
      title: t('dashboard.figures.mrr', { currency }),
      description: t('dashboard.figures.plot-text', { names: t('dashboard.figures.mrr-short') }),
      names: periods.map((period) => words.tick(period)),
      series: [
        { label: t('dashboard.figures.mrr-short'), values: periods.map((period) => of(period).atEnd / TWELFTHS) },
      ],
      format: (value) => words.money(value, currency).text,
    }),
    columns: [
      t('dashboard.figures.when'),
      t('dashboard.figures.mrr-new'),
      t('dashboard.figures.mrr-up'),
      t('dashboard.figures.mrr-down'),
      t('dashboard.figures.mrr-lost'),
      t('dashboard.figures.mrr-end'),
    ],
    rows: periods.map((period) => recurringRow(words, period, currency, of(period))),
  };
}

/** Each change with the list of those that it is the sum of. */
function recurringRow(words: Words, period: Period, currency: string, revenue: Revenue): Cell[] {
  const { new: added, up, down, lost, atEnd } = revenue;
  const cell = (twelfths: number) => words.money(twelfths / TWELFTHS, currency);
  const linked = (figure: ListedFigure, twelfths: number) => ({
    ...cell(twelfths),
    href: twelfths === 0 ? '' : words.changes(figure, period, { currency }),
  });
  return [
    words.when(period),
    linked('mrr_new', added),
    linked('mrr_up', up),
    linked('mrr_down', down),
    linked('mrr_lost', lost),
    words.revenueAt(atEnd, currency, period.to),
  ];
}

/** What each plan brings at the end of the range. */
function planSection(
  { visit, language: { t } }: SubjectContext,
  periods: readonly Period[],
  currency: string,
  names: ReadonlyMap<string, string>,
): Section {
  const words = new Words(visit);
  const last = periods.at(-1);
  const { byPlan, atEnd } = last?.revenue.get(currency) ?? NO_REVENUE;
  const plans = [...byPlan].toSorted(([, one], [, other]) => other - one);
  return {
    id: `plans-${currency.toLowerCase()}`,
    heading: t('dashboard.figures.by-plan', { currency }),
    hint: '',
    plot: undefined,
    columns: [t('dashboard.figures.plan'), t('dashboard.figures.mrr-short'), t('dashboard.figures.share')],
    rows: plans.map(([id, twelfths]) => [
      words.text(names.get(id) ?? id),
      words.revenueAt(twelfths, currency, last?.to ?? '', id),
      words.share(twelfths, atEnd),
    ]),
  };
}
