// `/dashboard/:publication/figures/people`: how many people there are in each state, and who came.
import { LIVING_STATES, readPeriods, type Period } from '../../models/figures/period.ts';
import type { Translate } from '../../views/text.ts';
import { toPlot, type Plot, type Series } from './plot.ts';
import { showSubject, type Section, type SubjectContext } from './subject.ts';
import { Words } from './words.ts';

/** Our choice: the lines that a plot of 300 px still shows apart. */
const PLOTTED = ['paying', 'trial', 'complimentary', 'past_due'] as const;

export const showPeopleFigures = showSubject({
  path: '/figures/people',
  title: 'dashboard.figures.people',
  lead: 'dashboard.figures.people-lead',
  sections,
});

async function sections(context: SubjectContext): Promise<Section[]> {
  const { connection, visit, range } = context;
  const periods = await readPeriods(visit.session.publication, connection, range, range.interval);
  return [stateSection(context, periods), joinedSection(context, periods)];
}

function stateSection({ visit, language: { t }, today }: SubjectContext, periods: readonly Period[]): Section {
  const words = new Words(visit);
  return {
    id: 'states',
    heading: t('dashboard.figures.states'),
    hint: t('dashboard.figures.states-hint'),
    plot: plotOf(words, t, {
      id: 'states',
      kind: 'lines',
      title: t('dashboard.figures.states'),
      periods,
      series: PLOTTED.map((state) => ({
        label: t(`dashboard.person-state.${state}`),
        values: periods.map(({ states }) => states[state]),
      })),
    }),
    columns: [
      t('dashboard.figures.when'),
      t('dashboard.figures.members'),
      ...LIVING_STATES.map((state) => t(`dashboard.person-state.${state}`)),
    ],
    rows: periods.map((period) => [
      words.when(period),
      words.inState('members', period, today),
      ...LIVING_STATES.map((state) => words.inState(state, period, today)),
    ]),
  };
}

function joinedSection({ visit, language: { t } }: SubjectContext, periods: readonly Period[]): Section {
  const words = new Words(visit);
  return {
    id: 'joined',
    heading: t('dashboard.figures.joined'),
    hint: t('dashboard.figures.joined-hint'),
    plot: plotOf(words, t, {
      id: 'joined',
      kind: 'bars',
      title: t('dashboard.figures.joined'),
      periods,
      series: [
        { label: t('dashboard.figures.new'), values: periods.map(({ joined }) => joined) },
        { label: t('dashboard.figures.began'), values: periods.map(({ began }) => began) },
      ],
    }),
    columns: [
      t('dashboard.figures.when'),
      t('dashboard.figures.new'),
      t('dashboard.figures.began'),
      t('dashboard.figures.trials-begun'),
      t('dashboard.figures.trials-converted'),
      t('dashboard.figures.trials-lost'),
      t('dashboard.figures.conversion'),
    ],
    rows: periods.map((period) => [
      words.when(period),
      words.behind('joined', period),
      words.behind('began', period),
      words.behind('trialsBegun', period),
      words.behind('trialsConverted', period),
      words.behind('trialsLost', period),
      words.shareOf('trialsConverted', period, period.trialsConverted + period.trialsLost),
    ]),
  };
}

function plotOf(
  words: Words,
  t: Translate,
  given: {
    readonly id: string;
    readonly kind: 'lines' | 'bars';
    readonly title: string;
    readonly periods: readonly Period[];
    readonly series: readonly Series[];
  },
): Plot | undefined {
  return toPlot({
    ...given,
    description: t('dashboard.figures.plot-text', { names: given.series.map(({ label }) => label).join(', ') }),
    names: given.periods.map((period) => words.tick(period)),
    format: (value) => words.count(value).text,
  });
}
