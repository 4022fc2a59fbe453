// `/dashboard/:publication/figures/people-at`: the people behind a figure of the end of a day, such as who was paying when a
// month was over, and whose payments made the recurring revenue then.
import type { FastifyReply } from 'fastify';
import { positionOf } from '../../database/ids.ts';
import { valueOf } from '../../http/bodies/form.ts';
import { listPlans } from '../../models/catalog/plan.ts';
import { lastDayOf } from '../../models/figures/local-day.ts';
import {
  listPeopleAt,
  type FigureAt,
  type GroupOfPeople,
  type PeopleAtPage,
  type PersonAt,
} from '../../models/figures/people-at.ts';
import { LIVING_STATES } from '../../models/figures/period.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import { formatDay, formatMonth } from '../../views/formats.ts';
import { nextDayStart, parseDayStart } from '../day-field.ts';
import { toPosition } from '../paging.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { sendCsv } from './csv.ts';
import { readToday, type Cell } from './subject.ts';
import { Words } from './words.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/figures/people-at': DashboardData & {
      readonly title: string;
      readonly lead: string;
      readonly csv: string;
      readonly hasAmounts: boolean;
      readonly rows: readonly {
        readonly href: string;
        readonly who: string;
        readonly name: string;
        readonly amount: string;
        readonly now: string;
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
const GROUPS: readonly GroupOfPeople[] = [...LIVING_STATES, 'members', 'subscribers'];

/** What the address names. */
interface Asked {
  readonly figure: FigureAt;
  readonly title: string;
  readonly day: string;
  /** The parameters that name it. */
  readonly address: Readonly<Record<string, string>>;
}

export async function showPeopleAt(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const asked = await readAsked(service, visit);
  const until = nextDayStart(asked.day, publication.timeZone).getTime();
  const position = toPosition(valueOf(visit.query, 'page'));
  const read = (before: string | undefined, limit: number): Promise<PeopleAtPage> =>
    service.database.replicaRead((connection) =>
      listPeopleAt(publication, connection, { figure: asked.figure, until, before, limit }),
    );
  if (valueOf(visit.query, 'csv') === undefined)
    return showList(service, visit, asked, await read(position && `cus_${position}`, SHOWN));
  const people: PersonAt[] = [];
  for (let next: string | null | undefined; next !== null && people.length < DOWNLOADED;) {
    const page: PeopleAtPage = await read(next, DOWNLOADED - people.length);
    people.push(...page.people);
    ({ next } = page);
  }
  return sendPeople(visit, asked, people);
}

async function readAsked(service: Service, visit: Visit): Promise<Asked> {
  const { query, language, session } = visit;
  const { t } = language;
  const { publication } = session;
  const typed = valueOf(query, 'day') ?? '';
  const day = parseDayStart(typed, publication.timeZone) instanceof Date ? typed : await readToday(service, visit);
  const currency = valueOf(query, 'currency') ?? '';
  if (/^[A-Z]{3}$/.test(currency)) {
    const plans = await listPlans(publication, service.database);
    const plan = plans.find(({ id }) => id === valueOf(query, 'plan'));
    const revenue = t('dashboard.figures.mrr', { currency });
    return {
      figure: { currency, planIds: plan === undefined ? plans.map(({ id }) => id) : [plan.id] },
      title: plan === undefined ? revenue : `${revenue}: ${plan.name}`,
      day,
      address: { currency, day, ...(plan === undefined ? {} : { plan: plan.id }) },
    };
  }
  const cohort = valueOf(query, 'cohort') ?? '';
  const from = parseDayStart(`${cohort}-01`, publication.timeZone);
  if (from instanceof Date) {
    const until = nextDayStart(lastDayOf(cohort), publication.timeZone).getTime();
    const title = t('dashboard.figures.of-cohort', { month: formatMonth(Date.parse(`${cohort}-01`), language.tag) });
    return { figure: { cohort: { from: from.getTime(), until } }, title, day, address: { cohort, day } };
  }
  const group = GROUPS.find((one) => one === valueOf(query, 'state')) ?? 'members';
  return { figure: { group }, title: groupText(group, visit), day, address: { state: group, day } };
}

function groupText(group: GroupOfPeople, { language: { t } }: Visit): string {
  if (group === 'members') return t('dashboard.figures.members');
  return group === 'subscribers' ? t('dashboard.figures.subscribers') : t(`dashboard.person-state.${group}`);
}

/** What somebody adds to the figure. */
function amountOf(visit: Visit, { figure }: Asked, { amount }: PersonAt): Cell {
  const words = new Words(visit);
  return 'currency' in figure ? words.money(amount / TWELFTHS, figure.currency) : words.count(amount);
}

function sendPeople(visit: Visit, asked: Asked, people: readonly PersonAt[]): FastifyReply {
  const [kind = '', name = ''] = Object.entries(asked.address)[0] ?? [];
  return sendCsv(visit, `${kind === 'currency' ? 'revenue' : kind === 'cohort' ? 'cohort' : name}-${asked.day}`, [
    ['id', 'email', 'name', 'state_now', 'amount'],
    ...people.map((person) => [
      person.id,
      person.email ?? '',
      person.name ?? '',
      person.state,
      amountOf(visit, asked, person).value,
    ]),
  ]);
}

function showList(
  service: Service,
  visit: Visit,
  asked: Asked,
  { people, next }: PeopleAtPage,
): Promise<FastifyReply> | FastifyReply {
  const { t, tag } = visit.language;
  const { figure, title, day, address } = asked;
  const here = pathOf(visit, '/figures/people-at');
  return showDashboard(service, visit, 'dashboard/figures/people-at', {
    title,
    lead: t('dashboard.figures.at-end-of', { day: formatDay(Date.parse(day), tag) }),
    csv: pathWith(here, { ...address, csv: 'people' }),
    // People count once, unless two became one later.
    hasAmounts: 'currency' in figure || people.some(({ amount }) => amount > 1),
    rows: people.map((person) => ({
      href: pathOf(visit, `/people/${person.id}`),
      who: person.email ?? person.id,
      name: person.name ?? '',
      amount: amountOf(visit, asked, person).text,
      now: t(`dashboard.person-state.${person.state}`),
    })),
    next: next === null ? '' : pathWith(here, { ...address, page: positionOf(next) }),
  });
}
