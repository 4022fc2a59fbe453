// `/dashboard/:publication/figures/changes`: the changes that a figure is the sum of, such as the revenue that was lost in a
// month, with the person of each.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import {
  isListedFigure,
  listChangesBehind,
  type ChangeBehind,
  type ListedFigure,
} from '../../models/figures/changes-behind.ts';
import { parseMoneyPosition, toPositionText } from '../../models/figures/money-list.ts';
import type { FigureRange } from '../../models/figures/period.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import { formatDay, formatMoment } from '../../views/formats.ts';
import type { TextKey } from '../../views/text.ts';
import { nextDayStart, parseDayStart } from '../day-field.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { sendCsv } from './csv.ts';
import { endReasonText } from './end-reason.ts';
import { readRange, typedRange } from './range.ts';
import { readToday, type Cell } from './subject.ts';
import { Words } from './words.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/figures/changes': DashboardData & {
      readonly title: string;
      readonly lead: string;
      readonly csv: string;
      readonly hasAmounts: boolean;
      readonly rows: readonly {
        readonly href: string;
        readonly who: string;
        readonly name: string;
        readonly when: string;
        readonly amount: string;
      }[];
      /** Empty on the last page. */
      readonly next: string;
    };
  }
}

const SHOWN = 50;
/** Our choice: what a file is made of in one piece. */
const DOWNLOADED = 10_000;
const TWELFTHS = 12;

const TITLES: Readonly<Record<ListedFigure, TextKey>> = {
  mrr_new: 'dashboard.figures.mrr-new',
  mrr_up: 'dashboard.figures.mrr-up',
  mrr_down: 'dashboard.figures.mrr-down',
  mrr_lost: 'dashboard.figures.mrr-lost',
  mrr_gone: 'dashboard.figures.mrr-lost',
  end: 'dashboard.figures.reasons',
  first_paid: 'dashboard.figures.first-payment',
};

/** What the address names. */
interface Asked {
  readonly figure: ListedFigure;
  readonly part: string | undefined;
  readonly currency: string | undefined;
  readonly range: FigureRange;
}

export async function showChanges(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const asked = await readAsked(service, visit);
  const { range, ...of } = asked;
  const isFile = valueOf(visit.query, 'csv') !== undefined;
  const changes = {
    ...of,
    from: parseDayStart(range.from, publication.timeZone)?.getTime() ?? 0,
    until: nextDayStart(range.to, publication.timeZone).getTime(),
    before: parseMoneyPosition(valueOf(visit.query, 'page')),
    limit: isFile ? DOWNLOADED : SHOWN + 1,
  };
  const found = await service.database.replicaRead((connection) => listChangesBehind(publication, connection, changes));
  return isFile ? sendChanges(visit, asked, found) : showList(service, visit, asked, found);
}

async function readAsked(service: Service, visit: Visit): Promise<Asked> {
  const { query, language } = visit;
  const typed = valueOf(query, 'figure') ?? '';
  const currency = valueOf(query, 'currency') ?? '';
  return {
    figure: isListedFigure(typed) ? typed : 'end',
    part: valueOf(query, 'part'),
    currency: /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    range: readRange({ ...typedRange(query), range: 'custom' }, await readToday(service, visit), language.t),
  };
}

/** A part of the monthly revenue; a count of one for other changes. */
function amountOf(visit: Visit, { figure, currency }: Asked, { amount }: ChangeBehind): Cell {
  const words = new Words(visit);
  return currency !== undefined && figure.startsWith('mrr')
    ? words.money(amount / TWELFTHS, currency)
    : words.count(amount);
}

function sendChanges(visit: Visit, asked: Asked, found: readonly ChangeBehind[]): FastifyReply {
  const { figure, range } = asked;
  return sendCsv(visit, `${figure}-${range.from}-${range.to}`, [
    ['id', 'email', 'name', 'at', 'amount'],
    ...found.map((change) => [
      change.customerId,
      change.email ?? '',
      change.name ?? '',
      new Date(change.at).toISOString(),
      amountOf(visit, asked, change).value,
    ]),
  ]);
}

function showList(service: Service, visit: Visit, asked: Asked, found: readonly ChangeBehind[]): FastifyReply {
  const { language, session } = visit;
  const { t, tag } = language;
  const { figure, part, currency, range } = asked;
  const last = found.length > SHOWN ? found[SHOWN - 1] : undefined;
  const address = { figure, part, currency, from: range.from, to: range.to };
  const here = pathOf(visit, '/figures/changes');
  const dayText = (day: string): string => formatDay(Date.parse(day), tag);
  return showDashboard(service, visit, 'dashboard/figures/changes', {
    title: part === undefined ? t(TITLES[figure]) : endReasonText(part, language),
    lead: t('dashboard.figures.behind-lead', { from: dayText(range.from), to: dayText(range.to) }),
    csv: pathWith(here, { ...address, csv: 'people' }),
    hasAmounts: currency !== undefined,
    rows: found.slice(0, SHOWN).map((change) => ({
      href: pathOf(visit, `/people/${change.customerId}`),
      who: change.email ?? change.customerId,
      name: change.name ?? '',
      when: formatMoment(change.at, tag, session.publication.timeZone),
      amount: amountOf(visit, asked, change).text,
    })),
    next: last === undefined ? '' : pathWith(here, { ...address, page: toPositionText(last) }),
  });
}
