// `/dashboard/:publication/figures/behind`: the people behind a figure, such as those who were lost in a month.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { addMonthsTo, lastDayOf, monthOf } from '../../models/figures/local-day.ts';
import { isPeopleCount, listPeopleBehind, type Move, type MovePosition } from '../../models/figures/people-behind.ts';
import type { FigureRange, PeopleCount } from '../../models/figures/period.ts';
import type { Service } from '../../service.ts';
import { formatDay, formatMoment } from '../../views/formats.ts';
import { isTextKey, type TextKey } from '../../views/text.ts';
import { nextDayStart, parseDayStart } from '../day-field.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { sendCsv } from './csv.ts';
import { endReasonText } from './end-reason.ts';
import { readRange, typedRange } from './range.ts';
import { readToday } from './subject.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/figures/behind': DashboardData & {
      readonly title: string;
      readonly lead: string;
      readonly csv: string;
      readonly people: readonly {
        readonly href: string;
        readonly who: string;
        readonly name: string;
        readonly when: string;
        readonly before: string;
        readonly after: string;
        /** Empty where no subscription ended. */
        readonly reason: string;
      }[];
      /** Whether it is about those who left, so that reasons are shown. */
      readonly hasReasons: boolean;
      /** The same of the month before and after; empty where the days are no month, or there is none. */
      readonly earlier: string;
      readonly later: string;
      /** Empty on the last page. */
      readonly next: string;
    };
  }
}

const SHOWN = 50;
/** Our choice: what a file is made of in one piece. */
const DOWNLOADED = 10_000;

const LEAVING: ReadonlySet<PeopleCount> = new Set(['lost', 'ended', 'trialsLost']);

const TITLES: Readonly<Record<PeopleCount, TextKey>> = {
  joined: 'dashboard.figures.new',
  began: 'dashboard.figures.began',
  lost: 'dashboard.figures.lost',
  ended: 'dashboard.figures.ended',
  trialsBegun: 'dashboard.figures.trials-begun',
  trialsConverted: 'dashboard.figures.trials-converted',
  trialsLost: 'dashboard.figures.trials-lost',
};

export async function showBehind(service: Service, visit: Visit): Promise<FastifyReply> {
  const { language, session, query } = visit;
  const { t, tag } = language;
  const { publication } = session;
  const typed = valueOf(query, 'count') ?? '';
  const count: PeopleCount = isPeopleCount(typed) ? typed : 'joined';
  const today = await readToday(service, visit);
  const range = readRange({ ...typedRange(query), range: 'custom' }, today, t);
  const isFile = valueOf(query, 'csv') !== undefined;
  const limit = isFile ? DOWNLOADED : SHOWN + 1;
  const moves = {
    count,
    from: parseDayStart(range.from, publication.timeZone)?.getTime() ?? 0,
    until: nextDayStart(range.to, publication.timeZone).getTime(),
    before: toPosition(valueOf(query, 'page')),
    limit,
  };
  const found = await service.database.replicaRead((connection) => listPeopleBehind(publication, connection, moves));
  const people = found.map((move) => toRow(move, visit));
  const address = `/figures/behind?count=${count}&from=${range.from}&to=${range.to}`;
  if (isFile)
    return sendCsv(visit, `${count}-${range.from}-${range.to}`, [
      ['id', 'email', 'name', 'at', 'before', 'after', 'end_reason', 'leaving_reason'],
      ...found.map((move) => [
        move.customerId,
        move.email ?? '',
        move.name ?? '',
        new Date(move.at).toISOString(),
        move.from,
        move.to,
        ...reasonCells(move),
      ]),
    ]);
  const last = found.length > SHOWN ? found[SHOWN - 1] : undefined;
  const dayText = (day: string): string => formatDay(Date.parse(day), tag);
  return showDashboard(service, visit, 'dashboard/figures/behind', {
    title: t(TITLES[count]),
    lead: t('dashboard.figures.behind-lead', { from: dayText(range.from), to: dayText(range.to) }),
    csv: pathOf(visit, `${address}&csv=people`),
    people: people.slice(0, SHOWN),
    hasReasons: LEAVING.has(count),
    ...monthsBeside(visit, count, range, today),
    next: last === undefined ? '' : pathOf(visit, `${address}&page=${last.at}-${last.number}`),
  });
}

function reasonCells({ end }: Move): string[] {
  const [reason = '', leaving = ''] = end?.split('/') ?? [];
  return [reason, leaving];
}

/** The months beside the one of the range. */
function monthsBeside(
  visit: Visit,
  count: PeopleCount,
  { from, to }: FigureRange,
  today: string,
): { earlier: string; later: string } {
  const month = monthOf(from);
  const isMonth = from === `${month}-01` && (to === lastDayOf(month) || to === today);
  if (!isMonth) return { earlier: '', later: '' };
  const linkOf = (one: string): string =>
    pathOf(visit, `/figures/behind?count=${count}&from=${one}-01&to=${lastDayOf(one)}`);
  return {
    earlier: linkOf(addMonthsTo(month, -1)),
    later: month < monthOf(today) ? linkOf(addMonthsTo(month, 1)) : '',
  };
}

function toRow(move: Move, visit: Visit) {
  const { language, session } = visit;
  return {
    href: pathOf(visit, `/people/${move.customerId}`),
    who: move.email ?? move.customerId,
    name: move.name ?? '',
    when: formatMoment(move.at, language.tag, session.publication.timeZone),
    before: stateText(move.from, visit),
    after: stateText(move.to, visit),
    reason: move.end === undefined ? '' : endReasonText(move.end, language),
  };
}

function stateText(state: string, { language: { t } }: Visit): string {
  const key = `dashboard.person-state.${state}`;
  return isTextKey(key) ? t(key) : '';
}

function toPosition(page: string | undefined): MovePosition | undefined {
  const [, at, number] = /^(\d{1,16})-(\d{1,16})$/.exec(page ?? '') ?? [];
  return at === undefined || number === undefined ? undefined : { at: Number(at), number: Number(number) };
}
