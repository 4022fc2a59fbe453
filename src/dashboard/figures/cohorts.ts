// `/dashboard/:publication/figures/cohorts`: of those who first paid in the same month, how many still do.
import { readCohorts, type Cohort } from '../../models/figures/cohorts.ts';
import { addMonthsTo, lastDayOf, monthOf } from '../../models/figures/local-day.ts';
import { pathWith } from '../../site/destinations.ts';
import type { Translate } from '../../views/text.ts';
import { toPlot } from './plot.ts';
import { showSubject, type Cell, type Section, type SubjectContext } from './subject.ts';
import { Words } from './words.ts';

/** Our choice: what fits beside one another; earlier cohorts are shown by a range of one's own. */
const MONTHS_SHOWN = 24;
const PLOTTED = 4;

export const showCohorts = showSubject({
  path: '/figures/cohorts',
  title: 'dashboard.figures.cohorts',
  lead: 'dashboard.figures.cohorts-lead',
  sections,
});

async function sections({ connection, visit, language: { t }, range }: SubjectContext): Promise<Section[]> {
  const words = new Words(visit);
  const last = monthOf(range.to);
  // Cohorts of the present month alone would say nothing: the year is shown unless days were chosen.
  const first = range.typed.range === 'custom' ? monthOf(range.from) : addMonthsTo(last, -11);
  const shownFrom = addMonthsTo(last, 1 - MONTHS_SHOWN);
  const cohorts = await readCohorts(visit.session.publication, connection, {
    first: first < shownFrom ? shownFrom : first,
    last,
  });
  return [cohortSection(cohorts, words, t)];
}

function cohortSection(cohorts: readonly Cohort[], words: Words, t: Translate): Section {
  const length = Math.max(0, ...cohorts.map(({ left }) => left.length));
  const plotted = cohorts.filter(({ left }) => left.length > 1).slice(0, PLOTTED);
  const nameOf = (month: string): string => words.when({ from: `${month}-01`, to: '' }).text;
  const since = Array.from({ length }, (_, months) => t('dashboard.figures.months-since', { months }));
  return {
    id: 'cohorts',
    heading: t('dashboard.figures.cohorts-heading'),
    hint: t('dashboard.figures.cohorts-hint'),
    plot: toPlot({
      id: 'cohorts',
      kind: 'lines',
      title: t('dashboard.figures.cohorts-heading'),
      description: t('dashboard.figures.plot-text', { names: plotted.map(({ month }) => nameOf(month)).join(', ') }),
      names: since,
      series: plotted.map(({ month, size, left }) => ({
        label: nameOf(month),
        values: left.map((count) => (100 * count) / size),
      })),
      format: (value) => words.share(value, 100).text,
    }),
    columns: [t('dashboard.figures.first-payment'), t('dashboard.figures.number'), ...since],
    rows: cohorts.map(({ month, size, left }) => [
      words.text(nameOf(month), month),
      words.count(size, words.changes('first_paid', { from: `${month}-01`, to: lastDayOf(month) })),
      ...since.map((_, index) => leftCell({ month, size, left }, index, words)),
    ]),
  };
}

function leftCell({ month, size, left }: Cohort, months: number, words: Words): Cell {
  const count = left[months];
  if (count === undefined) return words.text('', '');
  const day = lastDayOf(addMonthsTo(month, months));
  const cell = words.count(
    count,
    count === 0 ? '' : words.href(pathWith('/figures/people-at', { cohort: month, day })),
  );
  return { ...cell, text: `${cell.text} (${words.share(count, size).text})` };
}
