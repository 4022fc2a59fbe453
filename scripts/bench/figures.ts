// The pages of the figures and their operation of the data API, with three years of days in which each figure of each plan changed.
import type { Knex } from 'knex';
import { openDatabase } from '../../src/database/open.ts';
import { foldFigures } from '../../src/models/figures/fold.ts';
import { addDaysTo, dayIn } from '../../src/models/figures/local-day.ts';
import { Publication } from '../../src/models/publication/publication.ts';
import { openDashboard, PAGE_MILLISECONDS_MAX, timePages, timeWork } from './dashboard.ts';
import type { FilledDatabase } from './filled-database.ts';
import type { Part } from './measure.ts';
import { API, keyHeaders } from './service.ts';

const DAYS = 3 * 365;
const PLANS = 6;
const MOVES = [
  '>free',
  'free>trial',
  'trial>paying',
  'free>paying',
  'paying>past_due',
  'past_due>ended',
  'trial>ended',
];
const PAGES = [
  '',
  '/figures',
  '/figures/people?range=year',
  '/figures/people?range=quarter',
  '/figures/revenue?range=quarter',
  '/figures/leaving?range=year',
  '/figures/cohorts',
];

export const figurePages: Part = {
  name: 'figures',
  what: 'pages of figures after three years',
  async run({ database }) {
    await addHistory(database);
    const dashboard = await openDashboard(database);
    const { server } = dashboard;
    try {
      const findings = [];
      for (const path of PAGES)
        findings.push(await timePages(dashboard, database, path === '' ? '/' : path, { paths: [path] }));
      const url = `${server.url}${API}/figures?from=${addDaysTo(dayIn('UTC')(Date.now()), -DAYS)}&interval=day`;
      const called = await timeWork(
        'GET /figures, three years by day',
        { server, serverPid: database.serverPid, limit: PAGE_MILLISECONDS_MAX },
        async () => {
          const response = await fetch(url, { headers: keyHeaders(database) });
          await response.arrayBuffer();
          if (!response.ok) throw new Error(`the data API answered ${response.status}`);
        },
      );
      return [...findings, called];
    } finally {
      await dashboard.end();
    }
  },
};

async function addHistory({ url, publicationId }: FilledDatabase): Promise<void> {
  const database = openDatabase(url);
  try {
    const publication = await Publication.query(database.knex).findById(publicationId);
    if (publication === undefined) throw new Error('there is no publication');
    while (!(await foldFigures(database, publication)));
    await database.schemaChange((knex) => addDays(knex, publicationId));
  } finally {
    await database.close();
  }
}

/** Sums of each day, as a fold of three busy years leaves them. */
async function addDays(knex: Knex, publicationId: string): Promise<void> {
  const [book]: { generation: number }[] = await knex('figure_books').where({ publicationId }).select('generation');
  const today = dayIn('UTC')(Date.now());
  const common = { publicationId, generation: book?.generation ?? 1 };
  for (let ago = DAYS; ago > 0; ago -= 1) {
    const day = addDaysTo(today, -ago);
    const people = MOVES.map((part) => ({ figure: 'people', part, currency: '', amount: 20 }));
    const plans = Array.from({ length: PLANS }, (_, plan) => `plan_${plan}`);
    const money = ['EUR', 'USD'].flatMap((currency) => [
      ...['in', 'out'].map((figure) => ({ figure, part: 'payment', currency, amount: 12_345 })),
      ...['mrr', 'mrr_new'].flatMap((figure) => plans.map((part) => ({ figure, part, currency, amount: 6000 }))),
    ]);
    const months = Array.from({ length: Math.min(36, Math.ceil((DAYS - ago) / 30)) }, (_, month) =>
      addDaysTo(day, -30 * month).slice(0, 7),
    );
    const cohorts = [...new Set(months)].map((part) => ({ figure: 'cohort', part, currency: '', amount: 1 }));
    const first = { figure: 'first_paid', part: '', currency: '', amount: 40 };
    const rows = [...people, ...money, ...cohorts, first].map((row) => ({ ...common, day, ...row }));
    await knex('daily_figures').insert(rows);
  }
}
