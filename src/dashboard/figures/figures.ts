// `/dashboard/:publication/figures`: a month at a glance, what was earned and how many pay, beside the month before.
import type { FastifyReply } from 'fastify';
import type { Connection } from '../../database/connection.ts';
import { valueOf } from '../../http/bodies/form.ts';
import { wantsFigureMail } from '../../models/figures/figure-mail.ts';
import { foldFigures } from '../../models/figures/fold.ts';
import { addMonthsTo, monthOf } from '../../models/figures/local-day.ts';
import {
  findFirstDay,
  LIVING_STATES,
  readPeriods,
  type PeopleCount,
  type Period,
} from '../../models/figures/period.ts';
import type { Service } from '../../service.ts';
import { formatMonth } from '../../views/formats.ts';
import type { TextKey } from '../../views/text.ts';
import { monthAnswers, type MonthAnswer } from '../month-answers.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { sendCsv } from './csv.ts';
import { readMailsBack } from './mails-back.ts';
import { monthsAround } from './range.ts';
import { SUBJECT_LINKS } from './subject-links.ts';
import { readToday, type Cell } from './subject.ts';
import { currenciesOf, Words } from './words.ts';

interface FigureRow {
  readonly label: string;
  readonly own: Cell;
  readonly before: Cell;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/figures/figures': DashboardData & {
      readonly zone: string;
      readonly isEmpty: boolean;
      readonly isComplete: boolean;
      readonly month: string;
      readonly monthBefore: string;
      /** Whether the month is not over. */
      readonly isRunning: boolean;
      /** Empty where there is none. */
      readonly earlier: string;
      readonly later: string;
      readonly csv: string;
      readonly links: readonly { readonly href: string; readonly text: string; readonly isCurrent: boolean }[];
      /** What publishers ask first. */
      readonly answers: readonly MonthAnswer[];
      readonly rows: readonly FigureRow[];
      readonly switch: { readonly isOn: boolean; readonly email: string };
    };
  }
}

const COUNTS: readonly (readonly [PeopleCount, TextKey])[] = [
  ['joined', 'dashboard.figures.new'],
  ['began', 'dashboard.figures.began'],
  ['lost', 'dashboard.figures.lost'],
  ['ended', 'dashboard.figures.ended'],
  ['trialsConverted', 'dashboard.figures.trials-converted'],
];

export async function showFigures(service: Service, visit: Visit): Promise<FastifyReply> {
  const { language, session, query } = visit;
  const { publication } = session;
  const { t, tag } = language;
  const isComplete = await foldFigures(service.database, publication);
  const today = await readToday(service, visit);
  const read = await service.database.replicaRead((connection) => readMonth(connection, visit, today));
  const { firstDay, month, former, present, mailsBack } = read;
  const rows = [...rowsOf(visit, former, present, today), ...mailsBack];
  const nameOf = (one: string): string => formatMonth(Date.parse(`${one}-01`), tag);
  const [name, nameBefore] = [nameOf(month), nameOf(monthOf(former.from))];
  if (valueOf(query, 'csv') !== undefined)
    return sendCsv(visit, `figures-${month}`, [
      [t('dashboard.figures.figure'), name, nameBefore],
      ...rows.map((row) => [row.label, row.own.value, row.before.value]),
    ]);
  const linkOf = (one: string): string => pathOf(visit, `/figures?month=${one}`);
  return showDashboard(service, visit, 'dashboard/figures/figures', {
    zone: publication.timeZone,
    isEmpty: firstDay === undefined,
    isComplete,
    month: name,
    monthBefore: nameBefore,
    isRunning: month === monthOf(today),
    earlier: month > monthOf(firstDay ?? today) ? linkOf(addMonthsTo(month, -1)) : '',
    later: month < monthOf(today) ? linkOf(addMonthsTo(month, 1)) : '',
    csv: `${linkOf(month)}&csv=month`,
    links: SUBJECT_LINKS.map(({ path, text }) => ({
      href: pathOf(visit, path),
      text: t(text),
      isCurrent: path === '/figures',
    })),
    answers: monthAnswers(visit, former, present, today),
    rows,
    switch: { isOn: await wantsFigureMail(publication, service.database, session.staffId), email: session.email },
  });
}

async function readMonth(connection: Connection, visit: Visit, today: string) {
  const { publication } = visit.session;
  const firstDay = await findFirstDay(publication, connection);
  const month = toMonth(valueOf(visit.query, 'month'), monthOf(today), monthOf(firstDay ?? today));
  const [before, own] = monthsAround(month);
  const periods = await readPeriods(publication, connection, { from: before.from, to: own.to }, 'month');
  const [former, present] = [periods[0], periods[1]];
  if (former === undefined || present === undefined) throw new Error('a month has no figures');
  const mailsBack = await readMailsBack(connection, visit, former, present);
  return { firstDay, month, former, present, mailsBack };
}

/** A month that has figures; the present one for any other. */
function toMonth(typed: string | undefined, present: string, first: string): string {
  const isMonth = typed !== undefined && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(typed);
  return isMonth && typed <= present && typed >= first ? typed : present;
}

function rowsOf(visit: Visit, former: Period, present: Period, today: string): FigureRow[] {
  const { t } = visit.language;
  const words = new Words(visit);
  const row = (label: string, of: (period: Period) => Cell): FigureRow => ({
    label,
    own: of(present),
    before: of(former),
  });
  const states = LIVING_STATES.map((state) =>
    row(t(`dashboard.person-state.${state}`), (period) => words.inState(state, period, today)),
  );
  const money = currenciesOf([former, present]).flatMap((currency) => {
    const of = (period: Period) => period.money.get(currency) ?? { in: 0, out: 0 };
    return [
      row(t('dashboard.figures.in-of', { currency }), (period) => words.moved('in', of(period).in, currency, period)),
      row(t('dashboard.figures.out-of', { currency }), (period) =>
        words.moved('out', of(period).out, currency, period),
      ),
      row(t('dashboard.figures.net-of', { currency }), (period) =>
        words.moved('net', of(period).in - of(period).out, currency, period),
      ),
      row(t('dashboard.figures.mrr', { currency }), (period) =>
        words.revenueAt(period.revenue.get(currency)?.atEnd ?? 0, currency, period.to),
      ),
    ];
  });
  return [
    ...money,
    row(t('dashboard.figures.members'), (period) => words.inState('members', period, today)),
    ...states,
    ...COUNTS.map(([name, key]) => row(t(key), (period) => words.behind(name, period))),
    row(t('dashboard.figures.churn'), (period) => words.shareOf('lost', period, period.subscribersAtStart)),
  ];
}
